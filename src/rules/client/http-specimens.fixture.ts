import {
  again,
  body,
  get,
  header,
  inBody,
  inPath,
  method,
  password,
  post,
  type Specimen,
  soap11,
  soap12,
} from './specimen-edits.fixture.ts';

/** Mistakes in the request line, header lines and encodings. */
export const httpSpecimens: readonly Specimen[] = [
  [soap11, method('PUT'), "client.method: method 'PUT' calls nothing: expected POST"],
  [soap11, method('post'), "client.method: method 'post' calls nothing: expected POST"],
  [get, method('HEAD'), "client.method: method 'HEAD' calls nothing: expected GET"],
  [get, method('DELETE'), "client.method: method 'DELETE' calls nothing: expected GET or POST"],
  [post, method('PUT'), "client.method: method 'PUT' calls nothing: expected GET or POST"],
  [
    soap11,
    method('GET'),
    "client.method: method 'GET' calls nothing: expected POST",
    "client.path: the path names no operation: expected '/getData.asmx/<Op>'",
  ],
  [get, inPath('getData.asmx', 'getdata.asmx'), "client.path: path '/getdata.asmx': expected '/getData.asmx'"],
  [soap11, inPath('getData.asmx', 'getData'), "client.path: path '/getData': expected '/getData.asmx'"],
  [
    soap11,
    inPath('.asmx', '.asmx/Get_Inventory'),
    "client.path: a SOAP envelope is posted below the endpoint: expected only '/getData.asmx'",
  ],
  [
    soap11,
    inPath('.asmx', '.asmx?wsdl'),
    'client.path (hint): the query is ignored: over POST the parameters belong in the body',
  ],
  [get, inPath('/getData.asmx', ''), "client.path: the path has no '/getData.asmx'"],
  [soap12, inPath('/getData.asmx', '/'), "client.path: the path has no '/getData.asmx'"],
  [post, inPath('/Get_Inventory', ''), "client.path: the path names no operation: expected '/getData.asmx/<Op>'"],
  [get, inPath('/Get_Inventory', ''), "client.path: the path names no operation: expected '/getData.asmx/<Op>'"],
  [get, inPath('?', '/?'), "client.path: the path goes on after the operation: expected '/getData.asmx/Get_Inventory'"],
  [get, inPath('asmx/', 'asmx'), "client.path: path '/getData.asmxGet_Inventory': expected '/getData.asmx'"],
  [
    soap11,
    (request) => header('Content-Type', 'application/json; charset=utf-8')(body('{"ItemNo":"SC-1001"}')(request)),
    "client.media-type: the body is JSON, and Content-Type is 'application/json; charset=utf-8': expected 'text/xml'",
  ],
  [
    post,
    method('GET'),
    'client.path: the body is ignored: over GET the parameters belong in the query',
    "client.parameter-missing (hint): parameter 'Application_ID' is not sent",
    "client.parameter-missing (hint): parameter 'ItemNo' is not sent",
  ],
  [
    post,
    (request) => body('')({ ...request, path: `${request.path}?Application_ID=1&ItemNo=2` }),
    'client.path: the query is ignored: over POST the parameters belong in the body',
    "client.parameter-missing (hint): parameter 'Application_ID' is not sent",
    "client.parameter-missing (hint): parameter 'ItemNo' is not sent",
  ],
  [
    soap11,
    header('Content-Type', 'application/soap+xml; charset=utf-8'),
    "client.media-type: Content-Type is 'application/soap+xml; charset=utf-8': expected 'text/xml', as the envelope is SOAP 1.1's",
  ],
  [
    soap12,
    header('Content-Type', 'text/xml; charset=utf-8'),
    "client.media-type: Content-Type is 'text/xml; charset=utf-8': expected 'application/soap+xml', as the envelope is SOAP 1.2's",
  ],
  [
    soap11,
    header('Content-Type', null),
    "client.media-type: there is no Content-Type: expected 'text/xml', as the envelope is SOAP 1.1's",
  ],
  [
    soap11,
    header('Content-Type', 'text/xml; charset = utf-8'),
    "client.media-type: Content-Type is 'text/xml; charset = utf-8': expected 'text/xml', in the grammar of media types",
  ],
  [
    post,
    again('Content-Type'),
    "client.media-type: Content-Type is 'application/x-www-form-urlencoded, application/x-www-form-urlencoded': expected 'application/x-www-form-urlencoded'",
  ],
  [
    post,
    header('Content-Type', 'multipart/form-data; boundary=x'),
    "client.media-type: Content-Type is 'multipart/form-data; boundary=x': expected 'application/x-www-form-urlencoded'",
  ],
  [
    post,
    (request) => body('{"ItemNo": "SC & 1001"}')(header('Content-Type', 'application/json')(request)),
    "client.media-type: the body is JSON, and Content-Type is 'application/json': expected 'application/x-www-form-urlencoded'",
  ],
  [
    post,
    header('Content-Type', null),
    "client.media-type: there is no Content-Type: expected 'application/x-www-form-urlencoded'",
  ],
  [
    soap11,
    header('Content-Type', 'text/xml; charset=iso-8859-1'),
    "client.charset: charset 'iso-8859-1': expected 'utf-8'",
  ],
  [soap11, header('Content-Type', 'text/xml'), "client.charset (hint): Content-Type has no charset: expected 'utf-8'"],
  [
    soap11,
    (request) => ({
      ...request,
      body: Buffer.from(
        Buffer.from(request.body ?? [])
          .toString()
          .replace('SC', 'SÖ'),
        'latin1',
      ),
    }),
    'client.charset: byte D6 at offset 324 is not UTF-8',
  ],
  [
    post,
    header('Content-Encoding', 'gzip'),
    "client.charset (hint): the body is plain text, and Content-Encoding says 'gzip': expected no content coding",
  ],
  [
    soap11,
    inBody('encoding="utf-8"', 'encoding="utf-16"'),
    'client.charset (recommended): the XML declaration says encoding="utf-16", the bytes are UTF-8',
  ],
  [
    get,
    inPath('SC-1001', 'S%F6'),
    "client.url-encoding: parameter 'ItemNo' is not URL-encoded: its escapes are not UTF-8",
  ],
  [
    get,
    inPath('SC-1001', '100%'),
    "client.url-encoding: parameter 'ItemNo' is not URL-encoded: a '%' begins no escape",
  ],
  [
    get,
    inPath('SC-1001', 'SÖ'),
    "client.url-encoding: parameter 'ItemNo' is not URL-encoded: a character that needs an escape has none",
  ],
  [
    get,
    inPath('SC-1001', 'S%u00D6'),
    "client.url-encoding (recommended): parameter 'ItemNo' is not URL-encoded: a '%u' escape, which no standard has",
  ],
  [
    get,
    (request) => ({ ...request, path: request.path.replaceAll('&', ';') }),
    "client.url-encoding: ';' stands before the parameter 'ItemNo': expected '&'",
    "client.parameter-missing (hint): parameter 'ItemNo' is not sent",
  ],
  [
    post,
    (request) =>
      body(
        Buffer.from(request.body ?? [])
          .toString()
          .replaceAll('&', ';'),
      )(request),
    "client.url-encoding: ';' stands before the parameter 'ItemNo': expected '&'",
    "client.parameter-missing (hint): parameter 'ItemNo' is not sent",
  ],
  [get, inPath('SC-1001', 'a|b'), "client.url-encoding (recommended): the query has a raw '|': expected an escape"],
  [get, inPath('SC-1001', 'a#b'), "client.url-encoding: the query has a raw '#': expected an escape"],
  [
    post,
    body('Application_ID=1&ItemNo'),
    "client.url-encoding (hint): parameter 'ItemNo' is not URL-encoded: it has no '='",
  ],
  [
    password,
    inPath('Password=secret-1001', 'Password=a&secret'),
    "client.url-encoding: parameter '…' is not URL-encoded: it has no '='",
  ],
  [
    soap11,
    header('Transfer-Encoding', 'chunked'),
    'client.content-length (hint): there is no Content-Length: expected 383',
  ],
  [post, header('Content-Length', '3'), "client.content-length (hint): Content-Length is '3': expected 35"],
];
