import type { Cell, Content, Contract } from '../../contract/model.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import type { JudgeCell } from '../check.ts';
import { type Evidence, judged } from '../evidence.ts';
import { fieldPaths, isDeclared, type UnusedField } from '../fields.ts';
import { interpreted, rulesOf } from '../rule.ts';
import type { Inspection } from './inspect/inspection.ts';

/**
 * Which fields of a cell's answers have been seen: their element was there and not nil, with a value or empty. A single
 * record's list of texts must have had an item, as an array its records: else all is empty or what the call sent.
 */
export interface FieldCoverage {
  readonly path: string;
  readonly seen: boolean;
  /** False where none is required: content not shown, nested in a list that SOAP marks nil, or declared unused. */
  readonly needed: boolean;
}

type CoverageOf = readonly [all: readonly Evidence[], cell: Cell, contract: Contract, unused?: readonly UnusedField[]];

/** The coverage of a cell's fields over all its answers. */
export function fieldCoverage(...of: CoverageOf): readonly FieldCoverage[] {
  const [, cell, contract] = of;
  const isSingle = cell.operation.result.kind === 'single';
  const ofTexts = (content: Content) => content.kind === 'list' && content.item.content.kind === 'simple';
  const mayBeEmpty = fieldPaths(cell, contract).filter(
    ({ content, parent }) => !isSingle || parent !== null || !ofTexts(content),
  );
  const emptyIn = (empty: ReadonlySet<string>) => mayBeEmpty.map(({ path }) => path).filter((path) => empty.has(path));
  return coverageBy(({ seen, empty }) => [...seen, ...emptyIn(empty)], ...of);
}

/** True where a field that could have a value never had one: more answers may show one. */
export function lacksValues(...of: CoverageOf): boolean {
  return coverageBy(({ seen }) => [...seen], ...of).some(({ seen, needed }) => needed && !seen);
}

function coverageBy(
  seenIn: (inspection: Inspection) => readonly string[],
  ...[all, cell, contract, unused = []]: CoverageOf
): readonly FieldCoverage[] {
  const inspections = [...new Set(all.flatMap(({ inspection }) => inspection ?? []))];
  const seen = new Set(inspections.flatMap(seenIn));
  const nil = new Set(inspections.flatMap((one) => [...one.nil]));
  const isFree = contract.by === 'wsdl' && seen.size > 0;
  const needed = neededFields(cell, contract, unused, (path) => nil.has(path) && !seen.has(path), isFree);
  return fieldPaths(cell, contract).map(({ path }) => ({ path, seen: seen.has(path), needed: needed.has(path) }));
}

/**
 * The fields that a cell's answers must show. @param isNil - whether a list of records was only ever nil @param isFree
 * - what the contract calls optional may be absent: an answer showed another field
 */
export function neededFields(
  cell: Cell,
  contract: Contract,
  unused: readonly UnusedField[],
  isNil: (path: string) => boolean,
  isFree = false,
): ReadonlySet<string> {
  const needed = new Set<string>();
  for (const { path, parent, content, optional } of fieldPaths(cell, contract)) {
    const nested = content.kind === 'list' && content.item.content.kind === 'record' && isSoap(cell.binding);
    const isExcused =
      content.kind === 'open' ||
      (isFree && optional) ||
      (nested && isNil(path)) ||
      (parent !== null && !needed.has(parent));
    if (!isExcused && !unused.some((one) => isDeclared(one, cell.operation.name, path))) needed.add(path);
  }
  return needed;
}

const judgeCoverage: JudgeCell = ({ all, cell, contract, unused }) => {
  const unseen = fieldCoverage(all, cell, contract, unused).filter(({ seen, needed }) => needed && !seen);
  if (unseen.length === 0) return judged();
  const answered = all.filter(({ reading }) => reading.response?.status === 200);
  const isUnread = answered.length > 0 && answered.every(({ reading }) => reading.xml?.kind !== 'document');
  const unread = answered.flatMap(({ reading: { xml } }) => (xml?.kind === 'problem' ? xml.problem : []));
  const big = unread.find(({ kind }) => kind === 'size');
  if (isUnread && big !== undefined) {
    const text = `no answer was read: one has ${big.message} (elements, attributes, texts), the most that a run reads`;
    return { kind: 'inconclusive', reason: { code: 'limit', text } };
  }
  const text = isUnread
    ? 'no answer could be read, so no field was seen'
    : `never seen with a value: ${unseen.map(({ path }) => path).join(', ')}`;
  return { kind: 'inconclusive', reason: { code: 'fields-unseen', text } };
};

/** Never pass unjudged: what no answer showed has not been judged. */
export const coverageRules = rulesOf('record', [
  {
    id: 'record.coverage',
    level: 'required',
    title: 'Every field of the record has been seen.',
    requirements: ['records.*.fields'],
    basis: interpreted(
      'A field that no answer showed was not judged. The rule never fails: it leaves the cell inconclusive.',
    ),
    breaks: 'None by itself. It keeps a run that saw only empty answers from being called conformant.',
    breaksFrom: 'definition',
    example: { right: 'an answer with every field filled', wrong: 'answers with empty lists only' },
    checks: [{ kind: 'cell', sees: 'answers', judge: judgeCoverage }],
  },
]);
