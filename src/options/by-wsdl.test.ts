import { expect, test } from 'vitest';
import { ANSWER, element, wsdlOf } from '../contract/wsdl/wsdl.fixture.ts';
import { staleEntries } from '../results/baseline.ts';
import type { GivenWsdl } from './described.ts';
import { completeOptions } from './run-options.ts';

const one = wsdlOf(element('id', 's:int'), ANSWER);
const other =
  /(?<=<portType name="P">)<operation[\s\S]*?<\/operation>|<operation name="Find"><soap[\s\S]*?<\/operation>/g;
const wsdl: GivenWsdl = {
  from: 'shop.wsdl',
  service: 'S',
  reads: ['Find'],
  documents: [
    {
      path: 'shop.wsdl',
      inherited: null,
      text: one.replaceAll(other, (all) => all + all.replace('"Find"', '"Remove"')),
    },
  ],
  gap: null,
};

function optionsOf(config: object) {
  const text = JSON.stringify(config);
  const given = { file: 'c.json', text, named: true };
  return completeOptions({ flags: { target: 'http://shop.example/' }, env: {}, config: given, randomSeed: 1, wsdl });
}

test('a config file names operations of the WSDL, also such that are not called', () => {
  const values = { id: '7' };
  const options = optionsOf({
    operations: ['Find'],
    samples: [
      { operation: 'Find', values },
      { operation: 'Remove', values },
    ],
    valuesByOperation: { Find: { id: ['1'] }, Remove: { id: ['2'] } },
    unused: [{ operation: 'Remove', field: 'xs:string.value', reason: 'it has none' }],
  });
  expect(options.operations).toEqual(['Find']);
  expect(options.samples).toMatchObject([{ operation: 'Find', values }]);
});

test.each([
  [{ operations: ['Finds'] }, "c.json: operations: no operation of the WSDL is named 'Finds'; did you mean 'Find'?"],
  [{ operations: ['Remove'] }, "c.json: operations: no operation of the WSDL is named 'Remove'; expected one of Find"],
  [
    { samples: [{ operation: 'Get_Inventory', values: {} }] },
    "c.json: samples[0]: no operation of the WSDL is named 'Get_Inventory'; expected one of Find, Remove",
  ],
  [
    { valuesByOperation: { find: {} } },
    "c.json: valuesByOperation: no operation of the WSDL is named 'find'; did you mean 'Find'?",
  ],
  [
    { unused: [{ operation: 'Fnd', field: 'xs:string.value', reason: 'none' }] },
    "c.json: unused[0]: no operation of the WSDL is named 'Fnd'; did you mean 'Find'?",
  ],
  [
    { rules: ['data.lasting'] },
    "c.json: rules: no rule on a service by its WSDL is named 'data.lasting'; did you mean",
  ],
])('of another name in %j the sentence has the nearest one of the WSDL', (config, sentence) => {
  expect(() => optionsOf(config)).toThrow(sentence);
});

test('a line of a baseline that matches nothing has the nearest name of the WSDL', () => {
  const entry = { owner: 'Jo', reason: 'T-1', expires: null, line: 4, binding: 'soap11', state: 'nothing' } as const;
  const sentences = (rule: string, operation: string) =>
    staleEntries({ wsdl, cells: [], baseline: { file: 'b', entries: [{ ...entry, rule, operation }] } })[0]?.sentence;
  expect(sentences('http.answer', 'Fnd')).toContain("no operation 'Fnd', the nearest is 'Find'");
  expect(sentences('data.lasting', 'Find')).toContain("no rule 'data.lasting'");
});
