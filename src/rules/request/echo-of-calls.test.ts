import { expect, test } from 'vitest';
import { testJudge } from '../../judge/judge.fixture.ts';
import { xmlExchange } from '../../wire/http/http-file.fixture.ts';
import { checkOf } from '../check.ts';
import type { Evidence } from '../evidence.ts';
import { cellOf, contract, ruleNamed } from './parameters.fixture.ts';

const judge = await testJudge(contract);
const cell = cellOf('GetModel_Restricted', 'http-get');

/** The answer to a call with this Make, which has that one, and these models. */
function read(sent: string, got: string, models: readonly string[] = [], isPlanned = true): Evidence {
  const texts = models.map((model) => `<string>${model}</string>`).join('');
  const fields = `<Modelnames>${texts}</Modelnames><Make>${got}</Make>`;
  const xml = `<Model_table xmlns="${contract.namespace}">${fields}</Model_table>`;
  const call = { operation: cell.operation.name, values: { Make: sent, Year: '2020', ProductID: 'P' }, header: null };
  return judge.read({ call, expectation: 'generated', exchange: xmlExchange(xml), isPlanned }, cell, true);
}

function problemIn(...all: readonly Evidence[]) {
  const check = checkOf(ruleNamed('request.text-fidelity'), 'cell');
  const found = check?.judge({ all, cell, contract, unused: [], lists: [] });
  return found?.kind === 'judged' ? found.problem : found?.kind;
}

const twice = (text: string): string => Buffer.from(text).toString('latin1');
const plain = read('gAbRtYuNvW', 'gAbRtYuNvW');

test.each([
  ['encoded twice', 'Xë–漢字z', twice('Xë–漢字z'), 'data.readable-text:utf-8-that-was-read-as-windows-1252'],
  ['with low bytes alone', 'aŁb漢c12', 'aAb"c12', undefined],
  ['with marks for what is lost', 'ab漢#d', 'ab?#d', 'request.text-fidelity:beyond-ascii'],
])('a text of a planned read that comes back %s is found in its own answer', (_how, sent, got, cause) => {
  const of = cause === undefined ? {} : { cause };
  expect(problemIn(plain, read(sent, got))).toMatchObject({ code: 'Make', location: 'Make', ...of });
});

test.each<readonly [string, Evidence]>([
  ['a text as it is', read('Xë#漢字z', 'Xë#漢字z')],
  ['it in another normal form', read('Xë#z', 'Xë#z'.normalize('NFD'))],
  ['it without accents or in another case', read('Škoda', 'SKODA')],
  ['it without spaces at its ends, which are none of its own', read('Xë#z ', 'Xë#z')],
  ['it to a length', read('ABCDEFGHIJ#KLMNO', 'ABCDEFGHIJ#K')],
  ['the name of what it found', read('Hond漢', 'Honda', ['Civic'])],
  ['a name that was asked for too', read('gAbRtYuNvW🚀', 'gAbRtYuNvW')],
  ['another word', read('Xë#漢字z', 'unknown')],
  ['nothing', read('Xë#漢字z', '')],
])('a read may repeat %s', (_what, answer) => {
  expect(problemIn(plain, answer)).toBe(null);
});

test('a server that repeats nothing is not judged, and a variant of a call by what sends it', () => {
  expect(problemIn(read('gAbRtYuNvW', 'none'), read('Xë#漢字z', twice('Xë#漢字z')))).toBe('not-applicable');
  expect(problemIn(plain, read('Xë#漢字z', twice('Xë#漢字z'), [], false))).toBe(null);
});
