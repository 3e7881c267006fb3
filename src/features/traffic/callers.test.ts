import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Callers, refusalOf } from './callers.ts';

const own: Callers = { host: '127.0.0.1', hosts: ['target.example'], origins: [] };

/** The option that a request with these headers lacks; null if it is answered. */
function lacking(headers: IncomingMessage['headers'], callers = own): string | null {
  return refusalOf({ headers } as IncomingMessage, callers)?.option ?? null;
}

const foreign = fc.domain().filter((name) => !/localhost$|^target\.example$/.test(name));
const port = fc.constantFrom('', ':80', ':8081');
const known = fc.constantFrom(
  'localhost',
  '127.0.0.1',
  '127.9.9.9',
  '[::1]',
  'a.localhost',
  'target.example',
  'TARGET.example.',
);
const scheme = fc.constantFrom('http', 'https');
const local = { host: '127.0.0.1:8081' };

test('a Host is a loopback name, the target or one that is allowed', () => {
  fc.assert(
    fc.property(foreign, known, port, (name, good, at) => {
      expect(lacking({ host: `${good}${at}` })).toBeNull();
      expect(lacking({ host: `${name}${at}` })).toBe(`--allow-host ${name}`);
      expect(lacking({ host: `${name}${at}` }, { ...own, hosts: [name] })).toBeNull();
      // What only looks like one of ours.
      for (const odd of [`127.0.0.1@${name}`, `${name}@127.0.0.1`, `127.0.0.1.${name}`, `localhost/.${name}`, ''])
        expect(lacking({ host: odd }), odd).toMatch(/^--allow-host /);
    }),
  );
});

test('an Origin is of such a name, or one that is allowed; without one, Referer tells the site', () => {
  fc.assert(
    fc.property(foreign, known, scheme, port, (name, good, by, at) => {
      const origin = `${by}://${name}${at === ':80' ? ':81' : at}`;
      const allowed = { ...own, origins: [origin] };
      expect(lacking({ ...local, origin: `${by}://${good}${at}`, 'sec-fetch-site': 'cross-site' })).toBeNull();
      expect(lacking({ ...local, origin })).toBe(`--allow-origin ${origin}`);
      expect(lacking({ ...local, origin }, allowed)).toBeNull();
      const unsaid = { ...local, referer: `${origin}/page?x`, 'sec-fetch-site': 'cross-site' };
      expect(lacking(unsaid)).toBe(`--allow-origin ${origin}`);
      expect(lacking(unsaid, allowed)).toBeNull();
      expect(lacking({ ...local, origin: `${origin}.evil.example` }, allowed)).not.toBeNull();
    }),
  );
  expect(lacking({ ...local, 'sec-fetch-site': 'cross-site' })).toBe('--allow-origin null');
  for (const origin of ['null', 'file://', 'http://127.0.0.1@evil.example', 'evil'])
    expect(lacking({ ...local, origin }), origin).toBe(`--allow-origin ${origin}`);
});

test('a client that is no browser, or a page of this machine, is answered; on an open address everybody is', () => {
  const clients = [local, {}, { ...local, 'sec-fetch-site': 'none' }, { ...local, 'sec-fetch-site': 'same-site' }];
  expect(clients.map((headers) => lacking(headers))).toEqual([null, null, null, null]);
  const hostile = { host: 'evil.example', origin: 'http://evil.example' };
  expect(lacking(hostile, { ...own, host: '0.0.0.0' })).toBeNull();
  expect(lacking(hostile)).not.toBeNull();
});
