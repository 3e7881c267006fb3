import type { SimpleType } from '../../contract/model.ts';
import type { OutElement } from '../wire/element.ts';
import type { Defect } from './defect.ts';
import { editField } from './edit.ts';
import { ofType } from './fields.ts';

const STANDARD = { int: '3.3.17', long: '3.3.16', boolean: '3.2.2' } as const;

function value(
  id: string,
  title: string,
  [where, type]: readonly ['top' | 'nested' | 'outermost', Exclude<SimpleType, 'string'>],
  written: (text: string) => string,
  bugClass: string | null = null,
): Defect {
  const edit = (one: OutElement) => [{ ...one, children: [written(String(one.children[0] ?? ''))] }];
  const requirement = `XML Schema 1.0 Part 2, section ${STANDARD[type]}`;
  return { id, title, requirement, bugClass, ...editField(where, ofType(type), edit) };
}

const int = ['outermost', 'int'] as const;
const long = ['outermost', 'long'] as const;
const boolean = ['outermost', 'boolean'] as const;

const intDefects: readonly Defect[] = [
  value('int-decimal', 'An int has a decimal place.', int, (text) => `${text}.0`),
  value('int-overflow', 'An int needs more than 32 bits.', int, () => '2147483648'),
  value('int-underflow', 'An int is less than 32 bits hold.', int, () => '-2147483649'),
  value('int-empty', 'An int is empty.', int, () => '', '26'),
  value('int-grouped', 'An int has a separator of thousands, as some cultures write it.', int, () => '142,301', '34'),
  value('int-hexadecimal', 'An int is hexadecimal.', int, () => '0x2A'),
  value('int-null-word', 'An int is the word null.', int, () => 'null', '25'),
  value('int-no-break-space', 'An int is followed by a no-break space.', int, (text) => `${text}\u00a0`),
  value(
    'nested-int-decimal',
    'An int of a nested record has a decimal place.',
    ['nested', 'int'],
    (text) => `${text}.0`,
  ),
  value('nested-int-empty', 'An int of a nested record is empty.', ['nested', 'int'], () => '', '26'),
];

const longDefects: readonly Defect[] = [
  value(
    'long-exponent',
    'A long has an exponent, as a binary floating-point number.',
    long,
    () => '9.007199254740992E15',
  ),
  value('long-overflow', 'A long needs more than 64 bits.', long, () => '9223372036854775808'),
  value('long-empty', 'A long is empty.', long, () => '', '26'),
];

const booleanDefects: readonly Defect[] = [
  value(
    'boolean-capital',
    'A boolean is True or False.',
    boolean,
    (text) => (text === 'true' ? 'True' : 'False'),
    '27',
  ),
  value('boolean-yes', 'A boolean is yes or no.', boolean, (text) => (text === 'true' ? 'yes' : 'no'), '27'),
  value('boolean-minus-one', 'A boolean that is true is -1.', boolean, (text) => (text === 'true' ? '-1' : '0'), '27'),
  value('boolean-empty', 'A boolean is empty.', boolean, () => '', '26'),
  value(
    'nested-boolean-capital',
    'A boolean of a nested record is True or False.',
    ['nested', 'boolean'],
    (text) => (text === 'true' ? 'True' : 'False'),
    '27',
  ),
];

/** Layer 'value': the lexical forms of int, long and boolean. */
export const valueDefects: readonly Defect[] = [...intDefects, ...longDefects, ...booleanDefects];
