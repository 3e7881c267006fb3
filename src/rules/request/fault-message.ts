import type { Contract } from '../../contract/model.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { byteRules } from '../answer/bytes.ts';
import { documentRules } from '../answer/document.ts';
import { envelopeRules } from '../answer/envelope.ts';
import { checkOf } from '../check.ts';
import type { Problem } from '../judgement.ts';

/** The rules on the envelope that do not check its version, since a fault has its own. */
const OF_MESSAGES = ['soap.envelope-structure', 'soap.encoding-style'];
const rules = [...envelopeRules.filter(({ id }) => OF_MESSAGES.includes(id)), ...byteRules, ...documentRules];

/**
 * What the rules on bytes, XML and envelope of a success say about a fault, which is a SOAP message too. Only they
 * report what a success of the cell shows as well.
 */
export function messageProblems(reading: ParsedResponse, contract: Contract, success: ParsedResponse) {
  const found = problemsOf(reading, contract);
  if (found.length === 0) return found;
  const shared = new Set(problemsOf(success, contract).map(({ code }) => code));
  return found.filter(({ code }) => !shared.has(code));
}

function problemsOf({ cell, exchange, response, coding, text, xml, located }: ParsedResponse, contract: Contract) {
  const evidence = {
    contract,
    call: { operation: cell.operation.name, values: {}, header: null },
    expectation: 'generated',
    // Not spread: a reading makes its parts on use.
    reading: { cell, exchange, response, coding, text, xml, located, success: true },
    inspection: null,
    schema: null,
    cellAnswers200: true,
    isPlanned: true,
  } as const;
  return rules.flatMap((rule): readonly Problem[] => {
    const judgement = checkOf(rule, 'answer')?.judge(evidence) ?? [];
    if (typeof judgement === 'string') return [];
    return judgement.map(({ code, text, location, expected, actual }) => {
      return { code: `${rule.id}/${code}`, text: `A fault breaks ${rule.id}: ${text}`, location, expected, actual };
    });
  });
}
