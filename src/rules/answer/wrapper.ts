import type { Contract } from '../../contract/model.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { childElements, textOf, type XmlElement } from '../../xml/tree.ts';
import { ofAnswers } from '../check.ts';
import type { Problem } from '../judgement.ts';
import { byText, httpBindings, rulesOf, soapBindings } from '../rule.ts';
import { rootOf } from './document.ts';
import { excerpt } from './inspect/element.ts';
import { ESCAPED_XML, elementsAsText, isRpcEncoded, RPC_ENCODED } from './inspect/mistakes.ts';

const named = ({ name, namespace }: Pick<XmlElement, 'name' | 'namespace'>): string =>
  `<${name}> in ${namespace === '' ? 'no namespace' : namespace}`;

/** Characters of qualified names: two namespaces may differ in the last one. */
const MOST_NAMES = 200;

/** The one child an element should have, by qualified name; null if it has it. */
function onlyChildProblem(parent: XmlElement, name: string, namespace: string): Problem | null {
  const found = childElements(parent).map(named);
  const expected = named({ name, namespace });
  if (found.length === 1 && found[0] === expected) return null;
  const [first, ...others] = childElements(parent);
  const odd = first !== undefined && named(first) === expected ? others[0] : undefined;
  const at = odd ?? parent;
  const location = `<${at.name}> (line ${at.line}, column ${at.column})`;
  const actual =
    odd === undefined ? excerpt(found.join(', '), MOST_NAMES) || 'no child' : `<${excerpt(odd.name)}> beside it`;
  return {
    code: name,
    text: `<${parent.name}> holds ${odd === undefined ? actual : `<${excerpt(odd.name)}> beside <${name}>`}`,
    location,
    expected: `one child, ${expected}`,
    actual,
    facts: { wanted: [name], found: (odd === undefined ? childElements(parent) : [odd]).map((child) => child.name) },
    ...(first === undefined || first.namespace === namespace ? {} : { namespace: first.namespace }),
  };
}

/** How an answer in SOAP encoding breaks the rule: accessors are in no namespace, and values beside the result. */
function ofEncoding({ text: body }: ParsedResponse, { text }: Problem): Partial<Problem> {
  if (!isRpcEncoded(body?.text ?? '')) return {};
  return { text: `The answer is rpc/encoded, not document/literal: ${text}`, cause: RPC_ENCODED };
}

function faultText(fault: XmlElement): string {
  return childElements(fault)
    .flatMap((child) => [child, ...childElements(child)])
    .flatMap((element) => element.children.map((node) => (node.kind === 'text' ? node.text : '')))
    .join(' ');
}

export const wrapperRules = rulesOf('wrapper', [
  {
    id: 'soap.unexpected-fault',
    level: 'required',
    title: 'An answer with status 200 holds a result and not a Fault.',
    bindings: soapBindings,
    requirements: ['bindings.soap11.response', 'bindings.soap12.response', 'errors.success-status'],
    standard: 'SOAP 1.1, section 6.2; SOAP 1.2 Part 2, section 7.5.2.2',
    basis: byText(),
    breaks:
      'All nine SOAP clients we ran report the fault. Monitors, gateways and code that look only at the ' +
      'status count the call as a success.',
    example: { right: '200 with <Get_InventoryResponse>', wrong: '200 with <soap:Fault>' },
    checks: ofAnswers(({ reading }) => {
      const { located, response, success } = reading;
      if (!success || located.envelope?.body == null || response?.status !== 200) return 'not-reached';
      if (located.fault === null) return [];
      const text = 'An answer with status 200 holds a Fault';
      const expected = `<${reading.cell.operation.name}Response>`;
      const actual = `Fault: ${excerpt(faultText(located.fault))}`;
      return [{ code: 'Fault', text, location: '/Envelope/Body/Fault', expected, actual }];
    }),
  },
  {
    id: 'soap.response-element',
    ground: 'shape',
    level: 'required',
    title: 'The Body holds exactly one element, <Op>Response in the service namespace.',
    bindings: soapBindings,
    requirements: ['bindings.soap11.response', 'bindings.soap12.response'],
    basis: byText({
      'no second element': 'The text names one element and gives a client no rule to choose between two.',
    }),
    breaks: '.NET and PHP return null; WCF, JAX-WS, node-soap and gSOAP raise an error.',
    example: {
      right: '<Get_InventoryResponse xmlns="{xml_namespace}">',
      wrong: '<Get_InventoryResult xmlns="{xml_namespace}">',
    },
    checks: ofAnswers(({ reading, contract }) => {
      const body = reading.success ? (reading.located.envelope?.body ?? null) : null;
      if (body === null || reading.located.fault !== null) return 'not-reached';
      const { name: operation, result } = reading.cell.operation;
      const name = result.wrapper ?? `${operation}Response`;
      const problem = onlyChildProblem(body, name, rightNamespace(childElements(body)[0], name, contract));
      return problem === null ? [] : [{ ...problem, code: 'response-element', ...ofEncoding(reading, problem) }];
    }),
  },
  {
    id: 'soap.result-element',
    ground: 'shape',
    level: 'required',
    title: '<Op>Response holds exactly one element, <Op>Result, or none for a null result.',
    bindings: soapBindings,
    requirements: ['bindings.rule-3.soap-result'],
    basis: byText({
      'no second element': 'The text names one element and gives a client no rule to choose between two.',
    }),
    breaks: '.NET, WCF, JAX-WS and gSOAP return null although the server sent data. zeep raises an error.',
    example: { right: '<Get_InventoryResult>', wrong: '<Get_InventoryReturn>' },
    checks: ofAnswers(({ reading, contract }) => {
      const { payload } = reading.located;
      if (payload === null || reading.located.envelope === null) return 'not-reached';
      const { name: operation, result } = reading.cell.operation;
      if (childElements(payload).length === 0 || result.element === null) return [];
      // Below a wrapper in a wrong namespace the wrapper's own finding is enough.
      const name = result.element ?? `${operation}Result`;
      const problem = onlyChildProblem(payload, name, inherited(payload, name, contract));
      return problem === null ? [] : [{ ...problem, code: 'result-element', ...ofEncoding(reading, problem) }];
    }),
  },
  {
    id: 'http.root-element',
    ground: 'shape',
    level: 'required',
    title: 'The root is the element of the table, in the service namespace.',
    bindings: httpBindings,
    requirements: ['bindings.rule-4.http-root'],
    basis: byText(),
    breaks: 'The .NET GET proxy fails: "<arrayOfVideo xmlns=\'…\'> was not expected".',
    example: { right: '<ArrayOfVideo xmlns="{xml_namespace}">', wrong: '<Videos xmlns="{xml_namespace}">' },
    checks: ofAnswers((evidence) => {
      const root = rootOf(evidence);
      if (root === null || root.name === 'Envelope') return 'not-reached';
      const [actual, name] = [named(root), evidence.reading.cell.operation.result.httpRoot];
      const expected = named({ name, namespace: rightNamespace(root, name, evidence.contract) });
      if (actual === expected) return [];
      const { namespace } = root;
      const found = namespace === evidence.contract.namespace ? {} : { namespace };
      const facts = { wanted: [name], found: [root.name] };
      const problem = { code: 'root', location: `/${root.name}`, expected, actual, facts, ...found };
      const isEscaped = childElements(root).length === 0 && elementsAsText(textOf(root)) === ESCAPED_XML;
      if (!isEscaped) return [{ ...problem, text: `The root is ${actual}` }];
      const text = `The root is <${root.name}>, a text that is the XML of the answer, escaped`;
      return [{ ...problem, text, cause: ESCAPED_XML }];
    }),
  },
]);

/** The namespace that an element should have: that of the service, or of a WSDL's element of the same name. */
function rightNamespace(element: XmlElement | undefined, name: string, { namespace, declared }: Contract): string {
  if (declared === undefined || element?.name !== name) return namespace;
  const isAllowed =
    declared.includes(`{${element.namespace}}${name}`) || !declared.some((one) => one.endsWith(`}${name}`));
  return isAllowed ? element.namespace : namespace;
}

/** The schemas of a WSDL judge the namespace of what is in the wrapper. */
function inherited(payload: XmlElement, name: string, { namespace, declared }: Contract): string {
  const [result] = childElements(payload);
  if (declared !== undefined && result?.name === name) return result.namespace;
  return payload.namespace !== namespace && result?.namespace === payload.namespace ? payload.namespace : namespace;
}
