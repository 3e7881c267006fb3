import fc from 'fast-check';
import { expect } from 'vitest';
import { contract, goldenRequests } from '../../rules/client/golden-requests.fixture.ts';
import { judgeRequest } from '../../rules/client/judge-request.ts';
import type { Header } from '../../wire/http/exchange.ts';
import type { Subject } from './subject.fixture.ts';

const pieces = fc.oneof(
  fc.constantFrom('&', '=', '%', '%u00e9', '<', '>', '/', '"', '\n', '\0', '<x>', '</', '<!--', ']]>', 'é', '?', ' '),
  fc.constantFrom('ItemNo', 'itemno', 'Get_Inventory', 'xmlns=""', 'xsi:nil="1"', '<?x?>', '<!DOCTYPE x>', ';charset='),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

/** A golden request with a few parts replaced: method, target, header lines, an empty line, body. */
export const clientRequests: Subject = {
  name: 'client requests',
  runs: 2000,
  inputs: fc
    .tuple(
      fc.constantFrom(...goldenRequests),
      fc.array(fc.tuple(fc.nat(1500), fc.nat(40), pieces), { minLength: 1, maxLength: 4 }),
    )
    .map(([{ request }, edits]) => {
      const lines = [
        `${request.method} ${request.path}`,
        ...request.headers.map((header) => header.join(': ')),
        '',
        '',
      ];
      const text = `${lines.join('\n')}${Buffer.from(request.body ?? []).toString()}`;
      return edits.reduce((one, [at, length, piece]) => {
        const from = at % one.length;
        return one.slice(0, from) + piece + one.slice(from + length);
      }, text);
    }),
  check: (input) => {
    const [head = '', ...rest] = input.split('\n\n');
    const [startLine = '', ...lines] = head.split('\n');
    const [method = '', ...target] = startLine.split(' ');
    const headers = lines.map((line): Header => [line.replace(/:.*/s, ''), line.replace(/^[^:]*: ?/, '')]);
    const body = Buffer.from(rest.join('\n\n'));
    const { isCall, operation, problems } = judgeRequest({ method, path: target.join(' '), headers, body }, contract);
    if (!isCall) expect([operation, problems]).toEqual([null, []]);
    for (const { message, expected, actual, bytes } of problems) {
      expect(`${message}${expected}${actual}`.length).toBeLessThan(3_000);
      if (bytes === null) continue;
      expect(bytes.start).toBeGreaterThanOrEqual(0);
      expect(bytes.end).toBeLessThanOrEqual(body.length);
      expect(bytes.end).toBeGreaterThanOrEqual(bytes.start);
    }
  },
};
