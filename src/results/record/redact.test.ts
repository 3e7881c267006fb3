import { expect, test } from 'vitest';
import { redactor, withPlainPlaceholders } from './redact.ts';

const secret = 'p&ss "word"<1>/é';
const redact = redactor({ Password: secret, DealerID: 'D1' }, [['Authorization', 'Bearer tok-123456']]);

test.each([
  ['as it stands', secret],
  ['as XML text', '<Password>p&amp;ss "word"&lt;1&gt;/é</Password>'],
  ['percent-encoded', `?Password=${encodeURIComponent(secret)}`],
  ['form-encoded', new URLSearchParams({ Password: secret }).toString()],
  ['percent-encoded over XML', encodeURIComponent('p&amp;ss "word"&lt;1&#62;/é')],
  ['percent-encoded over XML, escaped twice', encodeURIComponent('p&amp;amp;ss "word"&amp;lt;1&amp;#x3e;/é')],
  ['as JSON', JSON.stringify({ Password: secret })],
  ['in base64', Buffer.from(secret).toString('base64')],
])('a secret %s is taken out', (_form, text) => {
  const shown = redact(text);
  expect(shown).toContain('${GETDATA_PASSWORD}');
  expect(shown).not.toContain('1');
});

test('a short secret is taken out where it is a word by itself, and words that hold it stay', () => {
  expect(redact('<DealerID>D1</DealerID> MD100')).toBe('<DealerID>${GETDATA_DEALER_ID}</DealerID> MD100');
});

test('a credential of one character leaves the words of a report as they are', () => {
  const redact = redactor({ DealerID: 'a', Password: '1' }, []);
  expect(redact('A request, 1 record')).toBe('A request, 1 record');
});

test('a long secret in base64url, which goes on otherwise than in base64, is taken out whole', () => {
  const secret = `€]0.€!/€0"'_0é`;
  const coded = Buffer.from(secret).toString('base64url');
  expect(coded).toMatch(/^[^_-]{12}.*[_-]/);
  expect(redactor({ Password: secret }, [])(`<${coded}>`)).toBe('<${GETDATA_PASSWORD}>');
});

test('the value of an extra header is taken out', () => {
  expect(redact('you sent Bearer tok-123456')).toBe('you sent ***');
});

test('the value of a cookie is secret without its name, a short one where it is a word by itself', () => {
  const redact = redactor({}, [['Cookie', 'sid=cookMARK88; q=q5ZmX']]);
  expect(redact('got cookMARK88 and q5ZmX, not xq5ZmXy')).toBe('got *** and ***, not xq5ZmXy');
});

test('what a cut left of a secret is taken out too', () => {
  const redact = redactor({ APIKEY: 'QzDlrMARKq7' }, []);
  expect([redact("'AAAQzDlrMARK...'"), redact("'QzDl'"), redact('QzDlrM and more')]).toEqual([
    "'AAA${GETDATA_API_KEY}...'",
    "'${GETDATA_API_KEY}'",
    'QzDlrM and more',
  ]);
});

test.each([
  ['that a cut could have left', "aaaa'bbbbcccc", "aaaa'\r\nbbbb\r\ncccc"],
  ['that is a short secret too', 'D1-sesame', 'D1-ses\r\name'],
])('a secret broken over lines goes as a whole after a start %s', (_name, secret, text) => {
  expect(redactor({ Password: secret, DealerID: 'D1' }, [])(text)).toBe('${GETDATA_PASSWORD}');
});

test('a placeholder is readable however a request wrote its characters, so that a curl line has the credential', () => {
  const written = ['$%7BGETDATA_PASSWORD%7d', '&#36;{&#x47;E&#84;DATA_&#x50;ASSWORD&#125;', '${GETDATA_PASSWORD}'];
  expect(written.map(withPlainPlaceholders)).toEqual(Array(3).fill('${GETDATA_PASSWORD}'));
  expect(withPlainPlaceholders('&#36;{GETDATA_OTHER}')).toBe('&#36;{GETDATA_OTHER}');
});

/** What a request may do inside a text, and what is left of it beside the placeholder. */
const inside: readonly (readonly [name: string, write: (secret: string) => string, shown: string])[] = [
  ['a CDATA section begins', (secret) => `${secret.slice(0, 5)}<![CDATA[${secret.slice(5)}]]>`, '${}<![CDATA[]]>'],
  [
    'a CDATA section begins in URL encoding',
    (secret) => `${secret.slice(0, 5)}%3C!%5BCDATA%5B${secret.slice(5)}%5D%5d%3e`,
    '${}%3C!%5BCDATA%5B%5D%5d%3e',
  ],
  [
    'a CDATA section is escaped and in URL encoding twice',
    (secret) => `${secret.slice(0, 5)}%2526lt%253B%2521%255BCDATA%255B${secret.slice(5)}]]&gt;`,
    '${}%2526lt%253B%2521%255BCDATA%255B]]&gt;',
  ],
  ['a CDATA section ends', (secret) => `<![CDATA[${secret.slice(0, 5)}]]>${secret.slice(5)}`, '<![CDATA[${}]]>'],
  [
    'every character has its section',
    (secret) => [...secret].map((one) => `<![CDATA[${one}]]>`).join(''),
    '<![CDATA[${}]]>',
  ],
  ['a comment stands', (secret) => `${secret.slice(0, 5)}<!-- a -->${secret.slice(5)}`, '${}'],
  ['letters are references with zeros', (secret) => [...secret].map(reference).join(''), '${}'],
  ['every character is escaped', (secret) => [...secret].map(percent).join(''), '${}'],
  ['every character has two bytes', (secret) => [...secret].join('\0'), '${}'],
];

function reference(character: string, index: number): string {
  const code = character.charCodeAt(0);
  return index % 2 === 0 ? `&#000${code};` : `&#x00${code.toString(16)};`;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

test.each(inside)('where %s in a credential, it is masked and its request stays well-formed', (_name, write, shown) => {
  const redact = redactor({ Password: 'sesame-4711' }, []);
  const texts = [withPlainPlaceholders(write('${GETDATA_PASSWORD}')), redact(write('sesame-4711'))];
  for (const text of texts) {
    expect(text).toBe(shown.replace('${}', '${GETDATA_PASSWORD}'));
  }
});
