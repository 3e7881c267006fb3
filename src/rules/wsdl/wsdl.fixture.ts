import { loadContract } from '../../contract/load.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import { checkOf } from '../check.ts';
import type { Rule } from '../rule.ts';
import { type Describing, descriptionIn } from './description.ts';
import { wsdlRules } from './rules.ts';

export const contract: Contract = loadContract('http://dealer.example/webservices/');
export const ENDPOINT = 'https://dealer.example/getData.asmx';

/** An answer to ?wsdl. */
export function answerOf(body: string | Uint8Array, status = 200): Exchange {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const rest = { reason: 'OK', version: '1.1', headers: [], complete: true, surplus: 0 };
  return {
    request: { method: 'GET', path: '/getData.asmx?wsdl', headers: [], body: null },
    outcome: { kind: 'response', response: { status, body: bytes, ...rest } },
    durationMs: 1,
  };
}

/** The rules' findings on a description in every cell: `wsdl.types@McatCodes/soap11 cause: expected, actual`. */
export function objections(wsdl: string, endpoint = ENDPOINT): readonly string[] {
  return judged(wsdl, endpoint).flatMap(({ rule, cell, outcome }) =>
    'code' in outcome
      ? []
      : outcome.map(({ code, expected, actual }) => `${rule}@${nameOf(cell)} ${code}: ${expected} | ${actual}`),
  );
}

/** The reasons why the rules judge nothing, by cell. */
export function reasons(wsdl: string): readonly string[] {
  return judged(wsdl, ENDPOINT).flatMap(({ rule, cell, outcome }) =>
    'code' in outcome ? [`${rule}@${nameOf(cell)} ${outcome.text}`] : [],
  );
}

/** How a rule judges the service description; undefined if it does not. */
export function describingOf(rule: Rule): Describing | undefined {
  const description = checkOf(rule, 'description');
  return description?.of === 'document' ? description.judge : undefined;
}

const nameOf = ({ operation, binding }: Cell): string => `${operation.name}/${binding}`;

function judged(wsdl: string, endpoint: string) {
  const description = descriptionIn(answerOf(wsdl));
  if ('none' in description) throw new Error(description.none);
  const cells = contract.operations.flatMap((operation) =>
    bindingNames.map((binding): Cell => ({ operation, binding })),
  );
  return cells.flatMap((cell) =>
    wsdlRules.flatMap((rule) => {
      const outcome = describingOf(rule)?.(description, cell, contract, new URL(endpoint));
      return outcome === undefined ? [] : [{ rule: rule.id, cell, outcome }];
    }),
  );
}
