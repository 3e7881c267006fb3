import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { Contract } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import type { RecordValue } from '../../reference/value.ts';
import { envelope } from '../../reference/wire/element.ts';
import { soapPayload } from '../../reference/wire/payload.ts';
import { writeDocument } from '../../reference/wire/write.ts';
import { loadRequest } from './load-requests.ts';

/** The operation whose answers are judged. */
export const OPERATION = 'Get_Video_Links';

/** Stand-ins for digits that differ between answers; two widths, so that years stay years. */
const NUMBER = '@@@@@@@@';
const YEAR = '@@@@';

const MODELS = ['Silverado 1500', 'F-150', 'Tundra', 'Ram 2500', 'Sierra 1500', 'Ranger', 'Tacoma'];
const SUBMODELS = ['LT', 'Crew Cab & Chassis', 'XLT SuperCab', 'SR5', 'Limited'];

/** An HTTP answer with the places of its digits, so that the next one is a copy and a few bytes. */
export interface Template {
  readonly bytes: Buffer;
  readonly places: readonly { readonly at: number; readonly width: number }[];
}

/** Whole SOAP 1.1 answers of Get_Video_Links with lists of different lengths, in turns. */
export function templates(contract: Contract, records: number): readonly Template[] {
  return Array.from({ length: 7 }, (_, turn) => template(answer(contract, records, turn)));
}

function answer(contract: Contract, records: number, turn: number): string {
  const operation = operationNamed(contract, OPERATION);
  const videos = Array.from({ length: records }, (_, index) => video(index + turn));
  const body = writeDocument(envelope('soap11', soapPayload(operation, videos, contract), contract), false);
  const head = [
    'HTTP/1.1 200 OK',
    'Cache-Control: private, max-age=0',
    'Content-Type: text/xml; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Date: Sat, 21 Nov 2026 10:00:00 GMT',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function video(n: number): RecordValue {
  return {
    Link: `https://videos.example/watch/${NUMBER}`,
    Title: `Fitting guide ${NUMBER}`,
    YearFrom: YEAR,
    YearTo: YEAR,
    Make: 'Chevrolet',
    Model: MODELS[n % MODELS.length] ?? '',
    ProductID: `SC-${NUMBER}`,
    Submodels: SUBMODELS.slice(0, n % 4),
  };
}

function template(text: string): Template {
  const bytes = Buffer.from(text, 'utf8');
  const places = [...bytes.toString('latin1').matchAll(/@+/g)].map((match) => ({
    at: match.index,
    width: match[0].length,
  }));
  return { bytes, places };
}

/** The n-th answer: the first hundred million all have different digits. */
export function filled({ bytes, places }: Template, n: number): Buffer {
  const copy = Buffer.from(bytes);
  places.forEach(({ at, width }, index) => {
    // Years stay in one century; all other numbers differ per answer.
    let rest = width === YEAR.length ? 1900 + ((n * 7 + index) % 120) : (n * 1009 + index) % 100_000_000;
    for (let digit = width - 1; digit >= 0; digit -= 1) {
      copy[at + digit] = 48 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
  });
  return copy;
}

export type RawRequest = ReturnType<typeof rawRequest>;

/** The request that all clients send, encoded once. */
export function rawRequest() {
  const contract = loadContract(defaultNamespace());
  const { path, headers, body } = loadRequest(contract, { operation: OPERATION, binding: 'soap11' }, 0);
  return { contract, path, headers: Object.fromEntries(headers), body: Buffer.from(body ?? []) };
}
