import { both, type Observable, over, overHttp, overSoap, takesHeader, takesNoHeader, takesValues } from '../cells.ts';
import { changes, type Defect, table } from '../defect.ts';
import { mapAll } from '../edits/tree.ts';
import { at, having, removed, replaced, set, withoutChildren } from '../edits/wsdl.ts';

const OPERATION = 'portType:GetData{messages}/operation:{op}';
const BOUND = 'binding:{port}/operation:{op}';

const operation = at(OPERATION);
const input = at(`${OPERATION}/input`);
const output = at(`${OPERATION}/output`);
const soapPart = at('message:{op}SoapIn/part', overSoap);
const soapMessage = at('message:{op}SoapIn', over('soap11'));
const httpPart = at('message:{op}{messages}In/part', overHttp);
const boundTo = (cells: Observable) => at(`${BOUND}/operation`, cells);
const header = at(`${BOUND}/input/header`, both(overSoap, takesHeader));
const body = at(`${BOUND}/output/body`, overSoap);
const httpAnswer = at(`${BOUND}/output/mimeXml`, overHttp);
const port = at('service/port:{port}');
const address = at('service/port:{port}/*');
const request = at('types/schema/element:{op}');
const result = at('types/schema/element:{op}Response/complexType/sequence/element', overSoap);
const record = at('types/schema/complexType:{record}');
const vehicleTypes = at('types/schema/simpleType/restriction', takesNoHeader);

const suffixed = (name: string, end: string) => replaced(name, /$/, end);

/** Every namespace of the service is that of Visual Studio's template. */
const inTempuri = changes(overSoap, {
  wsdl: (definitions, _cell, { namespace }) =>
    mapAll(definitions, (element) => {
      const moved = Object.entries(element.attributes).map(([name, value]) => {
        return [name, value.startsWith(namespace) ? value.replace(namespace, 'http://tempuri.org/') : value] as const;
      });
      return { ...element, attributes: Object.fromEntries(moved) };
    }),
});

/** The port for SOAP 1.2 in the namespace of SOAP 1.1. */
const inSoap11 = changes(over('soap12'), {
  wsdl: (definitions) =>
    mapAll(definitions, (element) =>
      element.prefix === 'soap12'
        ? { ...element, prefix: 'soap', namespace: 'http://schemas.xmlsoap.org/wsdl/soap/' }
        : element,
    ),
});

/** Faults of the service description, which no answer to a call shows. */
export const descriptionDefects: readonly Defect[] = [
  ...table(['wsdl.valid'], {
    'wsdl-no-port: The WSDL has a service without ports.': at('service')(withoutChildren),
    'wsdl-binding-nowhere: A port of the WSDL refers to a binding that is not there.': port(
      suffixed('binding', 'Binding'),
    ),
    'wsdl-message-nowhere: An operation of the WSDL refers to a message that is not there.': input(
      suffixed('message', 'Message'),
    ),
    'wsdl-port-type-operation-missing: A binding of the WSDL has an operation that its port type does not have.':
      operation(removed),
    'wsdl-type-nowhere: The schema of the WSDL refers to a type that is not there.': result(suffixed('type', 'Type')),
    'wsdl-part-unnamed: A part of a message in the WSDL has no name.': soapPart(set('name', null)),
    'wsdl-header-part-nowhere: A header in the WSDL refers to a part that its message does not have.': header(
      suffixed('part', 's'),
    ),
    'wsdl-output-missing: An operation of the WSDL has no output.': output(removed),
    'wsdl-malformed: An element of the WSDL has a prefix and no name.': output((one) => [{ ...one, name: '' }]),
    'wsdl-name-empty: A type in the schema of the WSDL has an empty name.': record((one) => [
      one,
      having({ ...one, children: [] }, 'name', ''),
    ]),
    'wsdl-message-twice: The WSDL has a message twice.': soapMessage((one) => [one, one]),
    'wsdl-part-untyped: A parameter over GET and POST has no type in the WSDL.': httpPart(set('type', null)),
    'wsdl-text-inside: The WSDL has the values of a type as text.': vehicleTypes((one) => [
      { ...one, children: ['None Car'] },
    ]),
    'wsdl-no-protocol: A binding of the WSDL has no protocol.': at('binding:{port}/binding')(removed),
    'wsdl-output-part-nowhere: An answer over GET and POST is a part in the WSDL that its message does not have.':
      httpAnswer(suffixed('part', 's')),
    'wsdl-element-unknown: The WSDL has an element that WSDL does not have.': operation((one) => [
      { ...one, children: [...one.children, { ...one, name: 'inputs', children: [] }] },
    ]),
    'wsdl-nillable-yes: An element in the schema of the WSDL says nillable="yes".': request(set('nillable', 'yes')),
    'wsdl-global-optional: An element below the schema of the WSDL says how often it occurs.': request(
      set('minOccurs', '0'),
    ),
    'wsdl-input-twice: A binding of the WSDL has the input of an operation twice.': at(`${BOUND}/input`)((one) => [
      one,
      one,
    ]),
    'wsdl-schema-outside: The schema of the WSDL is not in its types.': at('types')((one) => [
      { ...one, children: [] },
      ...one.children,
    ]),
    'wsdl-parameters-loose: The WSDL has the parameters of a request outside of a sequence.': at(
      'types/schema/element:{op}/complexType/sequence',
      both(overSoap, takesValues),
    )(({ children }) => children),
    'wsdl-body-without-parts: A binding of the WSDL says that no part is in the body.': body(set('parts', '')),
    'wsdl-builtin-unknown: The VehicleTypeHeader in the WSDL has a type that XML Schema does not have.': vehicleTypes(
      set('base', 's:text'),
    ),
  }),
  ...table(['wsdl.bindings'], {
    'wsdl-operation-missing: The WSDL leaves an operation out of a binding.': at(BOUND)(removed),
    'wsdl-soap-action: The WSDL names a SOAPAction with urn: before the operation.': boundTo(over('soap11'))(
      (element, { operation: { name } }) => [having(element, 'soapAction', `urn:${name}`)],
    ),
    'wsdl-soap12-action: The WSDL names another action for SOAP 1.2.': boundTo(over('soap12'))(
      suffixed('soapAction', 'Request'),
    ),
    'wsdl-soap12-namespace: The port for SOAP 1.2 is in the namespace of SOAP 1.1.': inSoap11,
    'wsdl-rpc-style: The WSDL says rpc style.': boundTo(overSoap)(set('style', 'rpc')),
    'wsdl-encoded: The WSDL says that bodies are encoded.': body(set('use', 'encoded')),
    'wsdl-header-encoded: The WSDL says that a header is encoded.': header(set('use', 'encoded')),
    'wsdl-header-missing: The WSDL has no header block for an operation that takes one.': header(removed),
    'wsdl-address-path: The address in the WSDL has the path behind a proxy.': address(
      replaced('location', /\/(?:internal\/)?getData/, '/internal/getData'),
    ),
    'wsdl-address-relative: The address in the WSDL is a path.': address(replaced('location', /^https?:\/\/[^/]*/, '')),
    'wsdl-http-location: The WSDL has another path for an operation over GET and POST.': boundTo(overHttp)(
      suffixed('location', '.ashx'),
    ),
  }),
  ...table(['wsdl.bindings', 'wsdl.types'], {
    "wsdl-namespace: The WSDL has the namespace of Visual Studio's template.": inTempuri,
  }),
];
