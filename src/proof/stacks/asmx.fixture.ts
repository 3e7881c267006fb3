import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { mutated } from '../../cli/compare.fixture.ts';
import type { Mutation } from '../../reference/mutation.ts';

const script = fileURLToPath(new URL('../../../fixtures/asmx/run.sh', import.meta.url));

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/** A port that nobody listens on; xsp4 can't choose one itself. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (text: Buffer): void => {
      said += text.toString();
      if (said.includes('Listening on port')) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.on('exit', (code) => reject(new Error(`the ASP.NET server ended with ${code}: ${said.slice(-500)}`)));
  });
}

/** Starts the real server of fixtures/asmx; skips where it can't be. */
export async function startRealServer(skip: (reason: string) => void) {
  const missing = ['mcs', 'mono', 'xsp4'].filter((program) => !isInstalled(program));
  if (missing.length > 0 && process.env.CI === undefined) {
    const reason = `Mono is not installed (${missing.join(', ')} missing): the ASP.NET server of fixtures/asmx was not tested`;
    process.stderr.write(`${reason}\n`);
    skip(reason);
  }
  const url = `http://127.0.0.1:${await freePort()}`;
  const mono = spawn('bash', [script, new URL(url).port], { stdio: ['ignore', 'pipe', 'pipe'] });
  await listening(mono);
  return { url, close: () => void mono.kill() };
}

const TEXT = `Prod & <b>"q"</b> 'a' ]]>`;
/** What the real server answers to three operations (fixtures/asmx/app/GetData.cs). */
export const ofRealServer: readonly Mutation[] = [
  mutated('McatCodes', {
    result: () => [
      { Mcat: 7, Description: 'Description 1', Prod: 'Prod 1', Active: false },
      { Mcat: 2147483647, Description: '  Description\tline1\nline2  ', Prod: TEXT, Active: true },
      { Mcat: 0, Active: false },
      { Mcat: -1, Description: '', Prod: '', Active: true },
    ],
  }),
  mutated('McatCode_check', {
    result: () => ({ Mcat: 210, Description: 'Description 1', Prod: TEXT, Active: false }),
  }),
  mutated('Get_Inventory', {
    result: (_value, { parameters: { ItemNo = null, Application_ID = null } }) => ({
      Response_Code: 7,
      Inventory_List: [0, -1].map((Quantity) => ({ ItemNo, Application_ID, Quantity })),
    }),
  }),
];
