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
