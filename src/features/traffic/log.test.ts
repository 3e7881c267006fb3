import { describe, expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { TrafficExchange } from './entry.ts';
import { clientName, createTrafficLog } from './log.ts';
import { exchangeOf } from './traffic.fixture.ts';

const contract = loadContract(defaultNamespace());
const open = (limits = {}) => createTrafficLog({ contract, origin: () => 'http://127.0.0.1:8080', limits });
const right = '/getData.asmx/Get_Inventory?Application_ID=APP-1&ItemNo=SC-1001';
const wrong = '/getData.asmx/Get_Inventory?Application_ID=APP-1&itemno=SC-1001';

describe('a traffic log', () => {
  test('tells clients, cells, and right from wrong', () => {
    const log = open();
    log.add(exchangeOf(right, { client: 'a' }));
    log.add(exchangeOf(wrong, { client: 'a' }));
    log.add(exchangeOf(wrong, { client: 'b' }));
    log.add(exchangeOf('/getData.asmx?wsdl', { client: 'b' }));
    const { exchanges, calls, right: good, wrong: bad, clients, findings } = log.summary();
    expect([exchanges, calls, good, bad]).toEqual([4, 3, 1, 2]);
    const cell = { operation: 'Get_Inventory', binding: 'http-get' };
    expect(clients).toEqual([
      { name: 'a', right: 1, wrong: 1, cells: [{ ...cell, right: 1, wrong: 1 }] },
      { name: 'b', right: 0, wrong: 1, cells: [{ ...cell, right: 0, wrong: 1 }] },
    ]);
    expect(new Set(findings.map(({ client }) => client))).toEqual(new Set(['a', 'b']));
    expect(log.entries().flatMap(({ client, id, right }) => (client === 'a' ? [[id, right]] : []))).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(log.entries(2).flatMap(({ binding, id }) => (binding === 'http-get' ? [id] : []))).toEqual([3]);
  });

  test('marks what is wrong, and gives a line for curl', () => {
    const log = open();
    const { id } = log.add(exchangeOf(wrong));
    const details = log.details(id);
    expect(details?.request.filter((piece) => piece.wrong).map(({ text }) => text)).toContain('itemno');
    expect(details?.curl).toContain(`'http://127.0.0.1:8080${wrong}'`);
  });

  test.each([
    ['its path', right.replace('getData', 'GetData'), {}, '/GetData.asmx/Get_Inventory'],
    ['its method', right, { method: 'PUT' }, 'PUT'],
  ])('marks of a request line only what is wrong: %s', (_name, path, how, part) => {
    const log = open();
    const { id } = log.add(exchangeOf(path, how));
    expect(
      log
        .details(id)
        ?.request.filter((piece) => piece.wrong)
        .map(({ text }) => text),
    ).toEqual([part]);
  });

  test('keeps only the last exchanges, within its bytes, and counts all', () => {
    const log = open({ entries: 10, bytes: 4_000, clients: 2 });
    for (let n = 0; n < 50; n += 1) {
      log.add(exchangeOf(right, { client: `c${n}`, answer: 'x'.repeat(n === 49 ? 9_000 : 1_000) }));
    }
    expect(log.entries().map(({ id }) => id)).toEqual([41, 42, 43, 44, 45, 46, 47, 48, 49, 50]);
    const kept = log.entries().filter(({ id }) => log.details(id) !== null);
    expect(kept.map(({ id }) => id)).toEqual([47, 48, 49]);
    expect(log.summary().clients.map(({ name, right }) => [name, right])).toEqual([
      ['c0', 1],
      ['c1', 1],
      ['other clients', 48],
    ]);
    expect(log.summary().right).toBe(50);
  });

  test('calls listeners until they stop', () => {
    const log = open();
    const heard: number[] = [];
    const stop = log.subscribe(({ id }) => heard.push(id));
    log.add(exchangeOf(right));
    stop();
    log.add(exchangeOf(right));
    expect(heard).toEqual([1]);
  });

  test('names answers that a server rule objects to', () => {
    const problem = { rule: 'http.status', level: 'required' as const, message: 'status 500', location: null } as const;
    const answer = [{ ...problem, expected: '200', actual: '500', fix: null }];
    const log = open();
    const { id, right: good, problems } = log.add({ ...exchangeOf(right, { status: 500 }), answer });
    expect([good, problems.map(({ side, rule }) => `${side} ${rule}`)]).toEqual([true, ['server http.status']]);
    expect(log.details(id)?.response.find((piece) => piece.wrong)?.text).toBe('HTTP/1.1 500 OK');
  });
});

test('a client is its User-Agent and its address', () => {
  const headers = [['user-agent', 'zeep\u001b[31m']] as TrafficExchange['request']['headers'];
  expect(clientName({ headers }, '::ffff:127.0.0.1')).toBe('zeep\uFFFD[31m (127.0.0.1)');
  expect(clientName({ headers: [] }, undefined)).toBe('no User-Agent (unknown address)');
});
