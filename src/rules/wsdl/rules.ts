import { relationRule } from '../request/same-answer-rule.ts';
import { byStandard, interpreted, type Rule } from '../rule.ts';
import { bindingProblems, isDocumentStyle, missing, versionProblem } from './bound.ts';
import type { Describing } from './description.ts';
import { grammarProblems } from './grammar.ts';
import { typeProblems } from './messages.ts';
import { judgeOwnAnswer } from './own-answers.ts';
import { danglingParts } from './parts.ts';
import { describedIn, misboundPort, nothing, portProblems, unread } from './port.ts';

const judgeReferences: Describing = (description, cell) => {
  if (description.unreadable !== null) return [description.unreadable];
  const { gap } = description;
  const problems = [...(gap === null ? portProblems(description, cell) : []), ...grammarProblems(description)];
  if (problems.length > 0) return problems;
  if (gap !== null) return unread(gap);
  const found = describedIn(description, cell);
  return 'reason' in found ? found.reason : [...found.dangling, ...danglingParts(description, found, cell)];
};

const judgeBinding: Describing = (description, cell, contract, endpoint) => {
  const found = describedIn(description, cell);
  if (!('reason' in found)) return bindingProblems(description, found, cell, contract, endpoint);
  const { name } = cell.operation;
  const misbound = cell.binding === 'soap12' && description.gap === null ? misboundPort(description) : null;
  if (misbound !== null) return [versionProblem(misbound)];
  if (found.binding === null) return found.reason;
  return [missing(found.binding, `operation ${name}`, name, `<operation name="${name}">`)];
};

const judgeTypes: Describing = (description, cell, contract) => {
  const found = describedIn(description, cell);
  if ('reason' in found) return found.reason;
  if (!isDocumentStyle(found, cell)) return nothing('the WSDL has another style than document in this binding');
  const isWhole = found.dangling.length === 0 && danglingParts(description, found, cell).length === 0;
  if (!isWhole && description.gap !== null) return unread(description.gap);
  const problems = typeProblems(description, found, cell, contract);
  // Of what is not there nothing is right.
  return isWhole || problems.length > 0 ? problems : nothing('the WSDL does not have all that its messages refer to');
};

/** What a description says, if a target offers one: the document does not require it. */
export const wsdlRules: readonly Rule[] = [
  relationRule({
    id: 'wsdl.valid',
    title: 'Where a WSDL is offered, it is WSDL 1.1, and every name that a binding needs leads to its component.',
    requirements: [],
    standard: 'WSDL 1.1, sections 2.1, 2.3 to 2.7, 3, 4 and 5 and appendix A 4.1; XML Schema Part 1, appendix A',
    basis: byStandard(),
    breaks:
      'Generators of clients: ' +
      'svcutil, wsimport, wsdl2h, zeep and node-soap give no client, or one without the operation.',
    example: {
      right: '<part element="tns:McatCodes"/> with <element name="McatCodes"> in <types>',
      wrong: 'the part, and no such element',
    },
    checks: [{ kind: 'description', of: 'document', judge: judgeReferences }],
  }),
  relationRule({
    id: 'wsdl.bindings',
    title: 'Where a WSDL is offered, its bindings are those of the document, and their address is the endpoint.',
    requirements: ['service.endpoint', 'service.four-bindings', 'operations.*'],
    standard: 'WSDL 1.1, sections 2.5, 3, 4 and 5',
    basis: interpreted(
      'The document requires no WSDL and says how each operation is called. A WSDL that says something else makes ' +
        'clients that call differently. What a WSDL leaves out, such as GET and POST, is not a contradiction.',
      {
        'the address':
          'Clients are generated with it. Another host is not judged where the target is on this machine or in a ' +
          'private network: a tunnel explains it.',
        'the soapAction of SOAP 1.2':
          'The document sends no SOAPAction there. ' +
          'One that is named becomes the action parameter of clients, so it is the same or none.',
      },
    ),
    breaks: 'Clients generated from the WSDL call another address, or send a SOAPAction that the server does not know.',
    example: {
      right: '<soap:operation soapAction="http://dealer.example/webservices/McatCodes" style="document"/>',
      wrong: 'soapAction="urn:McatCodes"',
    },
    checks: [{ kind: 'description', of: 'document', judge: judgeBinding }],
  }),
  relationRule({
    id: 'wsdl.types',
    ground: 'document',
    title: 'Where a WSDL is offered, its messages hold the elements of the document: names, order and types.',
    requirements: ['operations.*', 'operations.parameter-types', 'records.*.fields', 'bindings.rule-1.parameter-names'],
    standard: 'WSDL 1.1, sections 2.2 and 2.3',
    basis: interpreted(
      'The document requires no WSDL and says what messages hold. Clients are generated from the names, ' +
        'the order and the types in the WSDL, so these are compared with the tables; ' +
        'prefixes, named and anonymous types, and absent strings are free.',
      {
        'a number or boolean that may have no value':
          'The tables give each one a type that has no empty value. ' +
          '.NET makes a second member, and sends nothing unless both are set.',
      },
    ),
    breaks:
      'Generated clients send parameters that the server does not know, silently leave values out, ' +
      'or lose fields of answers.',
    example: { right: '<element name="mcat" type="s:int"/>', wrong: '<element name="Mcat" type="s:string"/>' },
    checks: [{ kind: 'description', of: 'document', judge: judgeTypes }],
  }),
  relationRule({
    id: 'wsdl.own-answers',
    title: 'Where a WSDL is offered, answers have what it requires of them: elements, fixed values and facets.',
    requirements: [],
    standard: 'WSDL 1.1, section 2.2; XML Schema Part 1, sections 3.3.4 and 3.8.4; XML Schema Part 2, section 4.3',
    basis: byStandard(),
    breaks:
      'Clients that were generated from the WSDL and validate, or that rely on a required element: ' +
      'they refuse the answer, or read a default.',
    example: {
      right: '<element name="Title" type="s:string" minOccurs="0"/> where an answer leaves Title out',
      wrong: '<element name="Title" type="s:string" minOccurs="1"/> there',
    },
    checks: [{ kind: 'description', of: 'answers', judge: judgeOwnAnswer }],
  }),
];
