import type { BindingName, Cell } from '../../contract/model.ts';
import type { VehicleTypeHeader } from '../value.ts';
import { both, echoesText, over, overSoap, reads, takesHeader, takesNumber, takesText, writes } from './cells.ts';
import { changes, type Defect, type Effect, type Observable, rareChanges, table } from './defect.ts';
import { operationOf } from './edit.ts';
import { refusing as refusingBytes } from './request-spelling.ts';
import { refusal } from './status.ts';

const isBelowZero = (value: unknown): boolean => typeof value === 'bigint' && value < 0n;
const isAstral = (value: unknown): boolean => typeof value === 'string' && /[\u{10000}-\u{10FFFF}]/u.test(value);
const refuse = refusal('Server was unable to process request. ---> The value could not be converted.');

const refusing = (cells: Observable, holds: (value: unknown) => boolean): Effect =>
  rareChanges(both(reads, cells), {
    failure: (failure, ctx) => (Object.values(ctx.parameters).some(holds) ? refuse(failure, ctx) : failure),
  });

/** The parameters of a request in its order, whose values go to those of the operation in theirs. */
const byPosition: NonNullable<Effect['hooks']['parameters']> = (values, ctx) => {
  const { path, body } = ctx.request;
  const names = operationOf(ctx).parameters.map(({ name }) => name);
  const text = ctx.binding === 'http-get' ? path : new TextDecoder().decode(body);
  const found = [...text.matchAll(/(?:[?&]|^|<(?:[\w.-]+:)?)(\w+)(?=[=>\s/])/g)].map(([, name = '']) => name);
  const sent = [...new Set(found.filter((name) => names.includes(name)))];
  if (sent.length !== names.length) return values;
  return Object.fromEntries(names.map((name, at) => [name, values[sent[at] ?? ''] ?? null]));
};
const readsByPosition = (binding: BindingName): Effect =>
  rareChanges(
    both(reads, over(binding), echoesText, (cell) => freeTexts(cell) > 1),
    { parameters: byPosition },
  );
const freeTexts = ({ operation }: Pick<Cell, 'operation'>): number =>
  operation.parameters.filter(({ credential, type }) => !credential && type === 'string').length;

function headerKept(): Effect {
  let last: VehicleTypeHeader | null = null;
  return rareChanges(both(reads, overSoap, takesHeader), {
    header: (header) => {
      last = header ?? last;
      return last;
    },
  });
}

/** Faults that show beside another binding, another order of parameters or another call; at the end, as later ones are. */
export const oneBindingDefects: readonly Defect[] = table(['binding.same-records'], 'service.four-bindings', {
  'negative-int-refused-in-one-binding': [
    'SOAP 1.2 refuses numbers below zero.',
    refusing(both(over('soap12'), takesNumber), isBelowZero),
    { foundBy: ['http.status-generated', 'binding.parity'] },
  ],
  'text-refused-in-one-soap-version': [
    'SOAP 1.1 refuses characters beyond U+FFFF.',
    refusing(both(over('soap11'), takesText), isAstral),
    { foundBy: ['http.status-generated', 'binding.parity'] },
  ],
  'order-loses-text-in-one-binding': [
    'Add_toCart reads no MaterialID over HTTP GET.',
    changes(both(writes, over('http-get')), { parameters: (values) => ({ ...values, MaterialID: null }) }),
  ],
  'last-make-of-header-in-one-version': [
    'Of the makes in the header, SOAP 1.2 reads only the last.',
    rareChanges(both(over('soap12'), takesHeader), {
      header: (block) => block && { ...block, OnlyMake: block.OnlyMake.slice(-1) },
    }),
    { requirement: 'header.OnlyMake', foundBy: ['binding.same-records', 'request.header-values'] },
  ],
  'form-read-by-position': [
    'Over HTTP POST, parameters are read by their place.',
    readsByPosition('http-post'),
    { requirement: 'bindings.rule-1.parameter-names', foundBy: ['request.text-fidelity'] },
  ],
  'envelope-read-by-position': [
    'Over SOAP 1.1, parameters are read by their place.',
    readsByPosition('soap11'),
    { requirement: 'bindings.rule-1.parameter-names', foundBy: ['request.text-fidelity'] },
  ],
  'header-kept': [
    'A SOAP call without a VehicleTypeHeader gets the last one that a call had.',
    headerKept(),
    { requirement: 'operations.matching', foundBy: ['response.own-call'] },
  ],
  'byte-order-mark-refused': [
    'An envelope that begins with a byte order mark is refused.',
    refusingBytes(overSoap, 400, ({ body: [first] }) => first === 0xef),
    { requirement: 'XML 1.0, section 4.3.3', foundBy: ['request.infoset'] },
  ],
});
