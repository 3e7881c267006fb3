import { both, over, overHttp, overSoap, takesHeader, takesNoHeader } from '../cells.ts';
import { changes, type Defect, table } from '../defect.ts';
import { mapAll } from '../edits/tree.ts';
import { at, having, removed, replaced, set, withoutChildren } from '../edits/wsdl.ts';

const BOUND = 'binding:{port}/operation:{op}';
const ABSTRACT = 'portType:GetData{messages}';

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
    'wsdl-no-port: The WSDL has a service without ports.': at('service', withoutChildren),
    'wsdl-binding-nowhere: A port of the WSDL refers to a binding that is not there.': at(
      'service/port:{port}',
      suffixed('binding', 'Binding'),
    ),
    'wsdl-message-nowhere: An operation of the WSDL refers to a message that is not there.': at(
      `${ABSTRACT}/operation:{op}/input`,
      suffixed('message', 'Message'),
    ),
    'wsdl-port-type-operation-missing: A binding of the WSDL has an operation that its port type does not have.': at(
      `${ABSTRACT}/operation:{op}`,
      removed,
    ),
    'wsdl-type-nowhere: The schema of the WSDL refers to a type that is not there.': at(
      'types/schema/element:{op}Response/complexType/sequence/element',
      suffixed('type', 'Type'),
      overSoap,
    ),
    'wsdl-part-unnamed: A part of a message in the WSDL has no name.': at(
      'message:{op}SoapIn/part',
      set('name', null),
      overSoap,
    ),
    'wsdl-header-part-nowhere: A header in the WSDL refers to a part that its message does not have.': at(
      `${BOUND}/input/header`,
      suffixed('part', 's'),
      both(overSoap, takesHeader),
    ),
    'wsdl-output-missing: An operation of the WSDL has no output.': at(`${ABSTRACT}/operation:{op}/output`, removed),
    'wsdl-malformed: An element of the WSDL has a prefix and no name.': at(
      `${ABSTRACT}/operation:{op}/output`,
      (one) => [{ ...one, name: '' }],
    ),
    'wsdl-name-empty: A type in the schema of the WSDL has an empty name.': at(
      'types/schema/complexType:{record}',
      (one) => [one, having({ ...one, children: [] }, 'name', '')],
    ),
    'wsdl-message-twice: The WSDL has a message twice.': at('message:{op}SoapIn', (one) => [one, one], over('soap11')),
    'wsdl-part-untyped: A parameter over GET and POST has no type in the WSDL.': at(
      'message:{op}{messages}In/part',
      set('type', null),
      overHttp,
    ),
    'wsdl-text-inside: The WSDL has the values of a type as text.': at(
      'types/schema/simpleType/restriction',
      (one) => [{ ...one, children: ['None Car'] }],
      takesNoHeader,
    ),
    'wsdl-no-protocol: A binding of the WSDL has no protocol.': at('binding:{port}/binding', removed),
    'wsdl-output-part-nowhere: An answer over GET and POST is a part in the WSDL that its message does not have.': at(
      `${BOUND}/output/mimeXml`,
      suffixed('part', 's'),
      overHttp,
    ),
    'wsdl-element-unknown: The WSDL has an element that WSDL does not have.': at(
      `${ABSTRACT}/operation:{op}`,
      (one) => [{ ...one, children: [...one.children, { ...one, name: 'inputs', children: [] }] }],
    ),
    'wsdl-nillable-yes: An element in the schema of the WSDL says nillable="yes".': at(
      'types/schema/element:{op}',
      set('nillable', 'yes'),
    ),
    'wsdl-builtin-unknown: The VehicleTypeHeader in the WSDL has a type that XML Schema does not have.': at(
      'types/schema/simpleType/restriction',
      set('base', 's:text'),
      takesNoHeader,
    ),
  }),
  ...table(['wsdl.bindings'], {
    'wsdl-operation-missing: The WSDL leaves an operation out of a binding.': at(BOUND, removed),
    'wsdl-soap-action: The WSDL names a SOAPAction with urn: before the operation.': at(
      `${BOUND}/operation`,
      (element, { operation }) => [having(element, 'soapAction', `urn:${operation.name}`)],
      over('soap11'),
    ),
    'wsdl-soap12-action: The WSDL names another action for SOAP 1.2.': at(
      `${BOUND}/operation`,
      suffixed('soapAction', 'Request'),
      over('soap12'),
    ),
    'wsdl-soap12-namespace: The port for SOAP 1.2 is in the namespace of SOAP 1.1.': inSoap11,
    'wsdl-rpc-style: The WSDL says rpc style.': at(`${BOUND}/operation`, set('style', 'rpc'), overSoap),
    'wsdl-encoded: The WSDL says that bodies are encoded.': at(`${BOUND}/output/body`, set('use', 'encoded'), overSoap),
    'wsdl-header-encoded: The WSDL says that a header is encoded.': at(
      `${BOUND}/input/header`,
      set('use', 'encoded'),
      both(overSoap, takesHeader),
    ),
    'wsdl-header-missing: The WSDL has no header block for an operation that takes one.': at(
      `${BOUND}/input/header`,
      removed,
      both(overSoap, takesHeader),
    ),
    'wsdl-address-path: The address in the WSDL has the path behind a proxy.': at(
      'service/port:{port}/*',
      replaced('location', /\/(?:internal\/)?getData/, '/internal/getData'),
    ),
    'wsdl-address-relative: The address in the WSDL is a path.': at(
      'service/port:{port}/*',
      replaced('location', /^https?:\/\/[^/]*/, ''),
    ),
    'wsdl-http-location: The WSDL has another path for an operation over GET and POST.': at(
      `${BOUND}/operation`,
      suffixed('location', '.ashx'),
      overHttp,
    ),
  }),
  ...table(['wsdl.bindings', 'wsdl.types'], {
    "wsdl-namespace: The WSDL has the namespace of Visual Studio's template.": inTempuri,
  }),
];
