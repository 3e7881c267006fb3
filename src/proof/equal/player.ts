import { pathToFileURL } from 'node:url';

// A child process of `npm run equal`: runs the command line of one build, whose dist folder is the argument, as often as
// its parent asks: in a folder, with some flags.

const [, , dist = ''] = process.argv;
const { runCli }: typeof import('../../cli/run-cli.ts') = await import(`${pathToFileURL(dist).href}/cli/run-cli.js`);

process.on('message', async ({ folder, args }: { readonly folder: string; readonly args: readonly string[] }) => {
  process.chdir(folder);
  let printed = '';
  const out = (text: string): void => {
    printed += text;
  };
  const nothing = (): void => {};
  const exitCode = await runCli(args, {
    ...{ out, err: out, workflowCommand: nothing, env: {}, folder, terminal: false },
    ...{ script: `${dist}/cli/main.js`, randomSeed: () => 1, interrupted: () => new Promise(nothing) },
  });
  process.send?.({ exitCode, printed });
});
process.on('disconnect', () => process.exit(0));
