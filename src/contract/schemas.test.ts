import { afterAll, describe, expect, test } from 'vitest';
import { createSchemaValidator } from '../xml/schema.ts';
import { loadContract } from './load.ts';
import type { BindingName } from './model.ts';
import { bindingNames, operationNamed } from './operations.ts';
import { schemaEntry, withItemName } from './schemas.ts';

const namespace = 'http://x.example/ns/';
const contract = loadContract(namespace);
const libraries = ['libxmljs2', 'libxml2-wasm'] as const;
const opened = await Promise.all(
  libraries.map(async (library) => {
    // libxmljs2 is an optional dependency; the other is always there.
    return createSchemaValidator(library).catch((error: Error) => {
      if (library !== 'libxmljs2') throw error;
      process.stderr.write(`schemas.test.ts: skipped for libxmljs2, which cannot be loaded: ${error.message}\n`);
      return null;
    });
  }),
);
const validators = opened.filter((validator) => validator !== null);

afterAll(() => {
  for (const validator of validators) validator.dispose();
});

type Verdicts = readonly string[];

function verdicts(body: string, name: string, binding: BindingName, schemas = contract.schemas): Verdicts {
  const entry = schemaEntry({ operation: operationNamed(contract, name), binding }, contract);
  const kinds = validators.map((validator) => validator.validate(body, schemas, entry).kind);
  return [...new Set(kinds)];
}

const service = `xmlns="${namespace.replace('&', '&amp;')}"`;

function envelope(binding: 'soap11' | 'soap12', body: string, header = ''): string {
  const uri = contract.bindings[binding].envelopeNamespace;
  const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  return `<e:Envelope xmlns:e="${uri}" ${xsi}>${header}<e:Body>${body}</e:Body></e:Envelope>`;
}

function response(name: string, result: string): string {
  return `<${name}Response ${service}>${result}</${name}Response>`;
}

const cells = contract.operations.flatMap((operation) => bindingNames.map((binding) => ({ operation, binding })));

describe('the schema of a cell', () => {
  test.each(cells)('$operation.name $binding compiles and takes the answer without data', ({ operation, binding }) => {
    const { name, result } = operation;
    const nil = `<${result.httpRoot} ${service} xmlns:x="http://www.w3.org/2001/XMLSchema-instance" x:nil="true"/>`;
    const soap = binding === 'soap11' || binding === 'soap12';
    expect(verdicts(soap ? envelope(binding, response(name, '')) : nil, name, binding)).toEqual(['valid']);
  });

  test.each(cells)('$operation.name $binding refuses a field that no record has', ({ operation, binding }) => {
    const { name, result } = operation;
    const soap = binding === 'soap11' || binding === 'soap12';
    const inside = '<NoSuchField>1</NoSuchField>';
    const body = soap
      ? envelope(binding, response(name, `<${name}Result>${inside}</${name}Result>`))
      : `<${result.httpRoot} ${service}>${inside}</${result.httpRoot}>`;
    expect(verdicts(body, name, binding)).toEqual(['invalid']);
  });

  test.each(cells.filter(({ binding }) => binding === 'soap11' || binding === 'soap12'))(
    '$operation.name $binding takes the request with the examples',
    ({ operation, binding }) => {
      const parameters = operation.parameters.map(({ name, example }) => `<${name}>${example}</${name}>`).join('');
      const body = `<${operation.name} ${service}>${parameters}</${operation.name}>`;
      expect(verdicts(envelope(binding as 'soap11' | 'soap12', body), operation.name, binding)).toEqual(['valid']);
    },
  );
});

describe('the records', () => {
  const inventory = (fields: string) =>
    verdicts(`<Inventory_Response ${service}>${fields}</Inventory_Response>`, 'Get_Inventory', 'http-get');

  test('have their int fields always, and their lists if they like', () => {
    expect(inventory('<Response_Code>0</Response_Code>')).toEqual(['valid']);
    expect(inventory('<Inventory_List/>')).toEqual(['invalid']);
  });

  test('have their fields in order', () => {
    expect(inventory('<Inventory_List/><Response_Code>0</Response_Code>')).toEqual(['invalid']);
  });

  test('hold numbers of 32 bits where the type is int', () => {
    expect(inventory('<Response_Code>2147483647</Response_Code>')).toEqual(['valid']);
    expect(inventory('<Response_Code>2147483648</Response_Code>')).toEqual(['invalid']);
  });

  test('hold anything where the document does not show the content', () => {
    const category = (codes: string) =>
      `<ArrayOfPartialProd_Master ${service}><PartialProd_Master><ID>1</ID><Active>1</Active><IsMandatory>false</IsMandatory><PartialProd_Categories><PartialProd_Categories>
        <ID>1</ID><PartialProduct_MasterID>1</PartialProduct_MasterID><Active>true</Active>${codes}</PartialProd_Categories></PartialProd_Categories></PartialProd_Master></ArrayOfPartialProd_Master>`;
    const open =
      '<PartialProd_Resources_Codes a="b">text<Code/><other xmlns="urn:other">1</other></PartialProd_Resources_Codes>';
    expect(verdicts(category(open), 'Get_PartialProd_Resources', 'http-post')).toEqual(['valid']);
    expect(verdicts(category('<Codes/>'), 'Get_PartialProd_Resources', 'http-post')).toEqual(['invalid']);
  });

  test('hold items of recid_images_URL under another name where the schemas allow it', () => {
    const record = (name: string) =>
      `<recid_images ${service}><recid>1</recid><recid_images_URL><${name}><recid>1</recid></${name}></recid_images_URL></recid_images>`;
    const renamed = withItemName(contract, 'Image');
    expect(verdicts(record('recid_images_URL'), 'Get_Recid_Images', 'http-get')).toEqual(['valid']);
    expect(verdicts(record('Image'), 'Get_Recid_Images', 'http-get')).toEqual(['invalid']);
    expect(verdicts(record('Image'), 'Get_Recid_Images', 'http-get', renamed)).toEqual(['valid']);
    expect(verdicts(record('recid_images_URL'), 'Get_Recid_Images', 'http-get', renamed)).toEqual(['invalid']);
    const changed = [...renamed].filter(([path, text]) => contract.schemas.get(path) !== text).map(([path]) => path);
    expect(changed).toEqual(['records.xsd', 'whole/Get_Recid_Images.xsd']);
  });
});

describe('an operation and its records in one file', () => {
  const typesOf = (path: string) =>
    [...(contract.schemas.get(path) ?? '').matchAll(/<xs:complexType name="([^"]+)"/g)].map(([, name]) => name);

  test('has the records that it uses, each once, and no others', () => {
    expect(typesOf('whole/Get_Video_Links.xsd')).toEqual(['ArrayOfVideo', 'Video', 'ArrayOfString']);
    const all = new Set(contract.operations.flatMap(({ name }) => typesOf(`whole/${name}.xsd`)));
    expect(all).toEqual(new Set(typesOf('records.xsd')));
  });

  test.each(contract.operations)('$name includes no records', ({ name }) => {
    const whole = contract.schemas.get(`whole/${name}.xsd`) ?? '';
    expect(whole).toContain(`<xs:element name="${name}Response">`);
    expect(whole).not.toContain('records.xsd');
    expect(new Set(typesOf(`whole/${name}.xsd`)).size).toBe(typesOf(`whole/${name}.xsd`).length);
  });
});

describe('the envelopes', () => {
  const data = response('Get_Year_Restricted', '<Get_Year_RestrictedResult/>');
  const soap = (binding: 'soap11' | 'soap12', text: string) => verdicts(text, 'Get_Year_Restricted', binding);

  test.each(['soap11', 'soap12'] as const)('%s: an optional Header and one Body, and nothing else', (binding) => {
    const good = envelope(binding, data, '<e:Header/>');
    expect(soap(binding, good)).toEqual(['valid']);
    expect(soap(binding, good.replace('</e:Body>', '</e:Body><e:Body/>'))).toEqual(['invalid']);
    expect(soap(binding, good.replace('</e:Body>', '</e:Body><x/>'))).toEqual(['invalid']);
    expect(soap(binding, good.replace('<e:Header/>', '<e:Header/><e:Header/>'))).toEqual(['invalid']);
    expect(soap(binding, good.replace(/<e:Body>.*<\/e:Body>/, ''))).toEqual(['invalid']);
  });

  test('refuse the envelope of the other version', () => {
    expect(soap('soap11', envelope('soap12', data))).toEqual(['invalid']);
    expect(soap('soap12', envelope('soap11', data))).toEqual(['invalid']);
  });

  test('have the faults of their version, in the order of its elements', () => {
    const fault11 = '<e:Fault><faultcode>e:Client</faultcode><faultstring>No.</faultstring><detail/></e:Fault>';
    const value = '<e:Code><e:Value>e:Sender</e:Value></e:Code>';
    const fault12 = `<e:Fault>${value}<e:Reason><e:Text xml:lang="en">No.</e:Text></e:Reason><e:Detail/></e:Fault>`;
    expect(soap('soap11', envelope('soap11', fault11))).toEqual(['valid']);
    expect(soap('soap12', envelope('soap12', fault12))).toEqual(['valid']);
    expect(soap('soap12', envelope('soap12', fault12.replace('Sender', 'Client')))).toEqual(['invalid']);
    expect(soap('soap12', envelope('soap12', `${fault12.replace(value, '')}`))).toEqual(['invalid']);
    expect(soap('soap11', envelope('soap11', fault11.replace('<faultstring>No.</faultstring>', '')))).toEqual([
      'invalid',
    ]);
  });

  test('carry a VehicleTypeHeader with allowed values only', () => {
    const request = `<GetModel_VehicleType ${service}><Make>Honda</Make><Year>2020</Year><ProductID>P</ProductID></GetModel_VehicleType>`;
    const header = (type: string) =>
      `<e:Header><VehicleTypeHeader ${service}><Filtervehicles>true</Filtervehicles><VehicleTypeToFilter>${type}</VehicleTypeToFilter><OnlyMake><string>Honda</string></OnlyMake></VehicleTypeHeader></e:Header>`;
    for (const binding of ['soap11', 'soap12'] as const) {
      expect(verdicts(envelope(binding, request, header('Utility_Vehicle')), 'GetModel_VehicleType', binding)).toEqual([
        'valid',
      ]);
      expect(verdicts(envelope(binding, request, header('Bus')), 'GetModel_VehicleType', binding)).toEqual(['invalid']);
    }
  });
});
