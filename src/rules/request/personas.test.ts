import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { groupBy } from '../../base/group-by.ts';
import { baseCall } from '../../calls/calls.ts';
import { spelledRequest } from '../../calls/spelling/trait.ts';
import { drawnNames } from '../../calls/values.ts';
import { loadContract } from '../../contract/load.ts';
import type { BindingName } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import type { Header } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import { probingOf } from '../check.ts';
import { NOTHING_DRAWN } from '../draw.fixture.ts';
import { soapBindings } from '../rule.ts';
import { personaRule, personas, traitsOf } from './personas.ts';

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

function sent(persona: (typeof personas)[number], binding: BindingName, call: Call): Message {
  const cell = { operation: operationNamed(contract, call.operation), binding };
  const context = { contract, basePath: '', credentials: {}, ...drawnNames(1) };
  const { headers, body } = spelledRequest(traitsOf(persona, binding), cell, call, context);
  return message(headers, Buffer.from(body ?? []).toString());
}

const captures = personas.filter(({ id }) => id !== 'wcf');

describe.each(captures.flatMap((persona) => soapBindings.map((binding) => [persona.id, binding, persona] as const)))(
  '%s over %s',
  (id, binding, persona) => {
    const [first, second] = captured(id, binding);

    test('has the header lines, the envelope and the header block of the captured requests', () => {
      expect(sent(persona, binding, inventory)).toEqual(first);
      expect(sent(persona, binding, models)).toEqual(second);
    });
  },
);

test.each(soapBindings)(
  'over %s each cell gets the request of one client, and each client comes in at least two',
  (binding) => {
    const reads = contract.operations.filter(({ effect }) => effect === 'read');
    const sentBy = reads.map((operation) => {
      const base = baseCall({ operation, contract, pools: { values: {}, rows: [] } });
      const probes = probingOf(personaRule)?.plan({ operation, binding }, base, contract, NOTHING_DRAWN) ?? [];
      return probes.map(({ variant }) => variant.replace('the envelope and headers of ', '')).join();
    });
    const often = groupBy(sentBy, (name) => name);
    expect([...often.keys()].toSorted()).toEqual(personas.map(({ name }) => name).toSorted());
    expect([...often.values()].filter(({ length }) => length < 2)).toEqual([]);
  },
);
