import { cellName } from '../../../contract/cell-name.ts';
import type { BindingName, Cell } from '../../../contract/model.ts';
import { isRefusal, ofNamespace, otherNamespace } from '../../../results/causes/first-cause.ts';
import { rules, rulesFor } from '../../../rules/rules.ts';
import { isStatus200, statusOf } from '../../../wire/http/exchange.ts';
import { both } from '../pairs.ts';
import type { ComparisonContext } from './context.ts';
import type { EvidencePair } from './send-calls.ts';

export type FirstCauses = ReturnType<typeof createFirstCauses>;

const ANSWERS = { a: 'A answers', b: 'B answers' } as const;

const namespaceRules = rules.filter(({ id }) => ofNamespace.has(id));

/** Sees whether one mistake explains all that a server answers: a wrong address or namespace. */
export function createFirstCauses({ servers, contract, judge, redact }: ComparisonContext) {
  const statuses = both(() => new Set<number>());
  const answered = new Set<string>();
  const elsewhere = new Map<string, { operation: string; binding: BindingName; namespace: string }>();
  let calls = 0;

  return {
    /** Gets the answers of a cell. */
    note(pairs: readonly Pick<EvidencePair, 'exchanges' | 'evidence'>[], cell: Cell): void {
      const applicable = rulesFor(cell, contract, namespaceRules);
      for (const { exchanges, evidence } of pairs) {
        calls += 1;
        for (const side of ['a', 'b'] as const) statuses[side].add(statusOf(exchanges[side]));
        if (isStatus200(exchanges.a)) answered.add(cellName(cell));
        const place = { operation: cell.operation.name, binding: cell.binding };
        const said = applicable.map((rule) => judge.judge(rule, evidence.a));
        for (const { namespace } of said.flatMap((one) => (typeof one === 'string' ? [] : one)))
          if (namespace) elsewhere.set(`${cellName(cell)} ${namespace}`, { ...place, namespace });
      }
    },
    /** What the user may have mistaken, in sentences. */
    sentences(): readonly string[] {
      const refusing = (['a', 'b'] as const).flatMap((side) => {
        const [status = 0, ...others] = statuses[side];
        const isOne = calls > 1 && others.length === 0 && isRefusal(`${status}`);
        if (!isOne || servers[side].recording !== undefined) return [];
        const doubt = status === 401 || status === 403 ? 'are its credentials' : 'is its address';
        return [`${ANSWERS[side]} ${status} to every call: ${doubt} right?`];
      });
      const { options, recording } = servers.a;
      // The namespace of a recording, or of a WSDL, is not the user's.
      const isGiven = recording === undefined && options.namespace === contract.namespace;
      const other = isGiven ? otherNamespace([...elsewhere.values()], answered.size, options, ANSWERS.a) : null;
      return [...refusing, ...(other === null ? [] : [redact(other.sentence)])];
    },
  };
}
