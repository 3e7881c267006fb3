import type { BindingName, Cell, Contract } from '../contract/model.ts';
import type { Call } from '../wire/soap/call.ts';
import type { ParsedResponse } from '../wire/soap/parsed-response.ts';
import type { Listed } from '../wire/soap/records.ts';
import type { SchemaVerdict } from '../xml/schema.ts';
import type { Inspection } from './answer/inspect/inspection.ts';
import type { UnusedField } from './fields.ts';
import type { Judgement, Problem, Problems, Reason } from './judgement.ts';
import type { Probing } from './probe.ts';
import type { Masked } from './same-answer.ts';
import type { Describing, Description } from './wsdl/description.ts';

/** `required`: the document says so. `recommended`: a standard below it does, or real stacks are known to differ. */
export type Level = 'required' | 'recommended' | 'observed';

/**
 * Where a rule comes from. `text`: a sentence of the document; `sample`: its own example; `owner`: the product's owner
 * requires it; `standard`: the section that the rule names; `interpretation`: our reading, for the reason given.
 */
type Source =
  | { readonly kind: 'text' | 'sample' | 'standard'; readonly reason: string | null }
  | { readonly kind: 'owner' | 'interpretation'; readonly reason: string };

/** The source of a rule, or of a part of it; `part` is null for the rule as a whole. */
export type Basis = Source & { readonly part: string | null };

/** The part of a rule with another basis than the whole: the reason of an interpretation, or the kind. */
type Parts = Readonly<Record<string, string | readonly [kind: 'text' | 'sample' | 'standard', reason?: string]>>;

function based(whole: Source, parts: Parts = {}): Rule['basis'] {
  return [
    { ...whole, part: null },
    ...Object.entries(parts).map(([part, by]): Basis => {
      if (typeof by === 'string') return { kind: 'interpretation', part, reason: by };
      return { kind: by[0], part, reason: by[1] ?? null };
    }),
  ];
}

export const byText = (parts?: Parts) => based({ kind: 'text', reason: null }, parts);
export const byStandard = (parts?: Parts) => based({ kind: 'standard', reason: null }, parts);
export const byOwner = (reason: string, parts?: Parts) => based({ kind: 'owner', reason }, parts);
export const interpreted = (reason: string, parts?: Parts) => based({ kind: 'interpretation', reason }, parts);

const sources: Readonly<Record<Source['kind'], string>> = {
  text: "the document's text",
  sample: "the document's sample",
  standard: 'a standard',
  owner: "the product's owner",
  interpretation: 'our interpretation',
};

/** `our interpretation (no second element): The text names one.` */
export function basisText({ kind, part, reason }: Basis): string {
  return `${sources[kind]}${part === null ? '' : ` (${part})`}${reason === null ? '' : `: ${reason}`}`;
}

/** The layers of a response, from the wire inwards; a rule is reached if the layers before it left it something. */
export type Layer =
  | 'transport'
  | 'status'
  | 'media type'
  | 'length'
  | 'bytes'
  | 'XML'
  | 'envelope'
  | 'wrapper'
  | 'record'
  | 'value'
  | 'schema'
  | 'several exchanges';

/**
 * What is known of a call. `sample`: the user guarantees 200 with data; `known`: its values are the user's or of one
 * answer; `generated`: some are invented; `undescribed`: the document does not describe it, so only HTTP is judged.
 */
export type Expectation = 'sample' | 'known' | 'generated' | 'undescribed';

/** All that a rule may look at: one exchange of a cell, read. */
export interface Evidence {
  readonly contract: Contract;
  readonly call: Call;
  readonly expectation: Expectation;
  readonly reading: ParsedResponse;
  /** The walk over the records; null where there is no payload to walk. */
  readonly inspection: Inspection | null;
  /** What the XML Schema validator said; null where it did not run. */
  readonly schema: SchemaVerdict | null;
  /** A call of this cell answered 200. */
  readonly cellAnswers200: boolean;
}

/** What a rule says of a whole cell besides its exchanges. */
export type CellJudgement =
  | { readonly kind: 'judged'; readonly problem: Problem | null; readonly evidence: Evidence | null }
  | { readonly kind: 'inconclusive'; readonly reason: Reason }
  /** With a reason: the target offers nothing that the rule is about. */
  | { readonly kind: 'not-applicable'; readonly reason?: Reason };

/** That a rule had something to judge, and the problem if it found one. */
export function judged(evidence: Evidence | null = null, problem: Problem | null = null): CellJudgement {
  return { kind: 'judged', problem, evidence };
}

/** The part of a rule that relates bindings. */
export interface Comparing {
  /** The bindings with which it compares a cell's answers; all if left out. */
  readonly against?: readonly BindingName[];
  /** It compares calls without a header, which all bindings can carry. */
  readonly withoutHeader?: true;
  /** A read that got different answers is sent again, to see whether they are wrong at times. */
  readonly atTimes?: true;
  /**
   * @param masked - fields known to change between equal reads, not compared
   * @param changing - of a write: fields that differ between two of one binding; left out if not known
   */
  readonly judge: (own: Evidence, peers: readonly Evidence[], masked: Masked, changing?: Masked) => Judgement;
}

/** A rule: permanent id, where it comes from, and a pure judge. */
export interface Rule {
  readonly id: string;
  readonly level: Level;
  /** For a required rule: what is only recommended. */
  readonly lesserParts?: readonly [string, ...string[]];
  readonly layer: Layer;
  /** One sentence in the present indicative: what a right answer does. */
  readonly title: string;
  /** All if left out. */
  readonly bindings?: readonly BindingName[];
  /** Ids of specs/requirements.json; `records.*.fields` and `operations.*` mean those of the cell's operation. */
  readonly requirements: readonly string[];
  /** The section of a standard; left out where only the document says it. */
  readonly standard?: string;
  /** Of the whole rule, then of each part that has another basis or is stricter. */
  readonly basis: readonly [Basis, ...Basis[]];
  /** Which real clients fail without it. */
  readonly breaks: string;
  /** How `breaks` is known, if not from running clients; fixtures/clients/README.md has what was seen, by rule. */
  readonly breaksFrom?: 'read' | 'definition';
  readonly example: { readonly right: string; readonly wrong: string };
  /** False where a cell has nothing that the rule judges (no long field, say). */
  readonly appliesTo?: (cell: Cell, contract: Contract) => boolean;
  /** Looks only at the answer: equal answers of a cell are judged once. Left out if a single answer shows nothing. */
  readonly judge?: (evidence: Evidence) => Judgement;
  /** False for a call that may be answered in a way that `judge` objects to. */
  readonly ofCalls?: (call: Call) => boolean;
  /** Further requests that the rule sends in a cell, and what it does with their answers. */
  readonly probing?: Probing;
  readonly comparing?: Comparing;
  /** It judges the service description, which a run requests once, and no answer to a call. */
  readonly describing?: Describing;
  /** It judges the answers to planned calls by the service description. */
  readonly byDescription?: ByDescription;
  /** It judges what all answers of a cell show together: the few that a file keeps are not enough. */
  readonly ofAllAnswers?: true;
  /** It judges what changes while a run lasts: a finding is confirmed by sending calls again many times. */
  readonly overTime?: true;
  /** A call with different answers is sent after other calls, to see whether its answer depends on them. */
  readonly afterOthers?: true;
  /** It looks only at the calls as planned: other rules judge other spellings of them. */
  readonly ofPlainCalls?: true;
  /** It also judges refusals of repeats and variants, which other rules leave to the rule that sent them. */
  readonly ofRefusals?: true;
  /** It judges HTTP: refusals too, and answers to requests that the document does not describe. There it is recommended. */
  readonly ofEveryAnswer?: true;
  /** The operations whose answers from before the cells were run it compares with those of the cell. */
  readonly listing?: (cell: Cell, contract: Contract) => readonly string[];
  readonly judgeCell?: (
    evidence: readonly Evidence[],
    cell: Cell,
    contract: Contract,
    unused: readonly UnusedField[],
    lists: readonly Listed[],
  ) => CellJudgement;
}

/** What a rule says of an answer by a description. */
export type ByDescription = (description: Description, evidence: Evidence) => Judgement | Reason;

/** The parts that send requests. */
type Sends = Pick<Rule, 'probing' | 'describing' | 'byDescription' | 'comparing'>;

/** True for a rule whose exchange is not a plain call: it sends its own requests. */
export function sendsItsOwn({ probing, describing, byDescription, comparing }: Sends): boolean {
  const isDescribed = describing !== undefined || byDescription !== undefined;
  return probing !== undefined || isDescribed || comparing?.withoutHeader === true;
}

/** True for a rule that needs more than recorded exchanges: its own requests, or all answers of a run. */
export function needsTraffic(rule: Sends & Pick<Rule, 'ofAllAnswers'>): boolean {
  return sendsItsOwn(rule) || rule.ofAllAnswers === true;
}

/** For a problem that is a lesser part of a required rule. */
export const LESSER = { level: 'recommended' } as const;

/** The level at which a rule with these problems is broken: the rule's, unless each of them is a lesser part of it. */
export function levelOf({ level }: Pick<Rule, 'level'>, problems: readonly Problem[]): Level {
  return level === 'required' && problems.every((problem) => problem.level === 'recommended') ? 'recommended' : level;
}

/** The problems: those of the rule's own level first. */
export function gravestFirst(problems: Problems): Problems;
export function gravestFirst(problems: readonly Problem[]): readonly Problem[];
export function gravestFirst(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((a, b) => Number(a.level !== undefined) - Number(b.level !== undefined));
}

export const everyBinding: readonly BindingName[] = ['soap11', 'soap12', 'http-get', 'http-post'];
export const soapBindings: readonly BindingName[] = ['soap11', 'soap12'];
export const httpBindings: readonly BindingName[] = ['http-get', 'http-post'];

/** The rows of the document's table VehicleTypeHeader: ids of specs/requirements.json. */
export const headerClauses: readonly string[] = [
  'header.VehicleTypeHeader',
  'header.Filtervehicles',
  'header.VehicleTypeToFilter',
  'header.OnlyMake',
  'header.NoModel',
  'header.NoMissings',
  'header.VcdbOnly',
];
