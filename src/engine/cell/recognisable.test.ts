import { beforeAll, expect, test } from 'vitest';
import { textClasses } from '../../calls/texts.ts';
import { bindingNames } from '../../contract/operations.ts';
import { patience } from '../../patience.fixture.ts';
import { inProcess } from '../../proof/mutants/in-process.ts';
import { cellOf, contract, harvested, quickRun, sharedValidator } from '../../reference/variations/target.fixture.ts';
import { personas } from '../../rules/request/personas.ts';
import { rulesFor } from '../../rules/rules.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import { bindings } from '../../wire/soap/bindings.ts';
import { planObservations } from '../observe/observe.ts';
import { type Client, openClient } from '../send/client.ts';
import { openCell } from './cell.ts';
import { openSession } from './session.ts';

// By what could a target know our requests, whatever the seed?

const TARGET = 'http://127.0.0.1:9';
const operations = ['Get_Basevehicle_Images', 'GetModel_VehicleType', 'McatCodes', 'Add_toCart'];

let pools: Awaited<ReturnType<typeof harvested>>;
let first: readonly HttpRequest[];
let second: readonly HttpRequest[];

beforeAll(async () => {
  pools = await harvested();
  first = await requestsOf(1);
  second = await requestsOf(2);
}, patience(60_000));

/** All that the cells of some operations are sent in a run with this seed, and what observers would send. */
async function requestsOf(seed: number): Promise<readonly HttpRequest[]> {
  const sent: HttpRequest[] = [];
  const validator = await sharedValidator();
  for (const operation of operations) {
    const credentials = { DealerID: 'D', APIKEY: 'K', Password: 'P' };
    const options = { ...quickRun(TARGET), profile: 'standard', seed, operations: [operation], credentials } as const;
    const client = inProcess(openClient(TARGET, contract, options), []);
    const send: Client['send'] = (cell, request) => {
      sent.push(request);
      return client.send(cell, request);
    };
    const call: Client['call'] = (cell, one) => send(cell, bindings[cell.binding].encode(one, client.context));
    const plan = { options, baseUrl: TARGET, pools, resultsPath: 'results.json' };
    const session = await openSession(plan, { contract, validator, client: { ...client, send, call } });
    for (const cell of bindingNames.map((binding) => cellOf(operation, binding))) {
      const open = await openCell(session, cell);
      for (const rule of rulesFor(cell, contract)) await open.judge(rule);
    }
    await session.close();
    const observed = planObservations(contract, options, pools);
    sent.push(...observed.map(({ wanted }) => wanted.request(client.context)));
  }
  return sent;
}

function textOf({ method, path, headers, body }: HttpRequest): string {
  return [method, path, ...headers.flat(), new TextDecoder().decode(body ?? new Uint8Array())].join('\n');
}

test('the same seed sends the same requests in the same order', async () => {
  expect((await requestsOf(1)).map(textOf)).toEqual(first.map(textOf));
});

test('another seed sends other requests, and those that it shares in another order', () => {
  const [one, other] = [first, second].map((all) => [...new Set(all.map(textOf))]);
  const shared = one?.filter((text) => other?.includes(text)) ?? [];
  // What recurs: calls with the values of the document and of the target, the ends of number types, and what leaves
  // no choice, such as a client's own way of writing them or a parameter left out.
  expect(shared.length / (one?.length ?? 1)).toBeLessThan(0.6);
  expect(other?.filter((text) => shared.includes(text))).not.toEqual(shared);
});

/** Pieces of the classes of texts, which stand between letters that are drawn. */
const PIECES = new RegExp(
  textClasses
    .flatMap(({ pieces }) => pieces)
    .map((piece) => piece.trim().replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .filter(({ length }) => length > 2)
    .join('|'),
  'g',
);

/** Words of four letters or digits and more, in whatever encoding. */
function wordsOf(texts: readonly string[]): ReadonlySet<string> {
  const decoded = (escapes: string): string => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8');
  const character = (_: string, hex?: string, decimal?: string): string =>
    String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  const plain = texts.map((text) =>
    text
      .replaceAll(/(?:%[0-9A-F]{2})+/gi, decoded)
      .replaceAll('+', ' ')
      .replaceAll(/&#(?:x([0-9a-f]+)|(\d+));/gi, character)
      .replaceAll(PIECES, ' '),
  );
  return new Set(plain.flatMap((text) => text.match(/[\p{L}\p{N}]{4,}/gu) ?? []).map((word) => word.toLowerCase()));
}

/** What stays the same in every run, by what it belongs to. */
const stays: Readonly<Record<string, string>> = {
  'HTTP, XML and SOAP':
    'cache control cookie javascript deflate forwarded gzip head identity image json language next options plain pragma proto ' +
    'referer request requested role actor traceparent with 8859 body cdata doctype standalone apos quot expect continue ' +
    'relay https ultimatereceiver bytes connection encodingstyle modified range since 1994 2026 trailers upgrade match ' +
    'docs oasis open 2004 200401 wssecurity length origin',
  'clients, as they name themselves':
    'curl apache applewebkit axis chrome commons gecko httpclient jakarta java khtml like okhttp postmanruntime requests ' +
    'safari webp win64 windows xmlhttprequest infopath media net4 slcc2 trident wow64 30729 50727',
  'a number of the target with leading zeros': '00142072 02020',
  'names that each object has in JavaScript, and other languages':
    'constructor tostring valueof hasownproperty proto class init send object getclass gethashcode globals construct',
  'attacks, as firewalls know them': 'union select from drop table exec cmdshell',
  'ends of number types': '2147483647 2147483648',
  'values of the base call in another form':
    'floor liner 00142301 207837 46loorliner seatc over 14230 floorline iner hond 0floorliner 1floorliner a2020',
  'a value of the target without its accent, or the last letter': 'citroen citroe',
  'what stacks read as nothing, as a number or as truth': '0x1f undefined infinity NULL TRUE false',
};

test('no word recurs under another seed but those of the document, of the target, of standards and of other clients', () => {
  const { operations: named, header, bindings: spelled, namespace } = contract;
  const known = wordsOf([JSON.stringify([named, header, spelled, namespace, pools, personas, contract.endpointPath])]);
  const listed = wordsOf(Object.values(stays));
  const later = wordsOf(second.map(textOf));
  // Dates are drawn from 136 years, of which some recur.
  const isYear = (word: string): boolean => /^(?:19[7-9]|20\d|210)\d$/.test(word);
  const recurring = [...wordsOf(first.map(textOf))].filter((word) => later.has(word) && !isYear(word));
  expect(recurring.filter((word) => !known.has(word) && !listed.has(word)).toSorted()).toEqual([]);
});
