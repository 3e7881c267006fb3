import { isDeepStrictEqual } from 'node:util';
import { listed } from '../../base/words.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Contract } from '../../contract/model.ts';
import { EMBEDDED } from '../../options/model.ts';
import { cellsToRun, shardName } from '../../options/selected-cells.ts';
import { foldResults } from '../fold.ts';
import type { Results } from '../results.ts';
import { recordedOptions } from '../run-record.ts';
import type { ShardFile } from './inputs.ts';
import { heldAgainst, mergedRecord } from './merge.ts';

/** What shards of one run have in common, as a sentence names it, and how to get it from the results of one. */
const alike: readonly (readonly [string, (results: Results) => unknown])[] = [
  ['suite version', ({ suite }) => suite.version],
  ['contract digest', ({ suite }) => suite.contractDigest],
  ["digest of the suite's files", ({ suite }) => suite.filesDigest],
  ['XML Schema validator', ({ suite }) => suite.validator],
  ['target', ({ target }) => target],
  ['namespace', ({ namespace }) => namespace],
  ['source of the namespace', ({ namespaceFrom }) => namespaceFrom],
  ['seed', ({ seed }) => seed],
  ['profile', ({ profile }) => profile],
  ['rule set', ({ ruleSet }) => ruleSet],
  ['number of recorded calls', ({ coverage }) => coverage.recorded?.calls],
  ['number of recorded calls that are sent', ({ coverage }) => coverage.recorded?.sent],
  ['parts that no recorded call uses', ({ coverage }) => coverage.recorded?.never],
  ['number of shards', ({ options }) => options.shard?.count],
];

/** Most characters of a value in a sentence. */
const MOST = 120;

/** Why these are not shards of one run, in one sentence; null if they agree. @param withBaseline - in that too */
export function disagreement(files: readonly ShardFile[], withBaseline: boolean): string | null {
  const [first] = files;
  if (first === undefined) return null;
  const knownIn = ({ results }: ShardFile) => heldAgainst(results.baseline)?.entries;
  for (const file of files) {
    const sentence = unlike(file, first) ?? otherServer(file, files);
    if (sentence !== null) return sentence;
    const other = `${file.file} was run with other known failures than ${first.file}`;
    if (withBaseline && !isDeepStrictEqual(knownIn(file), knownIn(first)))
      return `${other}; expected the shards of one run, or --baseline for all of them`;
  }
  return null;
}

function unlike({ file, results }: ShardFile, first: ShardFile): string | null {
  const traits = [...alike, ...optionTraits(first.results), ...optionTraits(results)];
  for (const [name, get] of traits) {
    const [own, other] = [get(results), get(first.results)];
    if (!isDeepStrictEqual(own, other))
      return `${file} has the ${name} ${shown(own)}, ${first.file} has ${shown(other)}; expected the shards of one run`;
  }
  return null;
}

/** Every option, and every limit on its own, so that a sentence names no more than what differs. */
function optionTraits({ options }: Results): typeof alike {
  const { shard: _part, limits, ...others } = options;
  const trait = (name: string, key: string, partOf: (results: Results) => object): (typeof alike)[number] => {
    return [`${name} ${key}`, (of) => Object.entries(partOf(of)).find(([k]) => k === key)?.[1]];
  };
  return [
    ...Object.keys(others).map((key) => trait('option', key, (of) => of.options)),
    ...Object.keys(limits).map((key) => trait('limit', key, (of) => of.options.limits)),
  ];
}

/** Another WSDL, or none, means another server; the embedded one has another port in every run. */
function otherServer({ file, results, record }: ShardFile, files: readonly ShardFile[]): string | null {
  const own = results.identity.wsdlSha256;
  const known = files.find((one) => one.results.identity.wsdlSha256 !== null);
  const wanted = known?.results.identity.wsdlSha256;
  if (results.target === EMBEDDED || known === undefined || own === wanted) return null;
  // It did request the WSDL: it has an operation, was not cut short, and the target was there.
  const { requestsBefore, interrupted, targetDown, unreachable } = record;
  const hasRequested =
    results.cells.length > 0 && requestsBefore > 0 && !interrupted && targetDown === null && unreachable === null;
  if (own === null && !hasRequested) return null;
  const met = own === null ? 'that offers no WSDL' : `whose WSDL has the SHA-256 ${shown(own)}`;
  const other = own === null ? `one whose WSDL has the SHA-256 ${shown(wanted)}` : `one with ${shown(wanted)}`;
  return `${file} met a server ${met}, ${known.file} ${other}; expected shards that called one unchanged server`;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}

/** Most shards in one sentence. */
const NAMED = 8;

/** Why shards are not complete, each with its own cells and figures, in one sentence; null if they are. */
export function gap(files: readonly ShardFile[], contract: Contract): string | null {
  const sentence = doubled(files) ?? missing(files);
  if (sentence !== null) return sentence;
  for (const file of files) {
    const wrong = strange(file, contract) ?? contradiction(file, contract);
    if (wrong !== null) return wrong;
  }
  return null;
}

function doubled(files: readonly ShardFile[]): string | null {
  for (const [place, { file, shard }] of files.entries()) {
    const before = files.slice(0, place).find((one) => one.shard.index === shard.index);
    if (before !== undefined)
      return `${file} has the shard ${shardName(shard)}, and ${before.file} has it too; expected it once`;
  }
  return null;
}

function missing(files: readonly ShardFile[]): string | null {
  const count = files[0]?.shard.count ?? 0;
  const there = new Set(files.map(({ shard }) => shard.index));
  const absent = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !there.has(index));
  if (absent.length === 0) return null;
  const names = absent.map((index) => shardName({ index, count }));
  const [noun, verb] = absent.length === 1 ? ['shard', 'is'] : ['shards', 'are'];
  return `the ${noun} ${listed(names, NAMED)} ${verb} missing; expected the results of all ${count}`;
}

/** Operations dealt out differently: another suite, or the file was edited. */
function strange({ file, results, shard }: ShardFile, contract: Contract): string | null {
  const wanted = cellsToRun(contract, { ...recordedOptions(results), shard }).map(cellName);
  const found = results.cells.map(cellName);
  if (isDeepStrictEqual(found, wanted)) return null;
  const first = found.find((name) => !wanted.includes(name)) ?? wanted.find((name) => !found.includes(name));
  const how = first === undefined ? ' in their order' : `: see ${first}`;
  return `${file} does not hold the cells of shard ${shardName(shard)}${how}; expected what \`run\` wrote`;
}

/** What a shard says of itself that follows from its parts. */
const derived: readonly (readonly [string, (results: Results) => unknown])[] = [
  ['verdict', ({ verdict }) => verdict],
  ['exit code', ({ exitCode }) => exitCode],
  ['incompleteness', ({ incomplete }) => incomplete],
  ['list of cells', ({ cells }) => cells.map(({ latencyMs: _times, ...cell }) => cell)],
  ['list of findings', ({ findings }) => findings.map(({ id }) => id)],
  ['totals', ({ totals }) => totals],
];

/** That a shard's figures do not follow from its parts, which merge folds again: it was edited. Null if they do. */
function contradiction(file: ShardFile, contract: Contract): string | null {
  const { results, shard } = file;
  const record = mergedRecord([file], contract, heldAgainst(results.baseline));
  const options = { ...record.options, shard };
  const folded = foldResults({ ...record, options, cells: cellsToRun(contract, options) });
  const unlike = derived.find(([, get]) => !isDeepStrictEqual(get(results), get(folded)));
  if (unlike === undefined) return null;
  const parts = `its ${unlike[0]} does not match its parts`;
  return `${file.file} contradicts itself: ${parts}; expected what \`run --shard i/n\` wrote, unchanged`;
}
