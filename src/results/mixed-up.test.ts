import { expect, test } from 'vitest';
import { byCause, levelsOf } from './causes/causes.ts';
import { folded } from './folded.fixture.ts';
import type { Finding } from './outcome.ts';
import { sampleFinding } from './results.fixture.ts';

test('answers to other calls come before what may follow from them, with a warning that says what to do', () => {
  const { findings, warnings } = folded({
    verdicts: {
      'http.content-type@Get_Inventory/soap11': 'fail',
      'http.content-type@Get_Inventory/soap12': 'fail',
      'response.own-call@Get_Inventory/soap12': 'fail',
    },
  });
  const [first] = byCause(findings);
  expect(first?.smallest.rule).toBe('response.own-call');
  expect(warnings[0]).toMatch(/^In 1 cell a call got the answer to another one .* --concurrency 1 /);
});

test('a cause whose cells are answered in several ways says which, with their bindings', () => {
  const finding = (rule: string, binding: Finding['binding'], message: string) =>
    sampleFinding({ rule, binding, message, cause: 'http.status:no-200' });
  const findings = [
    finding('http.status', 'soap12', 'Every call is answered with 415.'),
    finding('http.status', 'http-get', 'Every call is answered with 404.'),
    finding('http.status', 'http-post', 'Every call is answered with 404.'),
    finding('binding.parity', 'http-post', 'A call is refused with status 404, but answered over soap11.'),
  ];
  expect(byCause(findings).map(({ message }) => message)).toEqual([
    'Every call is answered with 415 (soap12). Every call is answered with 404 (http-get, http-post).',
  ]);
  expect(byCause(findings.slice(1)).map(({ message }) => message)).toEqual(['Every call is answered with 404.']);
});

test('a cause of several ways to write a request names the others, the most frequent first', () => {
  const rule = 'request.infoset';
  const way = (operation: string, variant: string) =>
    sampleFinding({
      rule,
      operation,
      message: `A request is answered differently with ${variant}.`,
      probe: { rule, code: variant, variant },
      cause: `${rule}:envelope-prefix`,
    });
  const causes = byCause([
    way('McatCodes', 'the envelope namespace as default'),
    way('Get_Inventory', 'the envelope and headers of WCF'),
    way('Get_Video_Links', 'an envelope prefix of one letter'),
    way('McatCode_check', 'an envelope prefix of one letter'),
  ]);
  expect(causes.map(({ message }) => message)).toEqual([
    'A request is answered differently with the envelope namespace as default. Other cells show it with: an envelope prefix of one letter, the envelope and headers of WCF.',
  ]);
});

test('a way that the message names already is not told as another one', () => {
  const rule = 'request.infoset';
  const own = { rule, cause: `${rule}:comments` };
  const [cause] = byCause([
    sampleFinding({ ...own, message: 'A request is answered differently with comments between elements.' }),
    sampleFinding({
      ...own,
      message: 'x'.repeat(99),
      probe: { rule, code: 'c', variant: 'comments between elements' },
    }),
  ]);
  expect(cause?.message).toMatch(/^(?!.*Other cells).*with comments between elements\.$/);
});

test('a cause that names a mechanism stands before one that says what differs, and mixed levels are counted', () => {
  const differs = ['McatCodes', 'Get_Inventory'].map((operation) =>
    sampleFinding({ rule: 'binding.same-records', operation, cause: 'binding.same-records:Title' }),
  );
  const ofRecord = sampleFinding({ rule: 'record.field-name', cause: 'record.field-name:Video.Title' });
  const misread = sampleFinding({
    rule: 'request.text-fidelity',
    cause: 'data.readable-text:utf-8-that-was-read-as-windows-1252',
  });
  const encoding = sampleFinding({ rule: 'xml.encoding', cause: 'xml.encoding:invalid-utf8' });
  const lesser = { ...encoding, operation: 'McatCodes', level: 'recommended' } as const;
  const causes = byCause([...differs, ofRecord, misread, lesser, encoding]);
  expect(causes.map(({ cause }) => cause)).toEqual([
    'xml.encoding:invalid-utf8',
    'data.readable-text:utf-8-that-was-read-as-windows-1252',
    'record.field-name:Video.Title',
    'binding.same-records:Title',
  ]);
  expect(causes.map(({ findings }) => levelsOf(findings))).toEqual(['1 required, 1 recommended', null, null, null]);
});

test('credentials that are missing are named in a note, if nothing was refused', () => {
  const { warnings } = folded({});
  expect(warnings).toEqual([
    "A placeholder was sent for DealerID, Password, and nothing was refused. To give a value, set GETDATA_DEALER_ID, GETDATA_PASSWORD in the environment, or 'credentials' in the config file.",
  ]);
});
