import type { BindingName, Cell, Contract } from '../contract/model.ts';
import type { Checked } from './check.ts';
import type { Problem, Problems } from './judgement.ts';

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
export type Basis = Source & {
  readonly part: string | null;
  /** Of a part of a required rule that is only recommended. */
  readonly level?: 'recommended';
};

/** The source of a part with another one than the whole: the reason of an interpretation, or the kind. */
type PartSource = string | readonly [kind: 'text' | 'sample' | 'standard', reason?: string];
type BasisParts = Readonly<Record<string, PartSource | { readonly lesser: PartSource }>>;

/** A part of a required rule that is only recommended. */
export const lesser = (source: PartSource) => ({ lesser: source });

function based(whole: Source, parts: BasisParts = {}): Rule['basis'] {
  return [
    { ...whole, part: null },
    ...Object.entries(parts).map(([part, given]): Basis => {
      const isLesser = typeof given === 'object' && 'lesser' in given;
      const by = isLesser ? given.lesser : given;
      const level = isLesser ? ({ level: 'recommended' } as const) : {};
      if (typeof by === 'string') return { kind: 'interpretation', part, ...level, reason: by };
      return { kind: by[0], part, ...level, reason: by[1] ?? null };
    }),
  ];
}

export const byText = (parts?: BasisParts) => based({ kind: 'text', reason: null }, parts);
export const byStandard = (parts?: BasisParts) => based({ kind: 'standard', reason: null }, parts);
export const byOwner = (reason: string, parts?: BasisParts) => based({ kind: 'owner', reason }, parts);
export const interpreted = (reason: string, parts?: BasisParts) => based({ kind: 'interpretation', reason }, parts);

const sources: Readonly<Record<Source['kind'], string>> = {
  text: "the document's text",
  sample: "the document's sample",
  standard: 'a standard',
  owner: "the product's owner",
  interpretation: 'our interpretation',
};

/** `our interpretation (no second element): The text names one.` */
export function basisText({ kind, part, level, reason }: Basis): string {
  const of = `${part === null ? '' : ` (${part})`}${level === undefined ? '' : ', only recommended'}`;
  return `${sources[kind]}${of}${reason === null ? '' : `: ${reason}`}`;
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

/** A rule: permanent id, where it comes from, and what it checks. */
export interface Rule extends Checked {
  readonly id: string;
  readonly level: Level;
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
  /** What it stands on, if not what its family does (groundOf). */
  readonly ground?: Ground;
  /** False where a cell has nothing that the rule judges (no long field, say). */
  readonly appliesTo?: (cell: Cell, contract: Contract) => boolean;
}

/**
 * What a rule stands on for a service that is not the document's: a standard; the shape of answers, which any contract
 * has; that bindings agree; that an answer is that of its call; how standards let a call be written; how a call is
 * refused; the WSDL that is offered; or the document alone, so that it judges nothing else.
 */
export type Ground = 'standard' | 'shape' | 'parity' | 'own-call' | 'spelling' | 'faults' | 'wsdl' | 'document';

const families: Readonly<Record<string, Ground>> = {
  record: 'shape',
  value: 'shape',
  xsd: 'shape',
  binding: 'parity',
  response: 'own-call',
  request: 'spelling',
  data: 'document',
  wsdl: 'wsdl',
};

/** What a rule stands on: its own ground, else that of its family, the first word of its id. */
export function groundOf({ id, ground }: Pick<Rule, 'id' | 'ground'>): Ground {
  return ground ?? families[id.split('.', 1)[0] ?? ''] ?? 'standard';
}

/** Rules of a layer. */
export function rulesOf(layer: Layer, rules: readonly Omit<Rule, 'layer'>[]): readonly Rule[] {
  return rules.map((rule) => ({ layer, ...rule }));
}

/** The lesser parts of every rule: what a target may refuse, or answer as it likes. */
export const UNDESCRIBED = 'the answer to a request that the document does not describe';
export const REFUSABLE = 'a refusal of a request in a spelling that is only recommended';

/** What is only recommended of a required rule. */
export function lesserPartsOf({ basis }: Pick<Rule, 'basis'>): readonly string[] {
  return basis.flatMap(({ part, level }) => (part === null || level === undefined ? [] : [part]));
}

/** The level at which a rule with these problems is broken: the rule's, unless each of them is a lesser part of it. */
export function levelOf({ level }: Pick<Rule, 'level'>, problems: readonly Pick<Problem, 'part'>[]): Level {
  return level === 'required' && problems.every(({ part }) => part !== undefined) ? 'recommended' : level;
}

/** The problems: those of the rule's own level first. */
export function gravestFirst(problems: Problems): Problems;
export function gravestFirst(problems: readonly Problem[]): readonly Problem[];
export function gravestFirst(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((a, b) => Number(a.part !== undefined) - Number(b.part !== undefined));
}

export const everyBinding: readonly BindingName[] = ['soap11', 'soap12', 'http-get', 'http-post'];
export const soapBindings: readonly BindingName[] = ['soap11', 'soap12'];
export const httpBindings: readonly BindingName[] = ['http-get', 'http-post'];

/** The rows of the document's table VehicleTypeHeader: ids of specs/requirements.json. */
export const headerClauses: readonly string[] = [
  ...['header.VehicleTypeHeader', 'header.Filtervehicles', 'header.VehicleTypeToFilter'],
  ...['header.OnlyMake', 'header.NoModel', 'header.NoMissings', 'header.VcdbOnly'],
];
