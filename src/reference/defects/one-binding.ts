import { both, over, overSoap, reads, takesHeader, takesNumber, takesText, writes } from './cells.ts';
import { changes, type Defect, rareChanges, table } from './defect.ts';
import { ofHeaderBefore } from './later.ts';
import { ASTRAL, numbers, texts } from './needles.ts';
import { refusing } from './request-spelling.ts';

/** Faults that show beside another binding or another call. */
export const oneBindingDefects: readonly Defect[] = table(['binding.same-records'], 'service.four-bindings', {
  'negative-int-refused-in-one-binding': [
    'SOAP 1.2 refuses numbers below zero.',
    { ...numbers((number) => number < 0n), cells: both(reads, over('soap12'), takesNumber) },
    { foundBy: ['http.status-generated', 'binding.parity'] },
  ],
  'text-refused-in-one-soap-version': [
    'SOAP 1.1 refuses characters beyond U+FFFF.',
    { ...texts((text) => ASTRAL.test(text)), cells: both(reads, over('soap11'), takesText) },
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
  'header-kept': [
    'A SOAP call without a VehicleTypeHeader gets the last one that a call had.',
    ofHeaderBefore(true),
    { requirement: 'operations.matching', foundBy: ['response.own-call'] },
  ],
  'byte-order-mark-refused': [
    'An envelope that begins with a byte order mark is refused.',
    refusing(overSoap, 400, ({ body: [first] }) => first === 0xef),
    { requirement: 'XML 1.0, section 4.3.3', foundBy: ['request.infoset'] },
  ],
});
