import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { shortRunOver } from '../engine/cell/run-operation.fixture.ts';
import type { Mutation } from '../reference/mutation.ts';
import { startReferenceServer } from '../reference/server.ts';
import { contract } from '../reference/variations/target.fixture.ts';
import type { OutResponse } from '../reference/wire/message.ts';
import { byCause } from '../results/causes/causes.ts';
import { fixesOf } from '../views/finding-lines.ts';
import type { Header } from '../wire/http/exchange.ts';

/** What a server makes of its right answer. */
type Mangle = (
  body: Buffer,
  answer: OutResponse,
  request: string,
) => Partial<OutResponse> & { readonly raw?: OutResponse['raw'] };

const LENGTH = /^content-length$/i;
const without = (headers: readonly Header[], name: RegExp) => headers.filter(([one]) => !name.test(one));

/** An answer with another body, whose length is right. */
function bodied(answer: OutResponse, body: Buffer, ...more: readonly Header[]): Partial<OutResponse> {
  const names = more.map(([name]) => name.toLowerCase());
  const others = without(answer.headers, LENGTH).filter(([name]) => !names.includes(name.toLowerCase()));
  return { body, headers: [...others, ['Content-Length', `${body.length}`], ...more] };
}

/** The bytes of an answer with these lengths in its head, whatever its body has. */
function framed({ status, headers }: OutResponse, body: Buffer, ...framing: readonly string[]): Partial<OutResponse> {
  const own = without(headers, LENGTH).map(([name, value]) => `${name}: ${value}`);
  const lines = [...own, ...framing, 'Connection: close'];
  const head = Buffer.from(`HTTP/1.1 ${status} OK\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return { raw: { bytes: Buffer.concat([head, body]), afterwards: 'close' } };
}

const inText =
  (edit: (text: string, request: string) => string): Mangle =>
  (body, answer, request) =>
    bodied(answer, Buffer.from(edit(body.toString(), request)));
const isSoap = (request: string): boolean => request.includes('Envelope');
const accented = (body: Buffer): Buffer => Buffer.from(body.toString().replace(/Seat/g, 'Sitzüberzüge für é'));
const escaped = (xml: string): string => xml.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const inResult = (edit: (inner: string) => string): Mangle =>
  inText((text) => text.replace(/(<\w+Result>)([\s\S]*)(<\/\w+Result>)/, (_, a, inner, b) => `${a}${edit(inner)}${b}`));
const JSON_TEXT = '{"d":{"Mcat":210,"Description":"Seat covers"}}';
const PAGE = '<!DOCTYPE html>\n<html><head><title>Down</title></head><body>Down<br></body></html>\n';
const PHP_WARNING = '<br />\n<b>Warning</b>:  Undefined variable $x in <b>/app/a.php</b> on line <b>3</b><br />\n';
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
const FILTER = `The message with Action 'x' cannot be processed at the receiver, due to a ContractFilter mismatch at the EndpointDispatcher.`;

interface Mistake {
  readonly name: string;
  /** McatCode_check if left out. */
  readonly operations?: readonly string[];
  readonly mangle: Mangle;
  /** What the first cause says, and how it is fixed. */
  readonly says: RegExp;
  readonly fix: RegExp;
  readonly bindings?: RegExp;
  /** Quick if left out. */
  readonly profile?: 'standard';
  /** The other causes; none if left out. */
  readonly others?: readonly string[];
}

const chunked = (body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
const GZIP: Header = ['Content-Encoding', 'gzip'];

const mistakes: readonly Mistake[] = [
  {
    name: 'JSON with its media type',
    mangle: (_, answer) => bodied(answer, Buffer.from(JSON_TEXT), ['Content-Type', 'application/json; charset=utf-8']),
    says: /^The body is JSON/,
    fix: /^own code: Write the XML of the document, whatever Accept says/,
  },
  {
    name: 'JSON as XML',
    mangle: (_, answer) => bodied(answer, Buffer.from(JSON_TEXT)),
    says: /^The body is JSON\.$/,
    fix: /^own code: Write the XML/,
  },
  {
    name: 'a web page as XML',
    mangle: (_, answer) => bodied(answer, Buffer.from(PAGE)),
    says: /^The body is a web page\.$/,
    fix: /^own code: See in the log what the page stands for/,
  },
  {
    name: 'MTOM',
    mangle: (body, answer) =>
      bodied(
        answer,
        Buffer.from(`--uuid:1\r\nContent-Type: application/xop+xml; type="text/xml"\r\n\r\n${body}\r\n--uuid:1--\r\n`),
        ['Content-Type', 'multipart/related; type="application/xop+xml"; boundary="uuid:1"'],
      ),
    says: /^The body is a MIME multipart \(MTOM\)/,
    fix: /^own code: Send the envelope itself .* switch MTOM/,
  },
  {
    name: 'chunk sizes in the body',
    mangle: (body, answer) => bodied(answer, chunked(body)),
    says: /^The body begins with a chunk size of HTTP, '[\da-f]+'\.$/,
    fix: /^own code: Write the body without chunk sizes/,
  },
  {
    name: 'gzip that is not said',
    mangle: (body, answer) => bodied(answer, gzipSync(body)),
    says: /^The body is compressed \(gzip\), and no Content-Encoding says so\.$/,
    fix: /^own code: Send Content-Encoding with what is compressed/,
  },
  {
    name: 'gzip twice',
    mangle: (body, answer) => bodied(answer, gzipSync(gzipSync(body)), GZIP),
    says: /^The body is compressed twice: gzip holds gzip\.$/,
    fix: /^own code: Compress in one place/,
  },
  {
    name: 'gzip that is cut',
    mangle: (body, answer) => bodied(answer, gzipSync(body).subarray(0, -10), GZIP),
    says: /^The body ends before its gzip is complete\.$/,
    fix: /^own code: Close the compressor/,
  },
  {
    name: 'gzip that is only said',
    mangle: (body, answer) => bodied(answer, body, GZIP),
    says: /^The body is plain text, and Content-Encoding says 'gzip'\.$/,
    fix: /^own code: Send Content-Encoding only with what is compressed/,
  },
  {
    name: 'gzip that is called deflate',
    mangle: (body, answer) => bodied(answer, gzipSync(body), ['Content-Encoding', 'deflate']),
    says: /^The body is gzip, and Content-Encoding says 'deflate'\.$/,
    fix: /^own code: Name the coding that is applied/,
  },
  {
    name: 'DEFLATE without the frame of zlib',
    mangle: (body, answer) => bodied(answer, deflateRawSync(body), ['Content-Encoding', 'deflate']),
    says: /^The body is raw deflate, and Content-Encoding says 'deflate'\.$/,
    fix: /^own code: Name the coding that is applied/,
  },
  {
    name: 'bytes of ISO 8859-1',
    mangle: (body, answer) => bodied(answer, Buffer.from(accented(body).toString(), 'latin1')),
    says: /^The body is in ISO 8859-1 or Windows-1252, not in UTF-8\.$/,
    fix: /^own code: Encode the text as UTF-8/,
  },
  {
    name: 'the body twice',
    mangle: (body, answer) => bodied(answer, Buffer.concat([body, body])),
    says: /^The body holds the same \d+ bytes twice\.$/,
    fix: /^own code: Write the answer once/,
  },
  {
    name: 'a warning of PHP before the document',
    mangle: (body, answer) => bodied(answer, Buffer.concat([Buffer.from(PHP_WARNING), body])),
    says: /^The body begins with a message of PHP\.$/,
    fix: /^own code: Set display_errors to 0/,
  },
  {
    name: 'a warning of PHP with its media type',
    mangle: (body, answer) =>
      bodied(answer, Buffer.concat([Buffer.from(PHP_WARNING), body]), ['Content-Type', 'text/html; charset=UTF-8']),
    says: /^The body begins with a message of PHP/,
    fix: /^own code: Set display_errors to 0/,
  },
  {
    name: 'no body',
    mangle: (_, answer) => bodied(answer, Buffer.alloc(0)),
    says: /^The body is empty\.$/,
    fix: /^own code: Write the answer before you send it: flush/,
  },
  {
    name: 'a body that ends at its Content-Length',
    mangle: (body, answer) => bodied(answer, body.subarray(0, -70)),
    says: /^The body ends inside .*, exactly at its Content-Length of \d+\.$/,
    fix: /^own code: Count Content-Length after the last step/,
  },
  {
    name: 'a list of lengths',
    mangle: (body, answer) => framed(answer, body, `Content-Length: ${body.length}, ${body.length}`),
    says: /the Content-Length is a list of numbers, (\d+), \1\.$/,
    fix: /^own code: Set Content-Length in one place/,
  },
  {
    name: 'two lengths',
    mangle: (body, answer) => framed(answer, body, `Content-Length: ${body.length}`, `Content-Length: ${body.length}`),
    says: /the Content-Length is a list of numbers, (\d+), \1\.$/,
    fix: /^own code: Set Content-Length in one place/,
  },
  {
    name: 'a length in characters',
    mangle: (body, answer) => framed(answer, accented(body), `Content-Length: ${accented(body).toString().length}`),
    says: /^The Content-Length is \d+, but \d+ bytes came: it counts characters, not bytes\.$/,
    fix: /^own code: Encode the text as UTF-8 first, and count those bytes/,
  },
  {
    name: 'a length in characters that cuts the body',
    mangle: (body, answer) => bodied(answer, accented(body).subarray(0, accented(body).toString().length)),
    says: /^The body is cut at its Content-Length of \d+, which counts characters, not bytes\.$/,
    fix: /^own code: Encode the text as UTF-8 first, and count those bytes/,
  },
  {
    name: 'a chunk size that is no number',
    mangle: (body, answer) => framed(answer, Buffer.from(`size\r\n${body}\r\n0\r\n\r\n`), 'Transfer-Encoding: chunked'),
    says: /^No complete answer came: .*Invalid character in chunk size/,
    fix: /^own code: Write the number of bytes of each chunk in hexadecimal digits/,
  },
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
];

/** The reference server with this mistake in all cells of one operation, and the causes that a quick run finds. */
async function causesOf({ mangle, operations = ['McatCode_check'], bindings = /./, profile }: Mistake) {
  const mutation: Mutation = {
    applies: (name, binding) => operations.includes(name) && bindings.test(binding),
    response: (answer, { request }) => {
      const lines = request.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
      return { ...answer, ...mangle(Buffer.from(answer.body), answer, `${lines}\n\n${Buffer.from(request.body)}`) };
    },
  };
  const { url, close } = await startReferenceServer({ contract, defects: [mutation] });
  const { findings } = await shortRunOver(url, operations, profile);
  await close();
  return byCause(findings.filter(({ level }) => level === 'required'));
}

test.each(mistakes)('$name: the first cause names it, and how to fix it', async (mistake) => {
  const [first, ...others] = await causesOf(mistake);
  if (first === undefined) throw new Error('nothing was found');
  expect(first.message).toMatch(mistake.says);
  expect(fixesOf(first.smallest, 'getdata-conformance')[0]).toMatch(mistake.fix);
  expect(others.map(({ message, cause }) => `${cause} ${message}`)).toEqual(mistake.others ?? []);
});
