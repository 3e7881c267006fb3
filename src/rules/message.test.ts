import { expect, test } from 'vitest';
import type { Header } from '../exchange/exchange.ts';
import { exchangeOf, readHttpFile } from '../exchange/http-file.fixture.ts';
import { cellOf, contract } from '../reference/variations/target.fixture.ts';
import { gatherEvidence, judgeCell } from './judge.ts';
import { rules } from './rules.ts';

const cell = cellOf('McatCodes', 'http-get');

function verdict(...more: readonly Header[]) {
  const file = readHttpFile('exchanges/McatCodes/http-get.response.http');
  const exchange = exchangeOf({ ...file, headers: [...file.headers, ...more] });
  const call = { operation: 'McatCodes', values: {}, header: null };
  const all = gatherEvidence([{ call, expectation: 'generated', exchange }], cell, contract, true);
  const rule = rules.find(({ id }) => id === 'http.content-type');
  if (rule === undefined) throw new Error('the rule is there');
  return judgeCell(rule, all, cell, contract);
}

test('a second Content-Type breaks http.content-type, and both are named', () => {
  expect(verdict().verdict).toBe('pass');
  const { broken } = verdict(['content-type', 'text/html']);
  expect(broken?.problems[0].actual).toBe('text/xml; charset=utf-8 and text/html');
});
