import { renderToStaticMarkup } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { recorded } from '../../runs/diff.fixture.ts';
import { exchangesPart } from './exchanges.tsx';

test('what the other answer lacks is marked in the body of each, and in its head where the head differs', () => {
  const a = recorded('McatCodes/http-get', '<R><A>1</A><B>2</B></R>', [['Server', 'IIS/8']]).exchange;
  const b = recorded('McatCodes/http-get', '<R><A>1</A><B>9</B></R>', []).exchange;
  const example = {
    operation: 'McatCodes',
    binding: 'http-get',
    call: null,
    location: null,
    exchanges: { a, b },
  } as const;
  const marks = (kind: 'data' | 'form') => {
    const page = renderToStaticMarkup(exchangesPart({ kind, example }));
    return [...page.replaceAll(/<\/?(bdi|span)[^>]*>/g, '').matchAll(/<mark>(.*?)<\/mark>/g)].map(([, text]) => text);
  };
  const [ofA, ofB] = [
    ['&lt;B>', '2', '&lt;/B>'],
    ['&lt;B>', '9', '&lt;/B>'],
  ];
  expect(marks('data')).toEqual([...ofA, ...ofB]);
  expect(marks('form')).toEqual(['Server: IIS/8', ...ofA, 'no server', ...ofB]);
});
