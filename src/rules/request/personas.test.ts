import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { drawnNames } from '../../calls/values.ts';
import { loadContract } from '../../contract/load.ts';
import type { BindingName } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import type { Header } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import { probingOf } from '../check.ts';
import { NOTHING_DRAWN } from '../draw.fixture.ts';
import { personaRule, personas } from './personas.ts';

const contract = loadContract('http://dealer.example/webservices/');

/** What the HTTP library of a client adds, or what we can't take back: an answer that is compressed. */
const OF_THE_LIBRARY = ['host', 'connection', 'content-length', 'expect', 'date', 'accept-encoding'];

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function message(headers: readonly Header[], body: string): Message {
  const lower = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  const own = lower.filter(([name]) => !OF_THE_LIBRARY.includes(name));
  return { headers: Object.fromEntries(own.toSorted()), body: body.trimEnd() };
}

/** The captured requests of a client; node-soap's prefix on the header block, which has a default namespace too, is left out. */
function captured(capture: string, binding: BindingName): readonly Message[] {
  const file = `../../../fixtures/clients/${capture}-${binding.replace('http-', '')}.txt`;
  const text = readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll(
    'tns:VehicleTypeHeader xmlns',
    'VehicleTypeHeader xmlns',
  );
  return text.split(/^(?=(?:GET|POST) \/cap-)/m).map((request) => {
    const [head = '', ...body] = request.split('\r\n\r\n');
    const headers = head
      .split('\r\n')
      .slice(1)
      .map((line): Header => [line.split(': ')[0] ?? '', line.replace(/^[^:]*: /, '')]);
    return message(
      headers,
      body
        .join('\r\n\r\n')
        .replaceAll('</tns:VehicleTypeHeader>', (tag) => (capture === 'node-soap' ? '</VehicleTypeHeader>' : tag)),
    );
  });
}

/** The calls that were captured. */
const inventory: Call = {
  operation: 'Get_Inventory',
  values: { Application_ID: 'APP-1', ItemNo: 'Söhne & Co' },
  header: null,
};
const models: Call = {
  operation: 'GetModel_VehicleType',
  values: { Make: 'Honda', Year: '2020', ProductID: 'FLOORLINER' },
  header: {
    Filtervehicles: 'true',
    VehicleTypeToFilter: 'Car',
    OnlyMake: ['Honda'],
    NoModel: ['Accord'],
    NoMissings: 'true',
    VcdbOnly: 'true',
  },
};

function sent(name: string, binding: BindingName, call: Call): Message {
  const probes = probingOf(personaRule)?.plan(
    { operation: operationNamed(contract, call.operation), binding },
    call,
    contract,
    NOTHING_DRAWN,
  );
  const probe = probes?.find(({ variant }) => variant.endsWith(` of ${name}`));
  if (probe === undefined) throw new Error(`no request of ${name} over ${binding}`);
  const { headers, body } = probe.request({ contract, basePath: '', credentials: {}, ...drawnNames(1) });
  return message(headers, body === null ? '' : Buffer.from(body).toString());
}

const cases = personas.flatMap(({ name, capture, bindings }) =>
  capture === null ? [] : bindings.map((binding) => [name, binding, capture] as const),
);

describe.each(cases)('%s over %s', (name, binding, capture) => {
  const [first, second] = captured(capture, binding);

  test('has the header lines and the envelope of the captured request', () => {
    expect(sent(name, binding, inventory).headers).toEqual(first?.headers);
    if (binding !== 'http-get') expect(sent(name, binding, inventory).body).toBe(first?.body);
  });

  // Over GET and POST there is none.
  if (binding.startsWith('soap'))
    test('has the header block of the captured request', () => {
      expect(sent(name, binding, models)).toEqual(second);
    });
});

test('of the clients only WCF was not captured: its persona is written after its source', () => {
  expect(personas.filter(({ capture }) => capture === null).map(({ name }) => name)).toEqual(['WCF']);
});

test('a User-Agent that is refused is sent alone, and has the cause of the trait in other rules', () => {
  const cell = { operation: operationNamed(contract, 'Get_Inventory'), binding: 'http-get' } as const;
  const [curl] = probingOf(personaRule)?.plan(cell, inventory, contract, NOTHING_DRAWN) ?? [];
  expect(curl?.parts?.map(({ code, cause }) => [code, cause])).toEqual([
    ['user-agent', 'request.header-fields:user-agent'],
    ['accept', 'request.header-fields:accept'],
  ]);
});
