import { expect, test } from 'vitest';
import { isOtherYes } from '../../calls/read-texts.ts';
import { exampleCall } from '../../options/values.ts';
import { defectNamed, mutation } from '../../reference/defects/defects.ts';
import type { Mutation, MutationContext } from '../../reference/mutation.ts';
import type { FieldValue, ParameterValues, RecordValue } from '../../reference/value.ts';
import { cellOf, contract, harvested, quickRun } from '../../reference/variations/target.fixture.ts';
import type { Call } from '../../wire/soap/call.ts';
import { planCalls } from '../plan/plan-calls.ts';
import { everywhere, field, runOf } from './run-operation.fixture.ts';

const cells = ['soap11', 'soap12', 'http-get', 'http-post'] as const;
/** What YAML and readers of JSON take for a date or a time. */
const TIME = /^(\d{4}-\d\d-\d\d)?[T ]?(\d\d:\d\d(:\d\d)?)?Z?$/;

test('an order is sent three times in each binding: as known, with words, and with texts, for what may be nothing', async () => {
  const pools = await harvested();
  const options = { ...quickRun('http://127.0.0.1:9'), samples: [] };
  const planned = cells.map((binding) => planCalls(cellOf('Add_toCart', binding), contract, { options, pools }));
  expect(planned.map((calls) => calls.length)).toEqual([3, 3, 3, 3]);
  expect(planned.map((calls) => calls.findIndex(({ traits }) => traits !== undefined))).toEqual([2, 2, -1, -1]);
  const [known, words, texts] = [0, 1, 2].map((at) => planned.map((calls) => calls[at]?.call.values ?? {}));
  const decides = ({ ItemID, Approved, MaterialID }: Call['values']) => [ItemID, Approved, MaterialID].join();
  const same = (of: typeof known, read: (values: Call['values']) => unknown) => new Set(of?.map(read)).size;
  expect(same(known, (values) => JSON.stringify(values))).toBe(1);
  expect(known?.[0]).toMatchObject({ Client_IP: '192.0.2.1', Approved: 'yes' });
  expect(known?.[0]?.SessionID).toMatch(/^[0-9]{9,}(\.0)?$/);
  expect(known?.[0]?.CK_SessionID).toMatch(/^[\w.]+$/);
  const alike = ({ SessionID, CK_SessionID, Client_IP, ...values }: Call['values']) =>
    [SessionID, CK_SessionID, Client_IP, decides(values)].join();
  expect([same(words, alike), same(words, ({ ContactInfo, Submodel }) => `${ContactInfo}${Submodel}`)]).toEqual([1, 4]);
  for (const values of words ?? []) {
    const both = [values.SessionID, values.CK_SessionID];
    expect(both.filter((text) => /^(null|nil|none|undefined)$/i.test(`${text}`))).toHaveLength(1);
    expect(both.filter((text) => TIME.test(`${text}`))).toHaveLength(1);
    expect(values.recid).not.toMatch(/^\d*$/);
    expect(values.Client_IP).toMatch(/^[0-9a-f.]*:[0-9a-f:]*:[0-9a-f.:]+$/);
    expect(Object.values(values).filter((value) => value === '')).toHaveLength(1);
    expect(`${values.ContactInfo}${values.Submodel}`).toMatch(
      /^(?=.*& ?)(?=.*")(?=.*<)(?=.*[\u{10000}-\u{10ffff}])(?=.*€)(?!.*\$)/su,
    );
  }
  for (const [at, { SessionID, CK_SessionID, ContactInfo = '' }] of (texts ?? []).entries()) {
    if (at < 2) expect(CK_SessionID).toMatch(TIME);
    for (const text of at < 2 ? [SessionID] : [SessionID, CK_SessionID])
      expect(text).toMatch(
        /^[\w.]+?(?=.*& ?)(?=.*")(?=.*<)(?=.*[\u{10000}-\u{10ffff}])(?=.*€)(?=.*\{\{x\}\})(?!.*PATH%)/su,
      );
    expect(ContactInfo.length).toBeLessThan(25);
  }
  expect(texts?.slice(0, 2).map(({ Approved = '' }) => isOtherYes(Approved, 'yes'))).toEqual([true, true]);
  expect(texts?.slice(2).map(decides)).toEqual(Array(2).fill(expect.stringMatching(/^([A-Za-z]{10},?){3}$/)));
  // ASP.NET takes a query of 2,048 characters.
  for (const { values } of planned.flatMap((calls) => calls.map(({ call }) => call)))
    expect(`${new URLSearchParams(values)}`.length).toBeLessThan(2000);
});

test('another word for yes is not sent with a sample, nor in place of a word for no', async () => {
  const pools = await harvested();
  const approvedIn = (values: Call['values'], samples: readonly Call[]) => {
    const own = {
      ...pools,
      values: {
        ...pools.values,
        ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]])),
      },
    };
    const options = { ...quickRun('http://127.0.0.1:9'), samples };
    return planCalls(cellOf('Add_toCart', 'soap11'), contract, { options, pools: own }).map(
      ({ call }) => call.values.Approved,
    );
  };
  expect(approvedIn({ Approved: 'no' }, [])).toEqual(['no', 'no', 'no']);
  const sample = exampleCall(cellOf('Add_toCart', 'soap11').operation, contract);
  expect(approvedIn({}, [sample])).toEqual(['yes', 'yes', 'yes']);
});

test('an answer to an order in another spelling is judged, and the order is not sent again', async () => {
  const results = await runOf('Add_toCart', [
    {
      applies: (operation) => operation === 'Add_toCart',
      response: (response, { request }) =>
        Buffer.from(request.body).includes('xsi:type=') ||
        /CDATA|<(?!soap)[\w.-]+:/.test(`${Buffer.from(request.body)}`)
          ? {
              ...response,
              headers: [
                ...response.headers.filter(([name]) => name !== 'Content-Type'),
                ['Content-Type', 'text/plain'],
              ],
            }
          : response,
    },
  ]);
  const found = results.findings.filter(({ rule }) => rule === 'http.content-type');
  expect(found.map(({ binding, probe }) => [binding, probe?.rule])).toEqual([
    ['soap11', 'request.infoset'],
    ['soap12', 'request.infoset'],
  ]);
  // All are sent with the first cell, and count for their own.
  expect(results.cells.map(({ requests }) => requests)).toEqual([3, 3, 3, 3]);
});

test('an order that repeats the text of the order before, over another binding, is answered as another call', async () => {
  let before: ParameterValues[string] | undefined;
  const parameters: Mutation['parameters'] = (values) => {
    const SessionID = before ?? values.SessionID ?? null;
    before = values.SessionID ?? null;
    return { ...values, SessionID };
  };
  const { findings } = await runOf('Add_toCart', [{ applies: everywhere, parameters }]);
  const own = findings.filter(({ rule }) => rule === 'response.own-call');
  expect(own.map(({ binding, level, location }) => [binding, level, location])).toEqual(
    cells.map((binding) => [binding, 'required', 'SessionID']),
  );
});

test('a text that an order changes is found in the field that repeats it', async () => {
  const defect = defectNamed('cart-text-damaged') ?? expect.fail('there is no such defect');
  const results = await runOf('Add_toCart', [mutation(defect, { operation: null, binding: null }, contract)]);
  const found = results.findings.filter(({ rule }) => rule === 'request.text-fidelity');
  expect(found.map(({ binding, location }) => [binding, location])).toEqual(
    cells.map((binding) => [binding, 'SessionID']),
  );
});

test('a field that cuts every text it was sent is found, not one that has sessions of its own', async () => {
  const found = async (change: (session: string) => string): Promise<readonly string[]> => {
    const results = await ordersOn((answer) => ({ ...answer, SessionID: change(`${answer.SessionID}`) }));
    return results.findings.map(({ rule, level, location }) => `${rule} ${level} ${location}`);
  };
  const changed = 'request.text-fidelity recommended SessionID';
  expect(await found((session) => session.slice(0, -1))).toEqual(Array(4).fill(changed));
  expect(await found(() => 'S969148650')).toEqual([]);
});

test('an item that each order repeats without its marks is found, not one as the data has it', async () => {
  const found = async (change: (item: string) => string): Promise<readonly string[]> => {
    const results = await ordersOn((answer) => ({ ...answer, ItemID: change(`${answer.ItemID}`) }));
    return results.findings.map(({ rule, level, location }) => `${rule} ${level} ${location}`);
  };
  const changed = 'request.text-fidelity recommended ItemID';
  expect(await found((item) => item.replaceAll('-', '').toUpperCase())).toEqual(Array(4).fill(changed));
  expect(await found((item) => item.toLowerCase())).toEqual([]);
  expect(await found(() => 'S969148650')).toEqual([]);
});

test('an order of nothing need not repeat its texts', async () => {
  const results = await ordersOn((answer) =>
    answer.Quantity === '0' ? { ...answer, SessionID: '', CK_SessionID: null, ItemID: null } : answer,
  );
  expect(results.findings).toEqual([]);
});

test('an order with a text that can be no session may get a session of its own', async () => {
  const own = (text: FieldValue | undefined) =>
    /^\d[\w.]+$|^[A-Z]\w+$/.test(`${text}`) ? (text ?? null) : 'S969148650';
  const results = await ordersOn((answer) => ({
    ...answer,
    SessionID: own(answer.SessionID),
    CK_SessionID: own(answer.CK_SessionID),
  }));
  expect(results.findings.filter(({ level }) => level === 'required')).toEqual([]);
  expect(results.findings.map(({ rule }) => rule)).toContain('request.text-fidelity');
});

test('an order that is refused, as one that was sent before may be, is not a finding', async () => {
  const results = await runOf('Add_toCart', [
    {
      applies: (operation) => operation === 'Add_toCart',
      response: (response, { parameters }) =>
        `${parameters.SessionID}`.includes('&')
          ? { ...response, status: 500, body: Buffer.alloc(0), headers: [['Content-Length', '0']] }
          : response,
    },
  ]);
  expect(results.findings).toEqual([]);
});

/** The results of orders of which each answer is changed, given how many came before it. */
function ordersOn(change: (answer: RecordValue, context: MutationContext, before: number) => RecordValue) {
  let before = 0;
  return runOf('Add_toCart', [
    {
      applies: (operation) => operation === 'Add_toCart',
      result: (value, context) => {
        before += 1;
        return change(value as RecordValue, context, before - 1);
      },
    },
  ]);
}

test.each<readonly [string, Parameters<typeof ordersOn>[0]]>([
  ['stock runs out', (cart, _context, before) => ({ ...cart, ItemAvailable: before < 4 ? 1 : 0 })],
  ['stock falls with each order', (cart, _context, before) => ({ ...cart, ItemAvailable: 99 - before })],
  ['two servers take turns', (cart, _context, before) => ({ ...cart, Session_var: `srv${before % 2}` })],
  ['four servers take turns', (cart, _context, before) => ({ ...cart, Session_var: `srv${before % 4}` })],
  [
    'the first order of a session is told',
    (cart, { parameters }, before) => ({
      ...cart,
      Price_Var: before > 0 && !`${parameters.SessionID}`.includes('&') ? 'updated' : 'added',
    }),
  ],
])('where %s, orders are answered differently and no binding is at fault', async (_why, change) => {
  const { findings } = await ordersOn(change);
  expect(findings).toEqual([]);
});

test.each(cells)('a price that only %s gives is found there', async (wrong) => {
  const { findings } = await ordersOn((cart, { binding }) => (binding === wrong ? { ...cart, Price: '1' } : cart));
  expect(findings.map(({ cause, level, binding }) => [cause, level, binding])).toEqual([
    ['binding.same-records:Price', 'recommended', wrong],
  ]);
});

test('a price with a sign over both SOAP versions is found in the later half', async () => {
  const { findings } = await ordersOn((cart, { binding }) =>
    binding.startsWith('soap') ? { ...cart, Price: '$1' } : cart,
  );
  expect(findings.map(({ cause, binding }) => [cause, binding])).toEqual([
    ['binding.same-records:Price', 'http-get'],
    ['binding.same-records:Price', 'http-post'],
  ]);
});

test('orders that are refused after the fifth are no fault of a binding', async () => {
  let orders = 0;
  const { findings } = await runOf('Add_toCart', [
    {
      applies: (operation) => operation === 'Add_toCart',
      failure: (failure) => {
        orders += 1;
        return orders > 5 ? { kind: 'plain', message: 'too many orders' } : failure;
      },
    },
  ]);
  expect(findings.filter(({ rule }) => rule === 'binding.parity')).toEqual([]);
});

test.each([
  ['cut after 50 characters', (text: string) => text.slice(0, 50)],
  ['in capitals', (text: string) => text.toUpperCase()],
  [
    'without characters that have no width',
    (text: string) => text.replaceAll(/\u200B|\u200D|\u200E|\u200F|\uFEFF/g, ''),
  ],
])('a text that comes back %s is only recommended against', async (_how, edit) => {
  const edited: Mutation = {
    applies: everywhere,
    result: (value) => field(value, 'SessionID', (one) => edit(`${one}`)),
  };
  const { findings } = await runOf('Add_toCart', [edited], { pools: await harvested() });
  const found = findings.filter(({ rule }) => rule === 'request.text-fidelity');
  expect(found.map(({ level, location }) => [level, location])).toEqual(cells.map(() => ['recommended', 'SessionID']));
});

test('fields with a length are only recommended against', async () => {
  const edited: Mutation = {
    applies: everywhere,
    result: (value) => field(field(value, 'ProductID', cut), 'Make', cut),
  };
  const { findings } = await runOf('Get_Model_MMSY', [edited], { pools: await harvested() });
  const found = findings.filter(({ rule }) => rule === 'request.text-fidelity');
  expect(found.map(({ level }) => level)).toEqual(cells.map(() => 'recommended'));
});

const cut = (text: FieldValue): FieldValue => `${text}`.slice(0, 30);
