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
 * The toolkits by which code that was generated from the new WSDL lost a name, a signature, a type or an attribute that
 * decides the bytes, by noun and change (docs/wsdl-differences.md); `*` is any noun. What is not here broke none.
 */
const BREAKS: Readonly<Record<string, string>> = {
  'WSDL gone': 'wsjgpzn',
  'target namespace uri': 'wsjgz',
  'service gone': 'wsjgpzn',
  'service renamed': 'wjzn',
  'port gone': 'wsjgpzn',
  'port renamed': 'jzn',
  'port path': 'wg',
  'port protocol': 'wsjgpzn',
  'port type renamed': 'sj',
  'port type gone': 'wsjgpzn',
  'binding gone': 'wsjgpzn',
  'binding renamed': 'gz',
  'binding transport': 'wgpzn',
  'binding protocol': 'wsjgpzn',
  'operation gone': 'wsjgpzn',
  'operation renamed': 'wsjgpzn',
  'operation soapAction': 'wsjg',
  'operation style': 'wjgz',
  'operation location': 'w',
  '* verb': 'wz',
  '* content': 'w',
  '* use': 'wjgp',
  '* binding': 'wsjgpzn',
  '* message': 'wsjgpzn',
  'input gone': 'wsjgpzn',
  'output gone': 'wsjgpzn',
  'header gone': 'wgz',
  'header message': 'wgz',
  'message gone': 'wsjgpzn',
  'global element gone': 'wsjgpzn',
  'global element renamed': 'wsjgpz',
  'part gone': 'wsjgpzn',
  'part renamed': 'wsp',
  'HTTP part renamed': 'wjz',
  'part order': 'wsjz',
  'part element': 'wsjgpzn',
  'part type': 'wsjgpzn',
  'message element gone': 'wsjgpzn',
  'message element new': 'wsj',
  'message element renamed': 'wsjgpzn',
  'message element order': 'wsjz',
  'message element minOccurs': 'wjg',
  'element gone': 'wsjgpzn',
  'element renamed': 'wsjgpzn',
  'element order': 's',
  'element minOccurs': 'sjg',
  '* maxOccurs': 'wsjgzn',
  '* nillable': 'wsjg',
  '* type': 'wsjgpzn',
  '* ref': 'wsjgpzn',
  '* form': 'wsjg',
  '* base': 'wsjg',
  'type gone': 'wsjgpz',
  'type renamed': 'wsjgpz',
  'type group': 's',
  'value gone': 'wjg',
  'value renamed': 'wjg',
};

/** The toolkits that make clients for GET and POST. */
const OVER_HTTP = 'wjz';

/** The toolkits whose clients a change breaks. @param noun - what changed, as reports call it */
export function brokenClients(noun: string, change: string): readonly string[] {
  const known = noun.replace(/^HTTP /, '');
  const letters = BREAKS[`${noun} ${change}`] ?? BREAKS[`${known} ${change}`] ?? BREAKS[`* ${change}`] ?? '';
  const callers = known === noun ? letters : OVER_HTTP;
  return Object.entries(TOOLKITS).flatMap(([letter, name]) =>
    letters.includes(letter) && callers.includes(letter) ? [name] : [],
  );
}
