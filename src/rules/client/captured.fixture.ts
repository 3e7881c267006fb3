import { readFileSync } from 'node:fs';
import type { Header, HttpRequest } from '../../wire/http/exchange.ts';

/** Captures of real clients. */
export const captures = new URL('../../../fixtures/clients/', import.meta.url);

/** The requests of a capture: start line, header lines, body, one after the other. */
export function captured(file: string): readonly HttpRequest[] {
  const text = readFileSync(new URL(file, captures)).toString('latin1');
  return text.split(/^(?=(?:GET|POST) \S+ HTTP\/1\.1\r?\n)/m).map((part) => {
    const end = /\r?\n\r?\n/.exec(part);
    const [startLine = '', ...lines] = part.slice(0, end?.index).split(/\r?\n/);
    const headers = lines.map((line): Header => [line.slice(0, line.indexOf(':')), line.replace(/^[^:]*:\s*/, '')]);
    const length = Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0);
    const from = (end?.index ?? 0) + (end?.[0].length ?? 0);
    const body = length === 0 ? null : Buffer.from(part.slice(from, from + length), 'latin1');
    const [method = '', path = ''] = startLine.split(' ');
    return { method, path, headers, body };
  });
}
