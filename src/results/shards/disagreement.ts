import { isDeepStrictEqual } from 'node:util';
import type { BaselineEntryResult, Results } from '../results.ts';
import { EMBEDDED } from '../run-options.ts';
import type { ShardFile } from './shard-file.ts';

/** What shards of one run have alike, as a sentence names it, and how it is got from the results of one. */
const alike: readonly (readonly [string, (results: Results) => unknown])[] = [
  ['suite version', ({ suite }) => suite.version],
  ['contract digest', ({ suite }) => suite.contractDigest],
  ['XML Schema validator', ({ suite }) => suite.validator],
  ['target', ({ target }) => target],
  ['namespace', ({ namespace }) => namespace],
  ['seed', ({ seed }) => seed],
  ['profile', ({ profile }) => profile],
  ['number of shards', ({ options }) => options.shard?.count],
];

/** Characters of a value that a sentence shows. */
const MOST = 120;

/**
 * What keeps these from being shards of one run, in one sentence: the file, what it has, what the first has. null where
 * they agree.
 * @param withBaseline - the known failures that they were held against must be the same ones too
 */
export function disagreement(files: readonly ShardFile[], withBaseline: boolean): string | null {
  const [first] = files;
  if (first === undefined) return null;
  for (const file of files) {
    const sentence = unlike(file, first) ?? otherServer(file, files);
    if (sentence !== null) return sentence;
    if (withBaseline && !isDeepStrictEqual(entriesOf(file), entriesOf(first)))
      return `${file.file} was held against other known failures than ${first.file}; expected the shards of one run, or --baseline for all of them`;
  }
  return null;
}

function unlike({ file, results }: ShardFile, first: ShardFile): string | null {
  const traits = [...alike, ...optionTraits(first.results), ...optionTraits(results)];
  for (const [name, get] of traits) {
    const [own, wanted] = [get(results), get(first.results)];
    if (!isDeepStrictEqual(own, wanted))
      return `${file} has the ${name} ${shown(own)}, ${first.file} has ${shown(wanted)}; expected the shards of one run`;
  }
  return null;
}

/** Every option, and every limit on its own, so that a sentence names no more than what differs. */
function optionTraits({ options }: Results): typeof alike {
  const { shard: _part, limits, ...others } = options;
  return [
    ...Object.keys(others).map(optionTrait),
    ...Object.keys(limits).map(
      (key) =>
        [`limit ${key}`, (of: Results) => Object.entries(of.options.limits).find(([k]) => k === key)?.[1]] as const,
    ),
  ];
}

function optionTrait(key: string): (typeof alike)[number] {
  return [`option ${key}`, ({ options }) => Object.entries(options).find(([name]) => name === key)?.[1]];
}

/**
 * Another WSDL at the same address is another server, and so is one that offers none: it was changed meanwhile. The
 * embedded server has another port, and so another WSDL, in every run.
 */
function otherServer({ file, results, record }: ShardFile, files: readonly ShardFile[]): string | null {
  const own = results.identity.wsdlSha256;
  const known = files.find((one) => one.results.identity.wsdlSha256 !== null);
  const wanted = known?.results.identity.wsdlSha256;
  if (results.target === EMBEDDED || known === undefined || own === wanted) return null;
  if (own === null && !asked(record)) return null;
  const met = own === null ? 'that offers no WSDL' : `whose WSDL has the SHA-256 ${shown(own)}`;
  const other = own === null ? `one whose WSDL has the SHA-256 ${shown(wanted)}` : `one with ${shown(wanted)}`;
  return `${file} met a server ${met}, ${known.file} ${other}; expected shards that asked one server, unchanged`;
}

/** It came to ask for the WSDL: it has an operation, was not cut short, and the target was there. */
function asked({ requestsBefore, interrupted, targetDown, unreachable }: ShardFile['record']): boolean {
  return requestsBefore > 0 && !interrupted && targetDown === null && unreachable === null;
}

/** The known failures as their file has them, without what became of them. */
function entriesOf({ results: { baseline } }: ShardFile): readonly Omit<BaselineEntryResult, 'state'>[] | null {
  return baseline?.entries.map(({ state: _state, ...entry }) => entry) ?? null;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
