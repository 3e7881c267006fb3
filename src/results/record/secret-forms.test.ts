import { describe, expect, test } from 'vitest';
import { encodedForms } from './encoded.fixture.ts';
import { redactedCall, redactor } from './redact.ts';

describe.each(['p&ss "word"<1>/é', 'sesame-4711', "it's+50%\\end"])('the secret %s', (secret) => {
  const redact = redactor({ Password: secret }, []);

  test.each(Object.entries(encodedForms(secret)))('%s is taken out', (_form, text) => {
    const shown = redact(`before=${text}!`);
    expect(shown).toContain('${GETDATA_PASSWORD}');
    expect(shown.length).toBeLessThan('before=${GETDATA_PASSWORD}'.length + 16);
  });
});

test('every part of a long token is taken out', () => {
  const token = Array.from({ length: 60 }, (_, index) => `part${index}x`).join('');
  expect(redactor({}, [['X-Token', token]])(`<${token}>`)).toMatch(/^<(\*\*\*)+>$/);
});

test('the password of Basic authentication is taken out, and so is its pair with the name', () => {
  const redact = redactor({}, [['Authorization', `Basic ${Buffer.from('jo:open sesame').toString('base64')}`]]);
  expect(redact('open sesame, jo:open sesame, Og==')).toBe('***, ***, Og==');
});

test('a short secret is taken out after the end of an escape', () => {
  const redact = redactor({ DealerID: 'D1' }, []);
  expect(redact('DealerID%3dD1%26 &#68;&#x31; MD1 D1x')).toBe(
    'DealerID%3d${GETDATA_DEALER_ID}%26 ${GETDATA_DEALER_ID} MD1 D1x',
  );
});

test('a secret of digits is not taken out of other numbers, or no XML declaration or address could be read', () => {
  const redact = redactor({ DealerID: '10' }, []);
  const kept = '<?xml version="10.0"?> http://127.10.0.10:8081/ HTTP/10.1 4.2.10';
  expect(redact(`${kept} DealerID=10&amp;x, <DealerID>10</DealerID>, it is 10.`)).toBe(
    `${kept} DealerID=\${GETDATA_DEALER_ID}&amp;x, <DealerID>\${GETDATA_DEALER_ID}</DealerID>, it is \${GETDATA_DEALER_ID}.`,
  );
});

test('a secret that ends in a quote leaves a call whole', () => {
  const redact = redactor({ Password: 'sesame"' }, []);
  const call = { operation: 'Get_Inventory', values: { ItemNo: 'sesame', Make: 'sesame"' }, header: null };
  expect(redactedCall(call, redact)).toEqual({
    operation: 'Get_Inventory',
    values: { ItemNo: 'sesame', Make: '${GETDATA_PASSWORD}' },
    header: null,
  });
});

test('a text made to be slow to search is not', () => {
  const redact = redactor({ Password: 'p&ss "word"<1>' }, [['X-Token', 'token\\with&signs']]);
  // Where one takes long, the test's own limit says so.
  const seams = [
    'p<!--',
    'p<!---->',
    'p<![CDATA[',
    ']]>',
    'p=\r\n',
    'p\n',
    `p\n${' '.repeat(64)}`,
    'p&#10;',
    'p\\n',
    '\n',
    '=3D',
    'O',
  ];
  for (const part of ['\\', '&amp;', '%25', '0', '&#0', 'p&', 'p&ss "word"<1', ...seams]) {
    const text = part.repeat(200_000);
    expect(redact(text) === text, part).toBe(true);
  }
});
