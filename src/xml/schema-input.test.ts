import { expect, test } from 'vitest';
import { schemaInput } from './schema-input.ts';

const textOf = (xml: string): string => {
  const input = schemaInput(xml);
  return input.kind === 'text' ? input.text : input.message;
};

test('a CDATA section of white space becomes that white space', () => {
  expect(textOf('<a><![CDATA[ \n]]><b><![CDATA[]]></b></a>')).toBe('<a> \n<b></b></a>');
});

test('a CDATA section with anything else stays', () => {
  const texts = ['<a><![CDATA[ x ]]></a>', '<a><![CDATA[\u00a0]]></a>', '<a><![CDATA[ <![CDATA[ ]]></a>'];
  expect(texts.map(textOf)).toEqual(texts);
});

test('what looks like a CDATA section in a comment stays', () => {
  expect(textOf('<a><!-- <![CDATA[ ]]> --></a>')).toBe('<a><!-- <![CDATA[ ]]> --></a>');
});

test('a schemaLocation is blanked next to a very long name, and in a tag of very many spaces', () => {
  const location = 'xsi:schemaLocation="a file:///etc/passwd"';
  for (const tag of [
    `<${'a'.repeat(300_000)} ${location}/>`,
    `<q${' '.repeat(3_000_000)}${location}/>`,
    `<q ${location.replaceAll('"', "'")}/>`,
  ]) {
    const input = schemaInput(`<r>${tag}</r>`);
    expect(
      input.kind === 'text' ? input.text.includes('passwd') || input.text.length !== tag.length + 7 : input.message,
    ).toBe(false);
  }
});

test('the words schemaLocation in a text change nothing but what is quoted after them', () => {
  expect(schemaInput('<r>schemaLocation</r>')).toEqual({ kind: 'text', text: '<r>schemaLocation</r>' });
});
