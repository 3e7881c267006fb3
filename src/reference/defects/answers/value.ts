import type { SimpleType } from '../../../contract/model.ts';
import { type Defect, type Effect, table } from '../defect.ts';
import { type Depth, editField, ofType } from '../edits/tree.ts';

const written =
  (type: SimpleType, depth: Depth) =>
  (write: (text: string) => string): Effect =>
    editField(depth, ofType(type), (one) => [{ ...one, children: [write(String(one.children[0] ?? ''))] }]);
const int = written('int', 'outermost');
const nestedInt = written('int', 'nested');
const long = written('long', 'outermost');
const boolean = written('boolean', 'outermost');
const nestedBoolean = written('boolean', 'nested');
const decimal = (text: string): string => `${text}.0`;
const empty = (): string => '';
const capital = (text: string): string => (text === 'true' ? 'True' : 'False');

export const valueDefects: readonly Defect[] = [
  ...table(['value.int'], {
    'int-decimal: An int has a decimal place.': int(decimal),
    'int-overflow: An int needs more than 32 bits.': int(() => '2147483648'),
    'int-underflow: An int is less than 32 bits can hold.': int(() => '-2147483649'),
    'int-empty: An int is empty.': int(empty),
    'int-grouped: An int has a thousands separator, as some cultures write it.': int(() => '142,301'),
    'int-hexadecimal: An int is hexadecimal.': int(() => '0x2A'),
    'int-null-word: An int is the word null.': int(() => 'null'),
    'int-no-break-space: An int is followed by a no-break space.': int((text) => `${text}\u00a0`),
    'nested-int-decimal: An int of a nested record has a decimal place.': nestedInt(decimal),
    'nested-int-empty: An int of a nested record is empty.': nestedInt(empty),
  }),
  ...table(['value.long'], {
    'long-exponent: A long has an exponent, as a binary floating-point number.': long(() => '9.007199254740992E15'),
    'long-overflow: A long needs more than 64 bits.': long(() => '9223372036854775808'),
    'long-empty: A long is empty.': long(empty),
  }),
  ...table(['value.boolean'], {
    'boolean-capital: A boolean is True or False.': boolean(capital),
    'boolean-yes: A boolean is yes or no.': boolean((text) => (text === 'true' ? 'yes' : 'no')),
    'boolean-minus-one: A boolean that is true is -1.': boolean((text) => (text === 'true' ? '-1' : '0')),
    'boolean-empty: A boolean is empty.': boolean(empty),
    'nested-boolean-capital: A boolean of a nested record is True or False.': nestedBoolean(capital),
  }),
];
