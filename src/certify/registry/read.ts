import type { KeyObject } from 'node:crypto';
import { join, resolve } from 'node:path';
import { MOST_SHOWN, shownLine } from '../../report/shown-text.ts';
import { isLater } from '../../schemas/days.ts';
import { ConfigError } from '../../schemas/error.ts';
import { member } from '../../schemas/json.ts';
import { foldersIn, mostMiB, type NamedFolder, readNamed } from '../../schemas/read-file.ts';
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

/** The statements of a folder that verify, and why the others do not. @throws ConfigError if it has none */
export function readStatements({ folder, name }: NamedFolder, keys: readonly KeyObject[], program: Program) {
  const found = foldersIn({ folder, name }).filter((one) => one !== SITE);
  if (found.length === 0)
    throw new ConfigError(
      `${name} holds no folder with a statement; \`certify --out ${join(name, '<name>')}\` writes one`,
    );
  const listed = new Map<string, Listed>();
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
  return { listed: [...listed.values()], leftOut };
}

export type Listed = Exclude<ReturnType<typeof listedIn>, string>;

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
    const said = saidBy(statement);
    if (typeof said === 'string') return without(said);
    const odd =
      wrongTarget(said) ?? (isLater(Date.parse(said.startedAt), program.now) ? 'its run begins in the future' : null);
    if (odd !== null) return without(odd);
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

/** What a statement says of its run; one sentence if it lacks a part. */
function saidBy(statement: Statement) {
  const [subject] = statement.subject;
  const about = parsedJson(Buffer.from(subject?.content ?? '', 'base64').toString());
  const [target, namespace] = [member(about, 'target'), member(about, 'namespace')];
  const uri = statement.predicate.configuration.find(({ name }) => name === 'suite')?.uri ?? '';
  const { startedAt } = annotationsIn(statement, EVIDENCE_NAME);
  if (typeof target !== 'string' || typeof namespace !== 'string') return 'it does not say which target it is about';
  if (!uri.startsWith(suiteUri(''))) return 'it does not say which version of the suite ran';
  if (startedAt === undefined || Number.isNaN(Date.parse(startedAt))) return 'it does not say when the run was';
  return {
    target,
    namespace,
    suite: uri.slice(suiteUri('').length),
    ruleSet: annotationsIn(statement, 'rule set').ruleSet ?? null,
    result: statement.predicate.result,
    startedAt,
    waivers: annotationsIn(statement, 'waivers').waivers ?? [],
  };
}
