import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, resultsOf } from '../../cli/command.fixture.ts';
import { patience } from '../../patience.fixture.ts';
import { contract } from '../../reference/client.fixture.ts';
import { type ReferenceServer, startReferenceServer } from '../../reference/server.ts';
import type { Results } from '../../results/results.ts';
import { whyMissing } from '../bench/clients/soap-clients.ts';
import { gsoap, nodeSoap, php, type StackProgram, startProgram } from './program.fixture.ts';

interface Stack extends StackProgram {
  readonly env?: Readonly<Record<string, string>>;
  /** In both SOAP versions unless one is named. Each was read, and breaks what its comment cites: add none that was not. */
  readonly causes: readonly string[];
}

// SOAP 1.1, section 4.2; SOAP 1.2 Part 1, section 5.2.1: a block is known by its namespace too. Both stacks look at its local
// name alone.
const OF_LOCAL_NAME = 'recommended request.header-blocks namesake-blocks';

// RFC 9112, section 5.1: white space around a value is no part of it. PHP's own server keeps a tab before and spaces after it.
const OF_SPACES = 'recommended request.header-fields fields-wide';

// RFC 9110, section 10.1.1: PHP's own server waits for the body.
const NOT_CONTINUED = 'recommended http.answer not-continued';

// SOAP 1.2 Part 1, section 5.4.7: the fault should say which envelopes are known. gSOAP answers in SOAP 1.2 in both versions.
const NO_UPGRADE = 'recommended soap.version-mismatch Upgrade';

// SOAP 1.2 Part 1, sections 2.8 and 5.4: PHP answers an envelope that it can't read by a fault of SOAP 1.1. Without its
// fixes the missing xml:lang of others is told first.
const OTHER_VERSION = 'recommended soap.fault Envelope (soap12)';

const stacks: readonly Stack[] = [
  {
    ...php,
    causes: [
      // XML 1.0, section 2.7: a CDATA section is character data as any other. It gets a fault where a number holds one.
      'required request.infoset cdata',
      // SOAP 1.1, section 4.2; SOAP 1.2 Part 1, section 2.4: such a block may be ignored. It is passed on as a call, as the class has __call.
      'recommended request.header-blocks optional-block',
      // SOAP 1.1, section 4.4.1; SOAP 1.2 Part 1, section 5.4.8: the fault has the code Client or Sender, as for any unknown method.
      'recommended soap.must-understand unknown-header-block',
      // SOAP 1.2 Part 1, section 5.4: Text must have xml:lang, which PHP writes from 8.5 on.
      'recommended soap.fault Text (soap12)',
      OF_SPACES,
      NOT_CONTINUED,
      `${NO_UPGRADE} (soap12)`,
    ],
  },
  {
    ...php,
    name: 'PHP with all fixes',
    env: { FIXED: '1' },
    causes: [OF_LOCAL_NAME, OF_SPACES, NOT_CONTINUED, OTHER_VERSION, `${NO_UPGRADE} (soap12)`],
  },
  {
    ...nodeSoap,
    causes: [
      OF_LOCAL_NAME,
      // XML Schema Part 2, section 4.3.6: nothing is taken from a string. It trims as JavaScript does, U+FEFF too.
      'recommended request.text-fidelity invisible',
      `${NO_UPGRADE} (soap12)`,
    ],
  },
  {
    ...gsoap,
    causes: [
      // XML 1.0, section 4.1: the ; is part of the reference. It stays in the text after &#x1F697; and the like.
      'required request.infoset character-references',
      NO_UPGRADE,
    ],
  },
];

let reference: ReferenceServer;
const closings: (() => void)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'getdata-stacks-'));

beforeAll(async () => {
  reference = await startReferenceServer({ contract: contract() });
});

afterAll(async () => {
  for (const close of closings) close();
  await reference.close();
  rmSync(folder, { recursive: true });
});

/** The address of the stack's server, which passes calls on to the reference server. */
async function started({ name, start, env }: Stack): Promise<string> {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  const { url, close } = await startProgram(start(reference.url), cwd, { ...env, UPSTREAM: reference.url });
  closings.push(close);
  return url;
}

/** A header block and lists of texts; a long and records with lists that may be nil; an int and a boolean. */
const operations = 'GetModel_VehicleType,Get_Digital_Assets_recid,McatCode_check';
/** With a limit below 300 s the run does not wait for caches. */
const few = ['--operations', operations, '--bindings', 'soap11,soap12', '--max-time', '299'];

/** Level, rule and cause of the findings; the SOAP version if it is not both. */
function causesOf({ findings }: Results): readonly string[] {
  const cells = new Map<string, Set<string>>();
  for (const { level, rule, cause, binding } of findings) {
    const text = `${level} ${rule} ${cause.replace(/^[^:]*:/, '')}`;
    cells.set(text, (cells.get(text) ?? new Set()).add(binding));
  }
  return [...cells].map(([text, [first, second]]) => (second === undefined ? `${text} (${first})` : text));
}

test.for(stacks)('a server of $name has these causes and no others', async (stack, { skip }) => {
  const { causes } = stack;
  const missing = whyMissing(stack);
  if (missing !== null) {
    if (process.env.CI !== undefined) throw new Error(missing);
    process.stderr.write(`skipped, so the judgement of its server is not tested: ${missing}\n`);
    skip(missing);
  }
  const own = ['--namespace', contract().namespace, '--seed', '1', '--timeout', `${patience(10_000)}`];
  const ended = await command(['run', await started(stack), ...own, ...few]);
  expect(causesOf(resultsOf(ended)).toSorted()).toEqual(causes.toSorted());
  expect(ended.out).toContain('6 of 6 cells judged');
  expect(ended.code).toBe(causes.some((cause) => cause.startsWith('required')) ? 1 : 0);
});
