import { expect } from 'vitest';
import type { Header, HttpRequest } from '../../wire/http/exchange.ts';

type Edit = (request: HttpRequest) => HttpRequest;

export const inBody =
  (from: string | RegExp, to: string): Edit =>
  (request) => {
    const before = Buffer.from(request.body ?? []).toString();
    expect(before).toMatch(from);
    return { ...request, body: Buffer.from(before.replace(from, to)) };
  };
export const inPath =
  (from: string, to: string): Edit =>
  (request) => ({ ...request, path: request.path.replace(from, to) });
export const method =
  (name: string): Edit =>
  (request) => ({ ...request, method: name });
export const header =
  (name: string, value: string | null): Edit =>
  (request) => {
    const others = request.headers.filter(([own]) => own !== name);
    return { ...request, headers: value === null ? others : [...others, [name, value] satisfies Header] };
  };
/** A header line twice. */
export const again =
  (name: string): Edit =>
  (request) => ({ ...request, headers: request.headers.flatMap((line) => (line[0] === name ? [line, line] : [line])) });
/** Any body: the golden one's length does not apply. */
export const body =
  (bytes: string | Uint8Array): Edit =>
  (request) => ({ ...request, body: Buffer.from(bytes) });

export const soap11 = ['Get_Inventory', 'soap11'] as const;
export const soap12 = ['Get_Inventory', 'soap12'] as const;
export const get = ['Get_Inventory', 'http-get'] as const;
export const post = ['Get_Inventory', 'http-post'] as const;
export const mcat = ['McatCode_check', 'soap11'] as const;
export const vehicle = ['GetModel_VehicleType', 'soap11'] as const;
export const password = ['McatCodes', 'http-get'] as const;

/** A golden request, an edit, and what the rules say about it. `(hint)` and `(recommended)` are less than required. */
export type Specimen = readonly [cell: readonly [string, string], edit: Edit, ...said: string[]];
