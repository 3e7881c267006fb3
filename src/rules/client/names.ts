import { quoted } from '../../wire/soap/decode-parameters.ts';
import { byText, soapBindings } from '../rule.ts';
import { clientRulesOf } from './client-rule.ts';
import { meant } from './read-request.ts';

export const nameRules = clientRulesOf([
  {
    id: 'client.operation',
    title: "The operation's name is one of the table 'Operations', in its case.",
    requirements: ['service.four-bindings', 'operations.*'],
    basis: byText({ case: 'The table gives the names; XML and the path of a URI are case-sensitive.' }),
    explanation: 'The server answers with a fault, or 404 or 500 over GET and POST: nothing is called.',
    fix: 'Call the operation by the name in the table, letter by letter; see getdata-conformance list operations.',
    example: { right: '<Get_Inventory xmlns="{xml_namespace}">', wrong: '<get_inventory xmlns="{xml_namespace}">' },
    judge: ({ named, operation, contract }) => {
      if (named === null || named.name === operation?.name) return [];
      const { name, location, bytes } = named;
      const near = operation === null ? ', nor one with a name like it' : `: did you mean '${operation.name}'?`;
      const expected = operation?.name ?? contract.operations.map((one) => one.name).join(', ');
      const message = `operation ${quoted(name)} does not exist${near}`;
      return [{ message, location, bytes, expected, actual: quoted(name) }];
    },
  },
  {
    id: 'client.parameters',
    title: "Every parameter has the name that the table 'Operations' gives it, in its case.",
    requirements: ['bindings.rule-1.parameter-names', 'operations.*'],
    basis: byText({ 'unknown names': 'A name that the table does not have is not a parameter: servers ignore it.' }),
    explanation:
      'ASMX ignores it: over SOAP it answers 200 as if the parameter had not been sent, ' +
      'over GET and POST it answers 500, but takes names in any case.',
    fix: 'Write the names as in the table, letter by letter; see getdata-conformance list operations.',
    example: { right: 'ItemNo=SC-1001', wrong: 'itemno=SC-1001' },
    judge: ({ operation, parameters, contract }) => {
      if (operation === null) return [];
      const names = operation.parameters.map(({ name }) => name);
      const unsent = names.filter((name) => parameters.every((one) => one.name !== name));
      return parameters.flatMap(({ name, location, bytes, badEncoding }) => {
        if (names.includes(name) || badEncoding !== undefined) return [];
        const near = meant(name, unsent) ?? meant(name, names);
        const isHeader = name === contract.header.name;
        const none = isHeader ? "it belongs in the envelope's Header" : `${operation.name} has no such parameter`;
        const why = near === null ? none : `did you mean '${near}'?`;
        const message = `parameter ${quoted(name)} is unknown: ${why}`;
        return [{ message, location, bytes, expected: near ?? names.join(', '), actual: quoted(name) }];
      });
    },
  },
  {
    id: 'client.service-namespace',
    title: 'The operation, its parameters and the header are in the service namespace.',
    bindings: soapBindings,
    requirements: ['versioning.single-namespace', 'bindings.soap11.request'],
    standard: 'Namespaces in XML 1.0, section 6',
    explanation:
      'ASMX ignores a parameter or an operation of another namespace, or of none, ' +
      'and answers 200 as if no parameter had been sent. Without an action it answers such an operation with a fault.',
    fix:
      'Declare the service namespace as default on the operation, ' +
      'or give each parameter its prefix (elementFormDefault="qualified").',
    example: { right: '<tns:Get_Inventory><tns:ItemNo>', wrong: '<tns:Get_Inventory><ItemNo>' },
    judge: ({ named, parameters, contract: { namespace } }) => {
      const payload = named?.element;
      if (payload === undefined) return [];
      const strays = parameters.filter(
        ({ element }) => element?.namespace !== namespace && element?.namespace !== payload.namespace,
      );
      const wrong = payload.namespace === namespace || named === null ? strays : [named, ...strays];
      return wrong.map(({ name, element, location, bytes }) => {
        const found = element?.namespace ?? '';
        const where = found === '' ? 'in no namespace' : `in the namespace ${quoted(found)}`;
        const what =
          element === payload ? `operation ${quoted(name)} is` : `parameter ${quoted(name)} is unknown: it is`;
        const message = `${what} ${where}, expected '${namespace}'`;
        return { message, location, bytes, expected: namespace, actual: found === '' ? 'no namespace' : quoted(found) };
      });
    },
  },
]);
