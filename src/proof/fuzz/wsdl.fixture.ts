import fc from 'fast-check';
import { bindingNames, operationNamed } from '../../contract/operations.ts';
import { wsdl } from '../../reference/wsdl/document.ts';
import { descriptionIn } from '../../rules/wsdl/description.ts';
import { wsdlRules } from '../../rules/wsdl/rules.ts';
import { answerOf, contract, describingOf, ENDPOINT } from '../../rules/wsdl/wsdl.fixture.ts';
import type { Subject } from './subject.fixture.ts';

const operation = operationNamed(contract, 'GetModel_VehicleType');
const whole = wsdl({ ...contract, operations: [operation] }, ENDPOINT);
/** Tags, attributes and their values: what one edit takes out, repeats, or puts in another's place. */
const pieces = whole.match(/<[^>]*>| [\w:]+="[^"]*"|"[^"]*"/g) ?? [];
const edits = fc.array(
  fc.tuple(
    fc.nat(),
    fc.oneof(fc.constantFrom(...pieces), fc.constantFrom('', '"__proto__"', '" "', '":"', '"s:"', '<')),
  ),
  { minLength: 1, maxLength: 4 },
);
const inputs = edits.map((all) =>
  all.reduce((text, [place, piece]) => {
    const old = pieces[place % pieces.length] ?? '';
    return text.replace(old, () => piece);
  }, whole),
);

/** The reader and the rules of a service description. */
export const descriptions: Subject = {
  name: 'wsdl',
  inputs,
  runs: 150,
  check: (text) => {
    const description = descriptionIn(answerOf(text));
    if ('none' in description) return;
    for (const binding of bindingNames)
      for (const rule of wsdlRules)
        describingOf(rule)?.(description, { operation, binding }, contract, new URL(ENDPOINT));
  },
};
