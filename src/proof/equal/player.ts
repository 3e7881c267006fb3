import { pathToFileURL } from 'node:url';

// A child process of `npm run equal`: runs the command line of one build, whose dist folder is the argument, as often as
// its parent asks, with the flags that it sends.

const [, , dist = ''] = process.argv;
const { runCli }: typeof import('../../cli/run-cli.ts') = await import(`${pathToFileURL(dist).href}/cli/run-cli.js`);

process.on('message', async (args: readonly string[]) => {
  let printed = '';
  const out = (text: string): void => {
    printed += text;
  };
  const nothing = (): void => {};
  const exitCode = await runCli(args, {
    ...{ out, err: out, workflowCommand: nothing, env: {}, folder: process.cwd(), terminal: false },
    ...{ script: `${dist}/cli/main.js`, randomSeed: () => 1, interrupted: () => new Promise(nothing) },
  });
  process.send?.({ exitCode, printed });
});
process.on('disconnect', () => process.exit(0));
