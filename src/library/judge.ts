import type { BindingName, Cell, Contract } from '../contract/model.ts';
import { type ExchangeJudge as CellJudge, openJudge as openCellJudge } from '../judge/judge.ts';
import type { RuleOutcome, RuleVerdict } from '../judge/rule-outcome.ts';
import { saidOf } from '../results/record/finding.ts';
import { cellVerdict } from '../results/verdict.ts';
import { requirementsOf } from '../rules/cites.ts';
import type { Evidence } from '../rules/evidence.ts';
import type { Level, Rule } from '../rules/rule.ts';
import { counted } from '../rules/rule-sets.ts';
import { rulesFor } from '../rules/rules.ts';
import { createSchemaValidator } from '../xml/schema.ts';
import { type GivenCall, type GivenResponse, httpResponse, namedCall } from './given.ts';

/** A call that should be answered with status 200, and its answer. */
export interface Answered {
  readonly binding: BindingName;
  readonly call: GivenCall;
  readonly response: GivenResponse;
}

/** What the rules say of one response. */
export interface Outcome {
  /**
   * That of a cell with this one answer: 'fail' if a required rule is broken, 'inconclusive' or 'not-reached' if none
   * is but some had nothing to judge (a field that no record shows), 'pass' otherwise.
   */
  readonly verdict: RuleVerdict;
  /** The rules broken, recommended ones too. */
  readonly findings: readonly ResponseFinding[];
  /** Every rule of the cell, with why it is neither passed nor failed. */
  readonly rules: readonly {
    readonly rule: string;
    readonly level: Level;
    readonly verdict: RuleVerdict;
    readonly reason: string | null;
  }[];
}

/** One rule broken. Texts hold pieces of the response, with any secret that it echoes. */
export interface ResponseFinding {
  readonly rule: string;
  readonly level: Level;
  /** What a right response does, and where this one does not. */
  readonly message: string;
  /** The first place, like a path or a line; null if it is the whole response. */
  readonly location: string | null;
  readonly expected: string;
  readonly actual: string;
  /** The document's clauses that the rule is based on. */
  readonly clauses: readonly { readonly id: string; readonly section: string; readonly text: string }[];
  /** The section of a standard that it is based on; null if only the document says it. */
  readonly standard: string | null;
  /** Which clients break. */
  readonly breaks: string;
}

/** Judges responses to a contract. */
export interface Judge {
  /** The XML Schema library at work and its version: libxml2-wasm. */
  readonly validator: string;
  /**
   * @throws RangeError in one sentence for a binding, operation, parameter or header that the contract does not have
   * @throws TypeError in one sentence if the call or the response is not one, as if its body is not bytes
   */
  readonly judgeResponse: (answered: Answered) => Outcome;
  /** Frees the validator's memory and temporary files, as the end of the process would; judging takes them again. */
  readonly close: () => void;
}

/** Opens a judge. It sends nothing, keeps a megabyte of bodies to know equal ones, and never throws a finding. */
export async function openJudge(contract: Contract): Promise<Judge> {
  const validator = await createSchemaValidator();
  const judge = openCellJudge({ contract, validator, judgeEach: true });
  let held = true;
  return {
    validator: validator.name,
    judgeResponse: ({ binding, call: given, response }) => {
      held = true;
      const { cell, call } = namedCall(contract, binding, given);
      const request = { method: contract.bindings[binding].method, path: '/', headers: [], body: null };
      const outcome = { kind: 'response', response: httpResponse(response) } as const;
      const exchange = { request, outcome, durationMs: 0 };
      return outcomeOf(judge.read({ call, expectation: 'sample', exchange }, cell, null), cell, contract, judge);
    },
    close: () => {
      if (held) validator.dispose();
      held = false;
    },
  };
}

type BrokenCheck = NonNullable<RuleOutcome['broken']>;

function outcomeOf(evidence: Evidence, cell: Cell, contract: Contract, judge: CellJudge): Outcome {
  const judged = counted(rulesFor(cell, contract)).map((rule) => {
    return { rule, outcome: rule.layer === 'several exchanges' ? SKIPPED : judge.judgeCell(rule, [evidence], cell) };
  });
  const rules = judged.map(({ rule: { id, level }, outcome: { verdict, reason } }) => {
    return { rule: id, level, verdict, reason: reason?.text ?? null };
  });
  const findings = judged.flatMap(({ rule, outcome: { broken } }) =>
    broken === null ? [] : [findingOf(rule, broken, cell, contract)],
  );
  return { verdict: cellVerdict(rules, 'required'), findings, rules };
}

const SEVERAL = { code: 'one-exchange', text: 'it compares several exchanges, and this is only one' } as const;
const SKIPPED: RuleOutcome = { verdict: 'skipped', judged: 0, reason: SEVERAL, broken: null };

function findingOf(rule: Rule, { problems }: BrokenCheck, cell: Cell, contract: Contract): ResponseFinding {
  const { standard = null, breaks } = rule;
  const fields = problems.map(({ code }) => code);
  const cited = requirementsOf(rule, cell, contract, fields);
  const clauses = contract.requirements
    .filter((requirement) => cited.includes(requirement.id))
    .map(({ id: clause, section, text }) => ({ id: clause, section, text }));
  return { ...saidOf(rule, problems), clauses, standard, breaks };
}
