import { both, over, reads, takesHeader, takesNumber, takesText, writes } from './cells.ts';
import { changes, type Defect, type Effect, type Observable, rareChanges, table } from './defect.ts';
import { refusal } from './status.ts';

const isBelowZero = (value: unknown): boolean => typeof value === 'bigint' && value < 0n;
const isAstral = (value: unknown): boolean => typeof value === 'string' && /[\u{10000}-\u{10FFFF}]/u.test(value);
const refuse = refusal('Server was unable to process request. ---> The value could not be converted.');

const refusing = (cells: Observable, holds: (value: unknown) => boolean): Effect =>
  rareChanges(both(reads, cells), {
    failure: (failure, ctx) => (Object.values(ctx.parameters).some(holds) ? refuse(failure, ctx) : failure),
  });

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
});
