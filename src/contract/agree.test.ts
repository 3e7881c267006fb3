import { describe, expect, test } from 'vitest';
import { type Case, edited, sentence } from './edited-files.fixture.ts';

const spec = 'specs/operations/Get_Inventory.json';
const xsd = 'xsd/operations/Get_Inventory.xsd';
const both = `${spec} and ${xsd} disagree:`;

const disagreeing: readonly Case[] = [
  {
    what: 'a parameter has another name',
    file: xsd,
    from: 'name="ItemNo"',
    to: 'name="ItemNr"',
    says: `${both} parameters.1 is 'ItemNo' (string, always there) in the spec; expected 'ItemNr' (string, always there) as in the XSD's element Get_Inventory`,
  },
  {
    what: 'a parameter has another type',
    file: spec,
    from: '"name": "ItemNo",',
    to: '"name": "ItemNo", "type": "int",',
    says: `${both} parameters.1 is 'ItemNo' (int, always there) in the spec; expected 'ItemNo' (string, always there) as in the XSD's element Get_Inventory`,
  },
  {
    what: 'a parameter may be left out',
    file: xsd,
    from: 'name="ItemNo"',
    to: 'name="ItemNo" minOccurs="0"',
    says: `${both} parameters.1 is 'ItemNo' (string, always there) in the spec; expected 'ItemNo' (string, may be absent) as in the XSD's element Get_Inventory`,
  },
  {
    what: 'a parameter is only in the XSD',
    file: xsd,
    from: '<xs:element name="ItemNo" type="xs:string"/>',
    to: '<xs:element name="ItemNo" type="xs:string"/><xs:element name="Third" type="xs:long"/>',
    says: `${both} parameters.2 is nothing in the spec; expected 'Third' (long, always there) as in the XSD's element Get_Inventory`,
  },
  {
    what: 'the request element has another name',
    file: xsd,
    from: '<xs:element name="Get_Inventory">',
    to: '<xs:element name="Get_inventory">',
    says: `${both} the XSD has no element Get_Inventory; expected the spec's parameters in it`,
  },
  {
    what: 'the result holds another record',
    file: xsd,
    from: 'name="Get_InventoryResult" type="Inventory_Response"',
    to: 'name="Get_InventoryResult" type="Cart"',
    says: `${both} result needs 'Get_InventoryResult' (the fields of Inventory_Response, may be absent, may be nil) in Get_InventoryResponse; the XSD has 'Get_InventoryResult' (the fields of Cart, may be absent, may be nil) there`,
  },
  {
    what: 'the spec says array and the XSD single',
    file: spec,
    from: '"kind": "single", "record": "Inventory_Response", "httpRoot": "Inventory_Response"',
    to: '"kind": "array", "record": "Inventory_Response", "httpRoot": "ArrayOfInventory_Response"',
    says: `${both} result needs 'Get_InventoryResult' (a list of Inventory_Response (the fields of Inventory_Response), may be absent, may be nil) in Get_InventoryResponse; the XSD has 'Get_InventoryResult' (the fields of Inventory_Response, may be absent, may be nil) there`,
  },
  {
    what: 'the root over GET and POST is not named after the record',
    file: spec,
    from: '"httpRoot": "Inventory_Response"',
    to: '"httpRoot": "Inventory"',
    says: `${both} result.httpRoot is 'Inventory' in the spec; expected 'Inventory_Response' for the XSD's root (binding rule 4)`,
  },
  {
    what: 'the XSD has no root',
    file: xsd,
    from: '<xs:element name="Inventory_Response" type',
    to: '<xs:element name="Inventory_response" type',
    says: `${both} result.httpRoot is 'Inventory_Response' in the spec; the XSD has no element of that name`,
  },
  {
    what: 'the record is unknown',
    file: spec,
    from: '"record": "Inventory_Response"',
    to: '"record": "Inventory_response"',
    says: `${both} result.record is 'Inventory_response' in the spec; expected a record of xsd/records.xsd, which the XSD includes`,
  },
  {
    what: 'only the spec has a header',
    file: spec,
    from: '"result"',
    to: '"header": "VehicleTypeHeader", "result"',
    says: `${both} header is VehicleTypeHeader in the spec, so the XSD includes ../records.xsd, ../headers.xsd; found ../records.xsd`,
  },
  {
    what: 'the XSD has an element that the spec does not need',
    file: xsd,
    from: '</xs:schema>',
    to: '<xs:element name="Extra" type="xs:string"/></xs:schema>',
    says: `${both} the XSD has an element Extra; expected only Get_Inventory, Get_InventoryResponse, Inventory_Response from the spec`,
  },
];

describe('a spec and an XSD that disagree are refused with one sentence that names both files', () => {
  test.each(disagreeing)('$what', ({ file, from, to, says }) => {
    expect(sentence(edited(file, from, to))).toBe(says);
  });
});
