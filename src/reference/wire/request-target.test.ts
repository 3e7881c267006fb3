import { expect, test } from 'vitest';
import { readTarget } from './message.ts';

const accept = ['Accept', 'text/xml'] as const;
const sent = [['HOST', 'other'], accept] as const;

test.each([
  ['http://dealer.example/getData.asmx', '/getData.asmx', 'dealer.example'],
  ['HTTP://dealer.example:81/getData.asmx/McatCodes?a=/b?c', '/getData.asmx/McatCodes?a=/b?c', 'dealer.example:81'],
  ['https://[::1]:8080/x', '/x', '[::1]:8080'],
  ['http://dealer.example', '/', 'dealer.example'],
  ['http://dealer.example?wsdl', '/?wsdl', 'dealer.example'],
])('%s is path %s at host %s', (target, path, host) => {
  expect(readTarget(target, sent)).toEqual({ path, headers: [['HOST', host], accept], target: 'absolute' });
});

test('a host that no field names is added', () => {
  const headers = [['Host', 'dealer.example'], accept];
  expect(readTarget('http://dealer.example/x', [accept])).toEqual({ path: '/x', headers, target: 'absolute' });
});

test.each(['/getData.asmx?u=http://x/', '*', 'http:///x', 'ftp://x/y', '//x/y', ''])('%s stays as it is', (target) => {
  expect(readTarget(target, sent)).toEqual({ path: target, headers: sent });
});
