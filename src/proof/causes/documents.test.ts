import { contract } from '../../reference/variations/target.fixture.ts';
import { bodied, JSON_TEXT, type Mangle, namesMistakes } from './mistakes.fixture.ts';

// What a server may make of the XML of a right answer.

const isSoap = (request: string): boolean => request.includes('Envelope');
const escaped = (xml: string): string => xml.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const inResult = (edit: (inner: string) => string): Mangle =>
  inText((text) => text.replace(/(<\w+Result>)([\s\S]*)(<\/\w+Result>)/, (_, a, inner, b) => `${a}${edit(inner)}${b}`));
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
const FILTER = `The message with Action 'x' cannot be processed at the receiver, due to a ContractFilter mismatch at the EndpointDispatcher.`;
const inText =
  (edit: (text: string, request: string) => string): Mangle =>
  (body, answer, request) =>
    bodied(answer, Buffer.from(edit(body.toString(), request)));

namesMistakes([
  {
    name: 'an element that is not closed',
    mangle: inText((text) => text.replace('</Mcat>', '')),
    says: /: the end tag <\/McatCode(?:_checkResult)?> comes while <Mcat> of line \d is open\.$/,
    fix: /^own code: Close each element by the name that opened it/,
  },
  {
    name: 'an ampersand',
    mangle: inText((text) => text.replace('&amp;', '&')),
    says: /"&" is not escaped/,
    fix: /^own code: Write & in a text as &amp;/,
  },
  {
    name: 'a prefix that is not declared',
    mangle: inText((text) => text.replace('<Mcat>', '<x:Mcat>').replace('</Mcat>', '</x:Mcat>')),
    says: /unbound namespace prefix/,
    fix: /^own code: Declare each prefix/,
  },
  {
    name: 'a result that is escaped XML',
    mangle: inResult(escaped),
    bindings: /^soap/,
    says: /^McatCode is XML that was escaped, or put in CDATA: a text in place of elements/,
    fix: /^own code: Return the record itself, not a string/,
  },
  {
    name: 'a result that is XML in CDATA',
    mangle: inResult((inner) => `<![CDATA[${inner}]]>`),
    bindings: /^soap/,
    says: /^McatCode is XML that was escaped, or put in CDATA/,
    fix: /^own code: Return the record itself, not a string/,
  },
  {
    name: 'a result that is XML, escaped twice',
    mangle: inResult((inner) => escaped(escaped(inner))),
    bindings: /^soap/,
    says: /^McatCode is XML that was escaped/,
    fix: /^own code: Return the record itself, not a string/,
  },
  {
    name: 'a result that is JSON',
    mangle: inResult(() => JSON_TEXT),
    bindings: /^soap/,
    says: /^McatCode is JSON: a text in place of elements/,
    fix: /^own code: Return the record itself, so that its fields are elements/,
  },
  {
    name: 'a result that is base64',
    mangle: inResult((inner) => Buffer.from(inner).toString('base64')),
    bindings: /^soap/,
    says: /^McatCode is base64: a text in place of elements/,
    fix: /^own code: Return the record itself, so that its fields are elements/,
  },
  {
    name: 'a body whose markup is escaped',
    mangle: inText(escaped),
    says: /^The body is XML whose markup is escaped/,
    fix: /^own code: Send the document as it is/,
  },
  {
    name: 'a body in base64',
    mangle: inText((text) => Buffer.from(text).toString('base64')),
    says: /^The body is base64 of XML/,
    fix: /^own code: Send the bytes of the document/,
  },
  {
    name: 'a head in the body',
    mangle: inText((text) => `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n${text}`),
    says: /^The body begins with the head of an HTTP message/,
    fix: /^own code: Give header fields to the server/,
  },
  {
    name: 'an answer that is escaped XML',
    mangle: inText((text) => `<string xmlns="${contract.namespace}">${escaped(text)}</string>`),
    bindings: /^http/,
    says: /^The root is <string>, a text that is the XML of the answer, escaped/,
    fix: /^own code: Return the record itself, not a string/,
  },
  {
    name: 'a list without its element',
    operations: ['Get_Year_Restricted'],
    mangle: inText((text) => text.replaceAll(/<\/?Years>/g, '')),
    says: /^Year_table\.Years: the element <Years> around the items <string> is missing/,
    fix: /^own code: Write the element of the list, and its items inside it/,
  },
  {
    name: 'items by another name everywhere',
    operations: ['Get_Year_Restricted'],
    mangle: inText((text) => text.replaceAll(/<(\/?)string>/g, '<$1item>')),
    says: /^An item of Year_table\.Years is <item>, not <string>/,
    fix: /^own code: Name the items/,
  },
  {
    name: 'items in small letters everywhere',
    operations: ['Get_Year_Restricted', 'Get_Video_Links', 'Get_Inventory'],
    mangle: inText((text) =>
      text.replaceAll(
        /(<\/?)(Video|Inventory_item|string)\b/g,
        (_, start, name) => `${start}${name.replace('s', 'S').replace('V', 'v').replace('I', 'i')}`,
      ),
    ),
    says: /^An item of \w+.*All other records break the rule too/,
    fix: /^own code: Name the items/,
  },
  {
    name: 'rpc/encoded',
    mangle: inText((text) =>
      text.replace(
        /<(\w+Response) xmlns="([^"]+)">([\s\S]*)<\/\1>/,
        (_, name, ns, inner) =>
          `<n:${name} xmlns:n="${ns}" soap:encodingStyle="${ENCODING}">${inner.replaceAll(/<(\w+)>([^<]*)<\/\1>/g, '<$1 xsi:type="xsd:string">$2</$1>')}</n:${name}>`,
      ),
    ),
    bindings: /^soap11/,
    says: /^The answer is rpc\/encoded, not document\/literal/,
    fix: /^own code: Write document\/literal/,
  },
  {
    name: 'DataContractSerializer',
    mangle: inResult((inner) =>
      inner.replaceAll(/<(\w+)>/g, '<$1 xmlns="http://schemas.datacontract.org/2004/07/Shop">'),
    ),
    bindings: /^soap/,
    says: /as DataContractSerializer writes it/,
    fix: /^WCF: \[XmlSerializerFormat\]/,
  },
  {
    name: 'ContractFilter',
    mangle: (_, answer, request) => {
      const [envelope] = /http:\/\/[^"]*envelope\/?(?=")/.exec(request) ?? [''];
      const fault = `<s:Fault><faultcode>a:ActionNotSupported</faultcode><faultstring>${FILTER}</faultstring></s:Fault>`;
      const body = `<s:Envelope xmlns:s="${envelope}"><s:Body>${fault}</s:Body></s:Envelope>`;
      return { status: 500, ...bodied(answer, Buffer.from(body)) };
    },
    bindings: /^soap/,
    says: /WCF has no operation of that action \(ContractFilter mismatch\)/,
    fix: /^WCF: \[OperationContract\(Action/,
  },
  {
    name: 'a SOAPAction that decides the version',
    mangle: (body, answer, request) => {
      if (!isSoap(request) || !/^soapaction:/im.test(request)) return {};
      const text = body
        .toString()
        .replace('http://www.w3.org/2003/05/soap-envelope', 'http://schemas.xmlsoap.org/soap/envelope/');
      return bodied(answer, Buffer.from(text), ['Content-Type', 'text/xml; charset=utf-8']);
    },
    bindings: /^soap/,
    profile: 'standard',
    says: /SOAPAction of the request decides the version/,
    fix: /^own code: Take the SOAP version from the namespace of the Envelope/,
  },
]);
