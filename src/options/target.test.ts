import { expect, test } from 'vitest';
import { ConfigError } from '../base/error.ts';
import { parseTarget } from './target.ts';

test.each<[text: string, baseUrl: string, otherCase?: string | null]>([
  ['http://host.example', 'http://host.example'],
  ['https://host.example:8443/', 'https://host.example:8443'],
  ['http://host.example/base/path/', 'http://host.example/base/path'],
  ['http://host.example/getData.asmx', 'http://host.example'],
  ['http://host.example/base/getData.asmx/', 'http://host.example/base'],
  ['http://host.example/base/getdata.asmx', 'http://host.example/base', '/getdata.asmx'],
  ['  HTTP://Host.Example/Base ', 'http://host.example/Base'],
  ['http://[::1]:8080/x', 'http://[::1]:8080/x'],
  ['http://h.example/base/getData.asmx?WSDL', 'http://h.example/base'],
])('%s is the base address %s', (text, baseUrl, otherCase = null) => {
  expect(parseTarget(text, 'the target')).toEqual({ baseUrl, authorization: null, otherCase });
});

test('a user name and password become a Basic header and leave the address', () => {
  const { baseUrl, authorization } = parseTarget('https://jo%40x:p%C3%A4ss%3A1@host.example/b', 'the target');
  expect(baseUrl).toBe('https://host.example/b');
  expect(authorization).toEqual(['Authorization', `Basic ${Buffer.from('jo@x:päss:1').toString('base64')}`]);
});

test.each([
  [
    'ftp://host.example',
    "the target is 'ftp://host.example'; expected an address that begins with http:// or https://",
  ],
  ['host.example', "the target is 'host.example'; expected an address that begins with http:// or https://"],
  ['jo:sesame@host.example', "the target is 'host.example'; expected an address that begins with http:// or https://"],
  ['http://', "the target is 'http://', which is not an address; expected one like https://host.example/path"],
  [
    'http://jo:sesame@host.example:99999/',
    "the target is 'http://host.example:99999/', which is not an address; expected one like https://host.example/path",
  ],
  [
    'http://jo:sesame@h.example/getData.asmx?op=McatCodes',
    'the target has a query; expected only the address: http://h.example',
  ],
  ['http://h.example/?', 'the target has a query; expected only the address: http://h.example'],
  [
    'http://h.example/b/getData.asmx/Get_Inventory',
    'the target goes on after /getData.asmx; expected only the address: http://h.example/b',
  ],
  ['http://h.example/b#top', 'the target has a fragment; expected only the address: http://h.example/b'],
  ['http://a%3Ab:sesame@h.example', "the target has a user name with a colon, which Basic authentication can't carry"],
  [
    'http://jo:sesame%@h.example',
    'the target has a % in its user name or password that begins no escape; expected %25 for it',
  ],
])('%s is refused without showing a password', (text, sentence) => {
  expect(() => parseTarget(text, 'the target')).toThrow(new ConfigError(sentence));
});
