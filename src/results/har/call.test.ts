import { expect, test } from 'vitest';
import { addressOf } from './call.ts';

const PATH = '/app/getData.asmx/McatCodes?x=1';
const host = { name: 'Host', value: 'host.example:8080' };
const entry = (url: unknown, headers: unknown, httpVersion = 'HTTP/1.1') => ({
  request: { url, headers, httpVersion },
});

test.each([
  [entry(`https://a.example${PATH}`, [host]), `https://a.example${PATH}`],
  [entry(PATH, [host]), `http://host.example:8080${PATH}`],
  [entry(PATH, [{ name: 'host', value: 'host.example:443' }]), `https://host.example:443${PATH}`],
  [entry(PATH, [host], 'h2'), `https://host.example:8080${PATH}`],
  [
    entry(PATH, [
      { name: ':authority', value: 'b.example' },
      { name: ':scheme', value: 'https' },
    ]),
    `https://b.example${PATH}`,
  ],
  [entry(`//c.example${PATH}`, []), `http://c.example${PATH}`],
  [entry(`d.example:81${PATH}`, [host]), `http://d.example:81${PATH}`],
  [entry(PATH, []), PATH],
  [entry(PATH, null), PATH],
  [entry(PATH, [{ name: 'Host', value: 'a b/c' }]), PATH],
  [entry(7, [host]), null],
  [null, null],
])('%j', (given, address) => {
  expect(addressOf(given)).toBe(address);
});
