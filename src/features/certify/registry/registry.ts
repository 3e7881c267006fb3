import type { KeyObject } from 'node:crypto';
import { join, resolve } from 'node:path';
import { dayAfter, dayOf, isLater } from '../../../base/days.ts';
import { ConfigError } from '../../../base/error.ts';
import { groupBy } from '../../../base/group-by.ts';
import { member } from '../../../base/json.ts';
import { foldersIn, mostMiB, type NamedFolder, readNamed } from '../../../base/read-file.ts';
import { MOST_SHOWN, shownLine } from '../../../views/shown-text.ts';
import { parsedJson, sha256 } from '../canonical-json.ts';
import { type Program, readBytes } from '../evidence.ts';
import { fileNames } from '../files.ts';
import { keyIdOf } from '../keys.ts';
import { wrongTarget } from '../plausible.ts';
import { revocationBeside } from '../revocation.ts';
import { annotationsIn, EVIDENCE_NAME, endOf, type Statement, suiteUri } from '../statement.ts';
import { verifySignature, verifyStatement } from '../verify.ts';

/** The folder of the pages, below that of the statements. */
export const SITE = 'site';

const MOST_FOLDERS = 10_000;

/** registry.json: what the pages show (specs/schemas/registry.schema.json). */
export type Registry = Readonly<ReturnType<typeof readRegistry>>;

export type RegistryEntry = Registry['statements'][number];

/**
 * The statements of a folder that verify, for the day of the program in UTC, and why the others do not. @param keys -
 * those that are trusted @throws ConfigError if there is no statement
 */
export function readRegistry({ folder, name }: NamedFolder, keys: readonly KeyObject[], program: Program) {
  const found = foldersIn({ folder, name }).filter((one) => one !== SITE);
  if (found.length === 0)
    throw new ConfigError(
      `${name} holds no folder with a statement; \`certify --out ${join(name, '<name>')}\` writes one`,
    );
  const listed = new Map<string, ListedStatement>();
  const more = found.length - MOST_FOLDERS;
  const leftOut = more > 0 ? [`${name} holds ${found.length} folders; ${more} of them were not read`] : [];
  for (const own of found.slice(0, MOST_FOLDERS)) {
    const one = listedIn({ folder: resolve(folder, name), name: own }, keys, program);
    const twin = typeof one === 'string' ? undefined : listed.get(one.digest);
    if (typeof one === 'string') leftOut.push(shownLine(one, MOST_SHOWN));
    else if (twin === undefined) listed.set(one.digest, one);
    else {
      // A revocation of one copy revokes all.
      const [kept, other] = twin.revoked === null && one.revoked !== null ? [one, twin] : [twin, one];
      listed.set(one.digest, kept);
      leftOut.push(`${other.file} is left out: it is the same statement as ${kept.file}`);
    }
  }
  const ids = [...new Set(keys.map(keyIdOf))];
  const about = { schemaVersion: 1 as const, suite: program.version, day: dayOf(program.now), keys: ids };
  return { ...about, statements: entriesOf([...listed.values()], program.now), leftOut };
}

type ListedStatement = Exclude<ReturnType<typeof listedIn>, string>;

/** The statement in a folder, or one sentence on why it is left out. */
function listedIn({ folder, name }: NamedFolder, keys: readonly KeyObject[], program: Program) {
  const file = `${name}/${fileNames.statement}`;
  const without = (reason: string): string => `${file} is left out: ${reason}`;
  try {
    const bytes = readNamed({ folder, file, mostMiB: mostMiB.written }).bytes;
    const presented = { statement: bytes, results: readBytes(folder, join(name, fileNames.evidence)), keys };
    const signed = verifySignature(presented);
    if (typeof signed === 'string') return without(signed);
    const { statement, key } = signed;
    const said = saidBy(statement, program.now);
    if (typeof said === 'string') return without(said);
    // Otherwise only its signature and digests are verified.
    const judged = said.suite === program.version;
    const verified = judged ? verifyStatement(presented, program) : signed;
    if (typeof verified === 'string') return without(verified);
    const revoked = revocationBeside(folder, file, bytes, key);
    if (typeof revoked === 'string') return without(revoked);
    return { file, digest: sha256(bytes), ...said, keyId: keyIdOf(key), ends: endOf(statement), revoked, judged };
  } catch (error) {
    // Its message names the file.
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

/** What a statement says of its run; one sentence if it lacks a part, or no run can be like that. */
function saidBy(statement: Statement, now: Date) {
  const [subject] = statement.subject;
  const about = parsedJson(Buffer.from(subject?.content ?? '', 'base64').toString());
  const [target, namespace] = [member(about, 'target'), member(about, 'namespace')];
  const uri = statement.predicate.configuration.find(({ name }) => name === 'suite')?.uri ?? '';
  const { startedAt } = annotationsIn(statement, EVIDENCE_NAME);
  if (typeof target !== 'string' || typeof namespace !== 'string') return 'it does not say which target it is about';
  if (!uri.startsWith(suiteUri(''))) return 'it does not say which version of the suite ran';
  if (startedAt === undefined || Number.isNaN(Date.parse(startedAt))) return 'it does not say when the run was';
  if (isLater(Date.parse(startedAt), now)) return 'its run begins in the future';
  const { ruleSet } = annotationsIn(statement, 'rule set');
  if (ruleSet === undefined) return 'it does not say which rule set counted';
  const { waivers = [] } = annotationsIn(statement, 'waivers');
  const told = {
    suite: uri.slice(suiteUri('').length),
    ruleSet,
    result: statement.predicate.result,
    startedAt,
    waivers,
  };
  return wrongTarget({ target }) ?? { target, namespace, ...told };
}

/** Days before its end in which a statement is expiring. */
const SOON = 30;

/** The states of statements, the newest first; a newer valid one of the same target and rule set supersedes. */
function entriesOf(all: readonly ListedStatement[], now: Date) {
  const sorted = all.toSorted(newerFirst);
  const standing = sorted.filter(({ revoked }) => revoked === null);
  const successors = groupBy(standing, nameOf);
  return sorted.map((one) => {
    const [newest] = successors.get(nameOf(one)) ?? [one];
    // The digest of the statement that replaces it.
    const supersededBy = one.revoked !== null || newest.digest === one.digest ? null : newest.digest;
    return { ...one, supersededBy, state: stateOf(one, supersededBy, now) };
  });
}

function nameOf({ target, namespace, ruleSet }: ListedStatement): string {
  return JSON.stringify([target, namespace, ruleSet]);
}

/** Of one run, the statement that holds longer counts as the newer. */
function newerFirst(a: ListedStatement, b: ListedStatement): number {
  const days = ({ ends }: ListedStatement): string => ends?.day ?? '9999';
  const newer = Date.parse(b.startedAt) - Date.parse(a.startedAt) || days(b).localeCompare(days(a));
  return newer || a.digest.localeCompare(b.digest);
}

/** What a statement of a registry is worth on a day. */
export type StatementState = 'valid' | 'expiring' | 'expired' | 'revoked' | 'superseded';

function stateOf({ revoked, ends }: ListedStatement, supersededBy: string | null, now: Date): StatementState {
  if (revoked !== null) return 'revoked';
  if (supersededBy !== null) return 'superseded';
  if (ends === null) return 'valid';
  if (ends.day < dayOf(now)) return 'expired';
  return ends.day < dayAfter(now, SOON) ? 'expiring' : 'valid';
}

/** The entry that counts of several, the newest first: one that nothing replaces or revokes, where there is one. */
export function current(entries: readonly [RegistryEntry, ...RegistryEntry[]]): RegistryEntry {
  return entries.find(({ state }) => state !== 'revoked' && state !== 'superseded') ?? entries[0];
}
