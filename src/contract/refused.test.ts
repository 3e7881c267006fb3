import { describe, expect, test } from 'vitest';
import { type Case, edited, sentence, without } from './edited-files.fixture.ts';

const spec = 'specs/operations/Get_Inventory.json';
const xsd = 'xsd/operations/Get_Inventory.xsd';

const broken: readonly Case[] = [
  {
    what: 'a requirement that is not listed',
    file: spec,
    from: '"auth.none"',
    to: '"auth.nobody"',
    says: `${spec}: requirements has 'auth.nobody'; expected an id of specs/requirements.json`,
  },
  {
    what: 'a requirement that is listed twice',
    file: 'specs/requirements.json',
    from: '"id": "auth.none"',
    to: '"id": "auth.DealerID"',
    says: "specs/requirements.json: the id 'auth.DealerID' is there twice; expected once",
  },
  {
    what: 'a gap that nothing observes and nothing excuses',
    file: 'specs/requirements.json',
    from: '"probe": "observe.header-absent"',
    to: '"probe": null',
    says: "specs/requirements.json: the gap 'header.required' has both or neither of probe and untestable; expected one",
  },
  {
    what: 'a feeding field that is not a field',
    file: spec,
    from: '"Inventory_List.ItemNo"',
    to: '"Inventory_List.ItemNr"',
    says: `${spec}: feeds has the field 'Inventory_List.ItemNr'; expected a field of Inventory_item in xsd/records.xsd`,
  },
  {
    what: 'a feeding field that is a list of records',
    file: spec,
    from: '"Inventory_List.ItemNo"',
    to: '"Inventory_List"',
    says: `${spec}: feeds has the field 'Inventory_List'; expected a path that ends at a simple type in xsd/records.xsd, where Inventory_Response.Inventory_List is of kind list`,
  },
  {
    what: 'a fed parameter that is not a parameter',
    file: spec,
    from: '["Application_ID"]',
    to: '["ApplicationID"]',
    says: `${spec}: feeds.Inventory_List.Application_ID has 'ApplicationID'; expected a parameter of some operation`,
  },
  {
    what: 'a spec under another name',
    file: spec,
    from: '"name": "Get_Inventory"',
    to: '"name": "GetInventory"',
    says: `${spec}: name is 'GetInventory'; expected 'Get_Inventory', as the file is named`,
  },
  {
    what: 'an example that is not a number',
    file: 'specs/operations/McatCode_check.json',
    from: '"example": "210"',
    to: '"example": "ten"',
    says: "specs/operations/McatCode_check.json: the example of mcat is 'ten'; expected int",
  },
  {
    what: 'an unknown key',
    file: spec,
    from: '"effect"',
    to: '"effects": 1, "effect"',
    says: `${spec}: unknown key 'effects'; did you mean 'effect'?`,
  },
  {
    what: 'a missing key',
    file: spec,
    from: '"effect": "read",',
    to: '',
    says: `${spec}: the file has no 'effect'; expected one`,
  },
  {
    what: 'a value that is not allowed',
    file: spec,
    from: '"read"',
    to: '"reads"',
    says: `${spec}: effect is 'reads'; did you mean 'read'?`,
  },
  {
    what: 'a value of another type',
    file: spec,
    from: '"example": "APP-1"',
    to: '"example": 1',
    says: `${spec}: parameters[0].example is 1; expected a string`,
  },
  {
    what: 'bindings in another order',
    file: 'specs/service.json',
    from: '"name": "soap11"',
    to: '"name": "soap12"',
    says: 'specs/service.json: bindings has soap12, soap12, http-get, http-post; expected soap11, soap12, http-get, http-post',
  },
  {
    what: 'an unknown type in a record',
    file: 'xsd/records.xsd',
    from: 'type="ArrayOfAsset"',
    to: 'type="ArrayOfAssets"',
    says: 'xsd/records.xsd: type ArrayOfAssets is declared nowhere; expected it in xsd/records.xsd',
  },
  {
    what: 'a record declared twice',
    file: 'xsd/records.xsd',
    from: '<xs:complexType name="Asset">',
    to: '<xs:complexType name="Cart">',
    says: 'xsd/records.xsd: type Cart is declared in xsd/records.xsd too; expected one',
  },
  {
    what: 'an operation that service.json does not list',
    file: 'specs/service.json',
    from: ',\n    "McatCode_check"',
    to: '',
    says: 'specs/operations/McatCode_check.json is not listed in specs/service.json; expected it under operations',
  },
];

describe('a file that is not as it must be is refused with one sentence', () => {
  test.each(broken)('$what', ({ file, from, to, says }) => {
    expect(sentence(edited(file, from, to))).toBe(says);
  });

  test('a file that is not JSON', () => {
    expect(sentence(edited(spec, '{', ''))).toBe(
      'specs/operations/Get_Inventory.json is not JSON: more text after the end of the value in line 2, column 12',
    );
  });

  test('a file that is not XML', () => {
    expect(sentence(edited(xsd, '</xs:schema>', ''))).toMatch(
      /^xsd\/operations\/Get_Inventory\.xsd cannot be read; expected well-formed XML of tags, text and comments$/,
    );
  });

  test('a file that is missing', () => {
    expect(sentence(without(spec))).toBe(`${spec} is missing; expected because of specs/service.json`);
    expect(sentence(without(xsd))).toBe(`${xsd} is missing; expected because of ${spec}`);
  });

  test('the shipped files are not refused', () => {
    expect(sentence(edited(spec, '"name"', '"name"'))).toBe('no error');
  });
});
