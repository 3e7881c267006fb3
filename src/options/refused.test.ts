import { expect, test } from 'vitest';
import { options, refusal } from './options.fixture.ts';

const F = 'getdata.config.json';

test.each<[object | string, string]>([
  ['{"a": 1,}', `${F} is not JSON: there is a comma before '}' in line 1, column 9`],
  ['{\n "credentials": {"password": "sesame" "x"}}', `${F} is not JSON: a comma is missing in line 2, column 39`],
  ['{"password": sesame}', `${F} is not JSON: text without double quotes in line 1, column 14`],
  ['', `${F} is not JSON: it is empty`],
  ['[]', `${F}: the file is an empty array; expected an object`],
  [{ limit: {} }, `${F}: unknown key 'limit'; did you mean 'limits'?`],
  [{ limits: { ratee: 1 } }, `${F}: unknown key 'ratee' in limits; did you mean 'rate'?`],
  [{ limits: { rate: '10' } }, `${F}: limits.rate is '10'; expected a number`],
  [{ limits: { concurrency: 65 } }, `${F}: limits.concurrency is 65; it must be <= 64`],
  [
    { limits: { maxTimeSeconds: 1e9 } },
    `${F}: limits.maxTimeSeconds is 1000000000; expected an integer from 1 to 2000000`,
  ],
  [{ seed: -5 }, `${F}: seed is -5; it must be >= 0`],
  [{ profile: 'quik' }, `${F}: profile is 'quik'; did you mean 'quick'?`],
  [{ target: 'jo:sesame@host' }, `${F}: target is 'host'; expected an address that begins with http:// or https://`],
  [{ target: 'http://h.example/?key=sesame' }, `${F}: target has a query; expected only the address: http://h.example`],
  [{ namespace: 'a b' }, `${F}: namespace: the namespace is 'a b'; expected a URI without white space`],
  [
    { operations: ['Get_Inventry'] },
    `${F}: operations: no operation is named 'Get_Inventry'; did you mean 'Get_Inventory'?`,
  ],
  [{ bindings: ['soap'] }, `${F}: bindings[0] is 'soap'; did you mean one of soap11, soap12?`],
  [{ rules: ['http.statuss'] }, `${F}: rules: no rule is named 'http.statuss'; did you mean 'http.status'?`],
  [{ credentials: { dealerID: 'sesame' } }, `${F}: unknown key 'dealerID' in credentials; did you mean 'dealerId'?`],
  [{ credentials: { password: 12345 } }, `${F}: credentials.password is a number; expected a string`],
  [
    { credentials: { password: '${GETDATA_PASWORD}' } },
    `${F}: credentials.password refers to the environment variable GETDATA_PASWORD, which is not set`,
  ],
  [
    { credentials: { password: '${GETDATA_PASWORD}', apiKey: 'k', dealerId: '${NOPE}' } },
    `${F}: credentials refer to environment variables that are not set: GETDATA_PASWORD, NOPE; set them, or take those that the target does not need out of the file`,
  ],
  [
    { credentials: { password: 'sesame${' } },
    `${F}: credentials.password holds a reference without a variable name; expected \${NAME}, of letters, digits and _`,
  ],
  [
    { credentials: { apiKey: 'sesame\n' } },
    `${F}: credentials.apiKey holds a line break or another control character; expected only the value`,
  ],
  [
    { unused: [{ field: 'Video.Submodles', reason: 'x' }] },
    `${F}: unused[0]: no field is named 'Video.Submodles'; did you mean 'Video.Submodels'?`,
  ],
  [
    { unused: [{ operation: 'Get_Inventory', field: 'Video.Title', reason: 'x' }] },
    `${F}: unused[0]: no field is named 'Video.Title'; expected one of Inventory_Response.Response_Code, Inventory_Response.Inventory_List, Inventory_Response.Inventory_List.ItemNo, Inventory_Response.Inventory_List.Application_ID, Inventory_Response.Inventory_List.Quantity`,
  ],
  [
    { unused: [{ operation: 'Get_Video_Link', field: 'Video.Title', reason: 'x' }] },
    `${F}: unused[0]: no operation is named 'Get_Video_Link'; did you mean 'Get_Video_Links'?`,
  ],
  [{ unused: [{ field: 'Video.Title' }] }, `${F}: unused[0] has no 'reason'; expected one`],
  [
    { unused: [{ field: 'Video.Title', reason: ' ' }] },
    `${F}: unused[0] has an empty reason; expected why the target never fills it`,
  ],
  [{ values: { make: ['x'] } }, `${F}: values: no parameter is named 'make'; did you mean 'Make'?`],
  [
    { values: { APIKEY: ['sesame'] } },
    `${F}: values holds the credential APIKEY; expected it under credentials, where it is never printed`,
  ],
  [{ values: { APIKEY: [12345] } }, `${F}: values.APIKEY[0] is a number; expected a string`],
  [
    { values: { Basevehicle: ['12', 'x'] } },
    `${F}: values.Basevehicle has the value 'x'; expected an int: digits from -2147483648 to 2147483647`,
  ],
  [
    { values: { Basevehicle: ['2147483648'] } },
    `${F}: values.Basevehicle has the value '2147483648'; expected an int: digits from -2147483648 to 2147483647`,
  ],
  [
    { values: { Make: ['\u0000'] } },
    `${F}: values.Make has a value with a control character; expected characters that XML 1.0 can carry`,
  ],
  [
    { valuesByOperation: { McatCode: {} } },
    `${F}: valuesByOperation: no operation is named 'McatCode'; did you mean 'McatCodes'?`,
  ],
  [
    { valuesByOperation: { McatCode_check: { Make: ['x'] } } },
    `${F}: valuesByOperation.McatCode_check: no parameter is named 'Make'; expected one of mcat`,
  ],
  [{ samples: [{ operation: 'McatCodes' }] }, `${F}: samples[0] has no 'values'; expected one`],
  [
    { samples: [{ operation: 'McatCodes', values: { Password: 'sesame' } }] },
    `${F}: samples[0] (McatCodes) holds the credential Password; expected it under credentials, where it is never printed`,
  ],
  [
    { samples: [{ operation: 'McatCode_check', values: { mcat: '1.5' } }] },
    `${F}: samples[0].values.mcat has the value '1.5'; expected an int: digits from -2147483648 to 2147483647`,
  ],
  [
    { samples: [{ operation: 'Get_Inventory', values: { ItemNr: '1' } }] },
    `${F}: samples[0] (Get_Inventory): no parameter is named 'ItemNr'; did you mean 'ItemNo'?`,
  ],
  [
    { samples: [{ operation: 'McatCodes', values: {}, header: {} }] },
    `${F}: samples[0] has a header, which McatCodes does not take; only GetSubmodel_VehicleType and GetModel_VehicleType do`,
  ],
  [
    { headers: { 'Content-Type': 'x' } },
    `${F}: headers.Content-Type sets Content-Type, which the suite writes itself; expected any other header`,
  ],
  [{ headers: { 'X Y': 'x' } }, `${F}: unknown name 'X Y' in headers; expected another name`],
  [
    { headers: { X: 'sesame\r\nY: z' } },
    `${F}: headers.X has a value (of X) with a line break or a character HTTP can't carry`,
  ],
])('the config file %j is refused in one sentence', (config, sentence) => {
  const said = refusal({}, {}, config);
  expect(said).toBe(sentence);
  expect(said).not.toMatch(/sesame|12345/);
});

test.each([
  [{ seed: '-5' }, "--seed is '-5'; expected an integer from 0 to 4294967295"],
  [{ seed: '1e3' }, "--seed is '1e3'; expected an integer from 0 to 4294967295"],
  [{ seed: '4294967296' }, "--seed is '4294967296'; expected an integer from 0 to 4294967295"],
  [{ runs: '' }, "--runs is ''; expected an integer from 0 to 100000"],
  [{ concurrency: '0' }, "--concurrency is '0'; expected an integer from 1 to 64"],
  [{ rate: '0' }, "--rate is '0'; expected a number from 0.001 to 1000000"],
  [{ timeout: '10s' }, "--timeout is '10s'; expected an integer from 1 to 600000"],
  [{ maxBody: 'NaN' }, "--max-body is 'NaN'; expected an integer from 1 to 2147483647"],
  [{ maxTime: '0' }, "--max-time is '0'; expected an integer from 1 to 2000000"],
  [{ profile: 'fast' }, "--profile: no profile is named 'fast'; expected one of quick, standard, thorough"],
  [{ failOn: 'required,' }, "--fail-on: no level is named 'required,'; did you mean 'required'?"],
  [{ operations: ',' }, '--operations names nothing; expected names separated by commas'],
  [
    { operations: 'get_inventory' },
    "--operations: no operation is named 'get_inventory'; did you mean 'Get_Inventory'?",
  ],
  [{ bindings: 'soap11,http_get' }, "--bindings: no binding is named 'http_get'; did you mean 'http-get'?"],
  [{ rules: 'value.integer' }, "--rules: no rule is named 'value.integer'; did you mean 'value.int'?"],
  [
    { namespace: '' },
    '--namespace: the namespace is empty, as an unset variable makes it; expected a URI without white space',
  ],
  [
    { namespace: 'http://müll.example/日本/' },
    "--namespace: the namespace is 'http://müll.example/日本/', which the header SOAPAction can't carry; expected a URI, with %-escapes",
  ],
  [{ header: ['no colon'] }, "--header has no colon after a name; expected 'Name: value'"],
  [{ header: ['A B: x'] }, '--header has the name "A B"; expected letters, digits and hyphens only'],
  [{ header: ['HOST: x'] }, '--header sets HOST, which the suite writes itself; expected any other header'],
  [{ header: ['X: ${NOPE}'] }, '--header refers to the environment variable NOPE, which is not set'],
  [{ header: ['X: sesame\n'] }, "--header has a value (of X) with a line break or a character HTTP can't carry"],
])('the flags %j are refused in one sentence', (flags, sentence) => {
  expect(refusal(flags)).toBe(sentence);
});

test('the environment is named where it is wrong', () => {
  expect(refusal({}, { GETDATA_TARGET: 'host' })).toMatch(/^the environment variable GETDATA_TARGET is 'host'; /);
  expect(refusal({}, { GETDATA_NAMESPACE: 'a b' })).toMatch(/^the environment variable GETDATA_NAMESPACE: /);
  expect(refusal({}, { GETDATA_API_KEY: 'sesame\r' })).toMatch(
    /^the environment variable GETDATA_API_KEY holds a line break/,
  );
});

test('edges of int and a sign are allowed', () => {
  const values = { Basevehicle: ['-2147483648', '2147483647', '+7', '007'] };
  expect(options({}, {}, { values }).values).toEqual(values);
});
