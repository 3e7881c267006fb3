import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Results } from '../../../results/results.ts';
import { canonicalJson } from '../canonical-json.ts';
import { sealed } from '../envelope.ts';
import { revocationText } from '../revocation.ts';
import { evidenceOf, newKeys, program, type WholeRun, wholeRun } from '../run.fixture.ts';
import { type Statement, statementOf } from '../statement.ts';
import { buildRegistry } from './site.ts';

/** The key that is trusted, and one that is not. */
export const [trusted, stranger] = [newKeys(), newKeys()];

/** A statement that is put into a folder of a registry; an honest one of a whole run unless told otherwise. */
interface Put {
  readonly run?: WholeRun;
  readonly target?: string;
  readonly startedAt?: string;
  readonly days?: number;
  readonly key?: typeof trusted;
  /** Why it is revoked, and by which key. */
  readonly revoked?: string;
  readonly revoker?: typeof trusted;
  /** What the signer makes of the statement. */
  readonly forge?: (statement: Statement) => unknown;
}

const runs = new Map<string, Results>();

/** The results of a run at another time or of another target; most statements are of the same one. */
function resultsOf(put: Put): Results {
  const honest = wholeRun(put.run);
  const { target = honest.target, startedAt = honest.startedAt } = put;
  const key = JSON.stringify([put.run, target, startedAt]);
  const made = () => JSON.parse(JSON.stringify({ ...honest, startedAt }).replaceAll(honest.target, target));
  const results: Results = runs.get(key) ?? made();
  runs.set(key, results);
  return results;
}

/** Writes a statement with its results, as certify does, and returns the statement's bytes. */
export function put(folder: string, put: Put = {}): Buffer {
  const { days = 365, key = trusted, revoker = key, forge = (statement) => statement } = put;
  const { bytes, evidence } = evidenceOf(resultsOf(put));
  const statement = Buffer.from(sealed(canonicalJson(forge(statementOf(evidence, days))), key.privateKey));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'results.json'), bytes);
  writeFileSync(join(folder, 'statement.json'), statement);
  if (put.revoked !== undefined) {
    const revocation = { revokedAt: '2026-12-01T10:00:00.000Z', reason: put.revoked };
    writeFileSync(join(folder, 'revocation.json'), revocationText(statement, revocation, revoker.privateKey));
  }
  return statement;
}

/** The statement as another version of the suite would have written it. */
export function ofVersion(version: string) {
  return (statement: Statement): unknown =>
    JSON.parse(JSON.stringify(statement).replace('getdata-conformance@0.1.0', `getdata-conformance@${version}`));
}

/** A new folder of statements, and what builds and reads its registry. */
export function newPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-registry-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (...path: readonly string[]) => join(folder, 'all', ...path);
  const build = (day = '2026-12-15', keys = [trusted.publicKey]) =>
    buildRegistry({ folder, name: 'all' }, keys, { ...program, now: new Date(`${day}T12:00:00Z`) });
  const text = (file: string): string => readFileSync(at('site', file), 'utf8');
  return { at, build, text };
}
