import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, newFolder } from '../../cli/cli.fixture.ts';
import { commandHere, compiledRunCli, faultyServer, healthyServer } from '../../cli/command.fixture.ts';
import { commandOf, pages, type ShellBlock, shellBlocks } from '../../cli/guides.fixture.ts';

/** Pages whose server has the fault that they show. */
const faulty = ['README.md', 'docs/vendor.md', 'docs/verdicts.md'];

/** What a run is cut down to where the line does not say it, so that a page takes seconds. */
const ONE_CELL = { '--operations': 'Get_Inventory', '--bindings': 'soap12', '--profile': 'quick' };

/** A page's commands, one after the other, in one folder and one environment. */
interface Walk {
  /** Executes a line. Resolves to its exit code, or null where it has none. */
  readonly execute: (line: string) => Promise<number | null>;
  readonly end: () => Promise<void>;
}

/** @param url - where the server stands whose address the page makes up */
function openWalk(url: string): Walk {
  const folder = newFolder();
  const env: Record<string, string> = { CANDIDATE: url, NAMESPACE: 'http://dealer.example/webservices/' };
  const ends: (() => Promise<unknown>)[] = [];
  let sandbox = '';

  /** Expands a word as a shell does, and replaces the addresses of examples by that of our server. */
  function passed(word: string): readonly string[] {
    if (word.endsWith('/*')) {
      const inside = word.slice(0, -2);
      return readdirSync(join(folder, inside)).map((name) => join(inside, name));
    }
    const plain = word.replaceAll(/\$(\w+)/g, (_, name: string) => env[name] ?? '');
    return [plain.replace(/^https:\/\/\w+\.example(\/app)?$/, url).replace(/^http:\/\/127\.0\.0\.1:808[01]/, sandbox)];
  }

  /** `serve` and `proxy` go on until the page ends. */
  async function serve(words: readonly string[]): Promise<void> {
    const run = await compiledRunCli();
    let interrupt = (): void => {};
    const interrupted = new Promise<void>((resolve) => {
      interrupt = resolve;
    });
    sandbox = await new Promise<string>((resolve) => {
      const onOut = (text: string): void => {
        const listening = /listens on (\S+)/.exec(text)?.[1];
        if (listening !== undefined) resolve(listening);
      };
      const served = cli(
        words.flatMap(passed).map((word) => word.replace(/^808[01]$/, '0')),
        { onOut, interrupted, folder },
        run,
      );
      ends.push(() => {
        interrupt();
        return served;
      });
    });
  }

  return {
    async execute(line) {
      const [, settings] = /^export (.*)$/.exec(line) ?? [];
      for (const [, name = '', value = ''] of (settings ?? '').matchAll(/(\w+)=(\S+)/g)) env[name] = value;
      if (settings !== undefined) return null;
      const words = commandOf(line);
      if (words === null) throw new Error(`no test executes '${line}'; mark its block with <!-- no-test: why -->`);
      if (words[0] === 'serve' || words[0] === 'proxy') {
        await serve(words);
        return null;
      }
      const cut = Object.entries(ONE_CELL).filter(([flag]) => words[0] === 'run' && !words.includes(flag));
      const { code, out, err } = await commandHere([...words.flatMap(passed), ...cut.flat()], env, folder);
      expect([0, 1, 3], `${line}\n${out}${err}`).toContain(code);
      return code;
    },
    async end() {
      for (const end of ends) await end();
    },
  };
}

/** The exit code that a page shows below a block. */
function shownCode({ shown }: ShellBlock): number | null {
  const [, code] = /\(exit code (\d)\)/.exec(shown) ?? [];
  return code === undefined ? null : Number(code);
}

test.each(pages)('the commands of %s do what it says', async (path, text) => {
  const blocks = shellBlocks(text);
  for (const { noTest, lines } of blocks)
    if (noTest !== null) process.stdout.write(`${path}: '${lines[0]}' is not executed here: ${noTest}\n`);
  const server = faulty.includes(path)
    ? await faultyServer('fields-swapped', { operation: 'Get_Inventory', binding: 'soap12' })
    : await healthyServer(0);
  const walk = openWalk(server.url);
  try {
    for (const block of blocks.filter(({ noTest }) => noTest === null)) {
      let code: number | null = null;
      for (const line of block.lines) code = await walk.execute(line);
      if (shownCode(block) !== null) expect(code, block.lines.join('\n')).toBe(shownCode(block));
    }
  } finally {
    await walk.end();
    await server.close();
  }
});
