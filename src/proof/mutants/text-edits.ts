import type { Content } from '../../contract/model.ts';
import { bodyEdit, distinct, type Edit, leafText, placeName, type Visit } from './edit.ts';
import type { Golden } from './golden.ts';
import { isTag, replaced, type Written, writeMarkup } from './markup.ts';

export function* textEdits(golden: Golden, { prolog, root }: Written, all: readonly Visit[]): Generator<Edit> {
  for (const visit of all) {
    const text = leafText(visit.tag);
    const { content } = visit.place;
    if (text === null || content === null) continue;
    const neighbour = visit.parent?.children.flatMap((child) => (isTag(child) ? (leafText(child) ?? []) : [])) ?? [];
    const values = [...valuesFor(content, text), ...neighbour.filter((other) => other !== text).slice(0, 1)];
    for (const value of distinct(text, values)) {
      const body = prolog + writeMarkup(replaced([root], visit.tag, [{ ...visit.tag, children: [value] }]));
      yield bodyEdit(golden, 'change text', placeName(visit), `<${visit.tag.name}> from '${text}' to '${value}'`, body);
    }
  }
}

function valuesFor(content: Content, text: string): readonly string[] {
  const type = content.kind === 'simple' ? content.type : 'string';
  const own = type === 'string' ? stringsFor(text) : type === 'boolean' ? booleansFor(text) : numbersFor(BigInt(text));
  return [...own, ...writings(text)];
}

/** The same characters, written differently, and characters that XML can't carry. */
function writings(text: string): readonly string[] {
  const [first = ''] = text;
  const reference = text.startsWith('&')
    ? text
    : `&#x${first.codePointAt(0)?.toString(16)};${text.slice(first.length)}`;
  const section = text.includes('&') ? [] : [`<![CDATA[${text}]]>`, `${first}<![CDATA[${text.slice(first.length)}]]>`];
  const wrong = ['\u0001', '&#1;', '\uFFFE', '&#xD800;', '&nbsp;', '&', '<', ']]>'].map((one) => text + one);
  return [reference, ...section, `<!-- x -->${text}`, ` ${text}`, `${text}\n`, `${text}\t `, ...wrong];
}

function stringsFor(text: string): readonly string[] {
  const characters = [...text];
  const [first = '', second = '', ...rest] = characters;
  const tail = characters.slice(1).join('');
  return [
    ...[text.slice(0, -1), tail, text.slice(0, Math.ceil(text.length / 2)), text + (characters.at(-1) ?? '')],
    ...[[second, first, ...rest].join(''), `x${tail}`, text.toUpperCase(), text.toLowerCase()],
    ...['', '  ', '\u00a0'].map((space) => text.replaceAll(' ', space)),
    text.replaceAll('&', '&amp;'),
    ...['', '?'].map((lost) => text.replaceAll(/&\w+;/g, lost)),
    text.normalize('NFD'),
    ...['', '?'].map((lost) => text.replaceAll(/[^\0-\x7f]/gu, lost)),
    ...[Buffer.from(text).toString('latin1'), encodeURIComponent(text), 'null', '0', `${text}\u200b`],
  ];
}

function booleansFor(text: string): readonly string[] {
  const others = text === 'true' ? ['false', '1', '0'] : ['true', '0', '1'];
  return [...others, 'True', 'False', 'TRUE', 'FALSE', 'yes', 'no', 'Y', 't', 'on', '2', '-1', 'null'];
}

function numbersFor(value: bigint): readonly string[] {
  const size = value < 0n ? -value : value;
  const wrapped = [8, 16, 32].map((bits) => BigInt.asIntN(bits, value));
  const beyond = [2n ** 31n, -(2n ** 31n) - 1n, 2n ** 63n, -(2n ** 63n) - 1n, 2n ** 64n];
  return [
    ...[value + 1n, value - 1n, -value, value * 10n, value / 10n, 0n, ...wrapped, ...beyond, Number(value)].map(String),
    ...[value < 0n ? `-0${size}` : `+${value}`, `1 ${value}`, `1,${value}`, `00${value}`],
    ...['.0', '.', 'e0', ',0'].map((end) => `${value}${end}`),
    ...['NaN', 'INF', 'null', 'N/A', '--', `0x${size.toString(16)}`, `(${size})`, `${size}-`, '\uff11', '\u0661'],
  ];
}
