/** The toolkits that clients were generated with to see what a difference of the WSDL does to them. */
const TOOLKITS = {
  w: '.NET wsdl.exe',
  s: '.NET svcutil',
  j: 'JAX-WS wsimport',
  g: 'gSOAP',
  p: 'PHP SoapClient',
  z: 'zeep',
  n: 'node-soap',
} as const;

/**
 * By toolkits: the changes, as noun and change, after which code of the new WSDL lost a name, signature, type or
 * attribute that decides the bytes (docs/wsdl-differences.md); `*` is any noun. What is not here broke no client.
 */
const CHANGES: Readonly<Record<string, string>> = {
  wsjgpzn: `
    WSDL gone, service gone, port gone, port protocol, port type gone, binding gone, binding protocol,
    operation gone, operation renamed, input gone, output gone, message gone, part gone, part element, part type,
    global element gone, message element gone, message element renamed, element gone, element renamed,
    * binding, * message, * type, * ref`,
  wsjgz: 'target namespace uri',
  wjzn: 'service renamed',
  jzn: 'port renamed',
  wg: 'port path',
  sj: 'port type renamed',
  gz: 'binding renamed',
  wgpzn: 'binding transport',
  wsjg: 'operation soapAction, * nillable, * form, * base',
  wjgz: 'operation style',
  w: 'operation location, * content',
  wz: '* verb',
  wjgp: '* use',
  wgz: 'header gone, header message',
  wsjgpz: 'global element renamed, type gone, type renamed',
  wsp: 'part renamed',
  wjz: 'HTTP part renamed',
  wsjz: 'part order, message element order',
  wsj: 'message element new',
  wjg: 'message element minOccurs, value gone, value renamed',
  s: 'element order, type group',
  sjg: 'element minOccurs',
  wsjgzn: '* maxOccurs',
};

const BREAKS = new Map(
  Object.entries(CHANGES).flatMap(([letters, all]) =>
    all.split(',').map((change) => [change.trim(), letters] as const),
  ),
);

/** The toolkits that make clients for GET and POST. */
const OVER_HTTP = 'wjz';

/** The toolkits whose clients a change breaks. @param noun - what changed, as reports call it */
export function brokenClients(noun: string, change: string): readonly string[] {
  const known = noun.replace(/^HTTP /, '');
  const letters = [noun, known, '*'].flatMap((one) => BREAKS.get(`${one} ${change}`) ?? [])[0] ?? '';
  const callers = known === noun ? letters : OVER_HTTP;
  return Object.entries(TOOLKITS).flatMap(([letter, name]) =>
    letters.includes(letter) && callers.includes(letter) ? [name] : [],
  );
}
