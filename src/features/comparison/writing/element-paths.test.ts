import { expect, test } from 'vitest';
import { parseXml } from '../../../xml/parse.ts';
import { elementPaths, onlyIn } from './element-paths.ts';

function pathsOf(text: string): ReadonlySet<string> {
  const parsed = parseXml(text);
  if (parsed.kind !== 'document') throw new Error('no document');
  return elementPaths(parsed.document.root);
}

const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

test('repeated elements are one path; attributes and nil are paths of their own', () => {
  expect([...pathsOf(`<A ${xsi}><B x="1"/><B><C xsi:nil="true"/></B></A>`)]).toEqual([
    '/A',
    '/A/B',
    '/A/B/@x',
    '/A/B/C',
    '/A/B/C (nil)',
  ]);
});

test('the outermost of what only one has is named', () => {
  const [one, other] = [pathsOf('<A><B><C><D/></C></B></A>'), pathsOf(`<A ${xsi}><B xsi:nil="1"/></A>`)];
  expect(onlyIn(one, other)).toEqual(['/A/B/C']);
  expect(onlyIn(other, one)).toEqual(['/A/B (nil)']);
});
