import { isSoap } from '../../../bindings/binding.ts';
import type { BindingName } from '../../../contract/model.ts';
import type { HttpRequest } from '../../../exchange/exchange.ts';
import { editBody, edited, setHeader } from '../edit-request.ts';
import type { Observer } from '../observer.ts';

const common = { scope: 'parameters', sees: 'answer', gaps: ['errors.request-format'] } as const;

/** Media types that are not the binding's; null: no Content-Type at all. */
const wrongTypes: Readonly<Record<BindingName, readonly (readonly [variant: string, type: string | null])[]>> = {
  soap11: [
    ['none', null],
    ['application-xml', 'application/xml; charset=utf-8'],
    ['soap12', 'application/soap+xml; charset=utf-8'],
    ['form', 'application/x-www-form-urlencoded'],
  ],
  soap12: [
    ['none', null],
    ['application-xml', 'application/xml; charset=utf-8'],
    ['soap11', 'text/xml; charset=utf-8'],
  ],
  'http-get': [],
  'http-post': [
    ['none', null],
    ['text-plain', 'text/plain'],
    ['text-xml', 'text/xml; charset=utf-8'],
  ],
};

/** The envelope in UTF-16 with a byte order mark, and said to be so. */
function inUtf16(request: HttpRequest, type: string): HttpRequest {
  const text = new TextDecoder().decode(request.body ?? new Uint8Array());
  const body = new Uint8Array(Buffer.from(`\uFEFF${text.replace('encoding="utf-8"', 'encoding="utf-16"')}`, 'utf16le'));
  return { ...setHeader(request, 'Content-Type', `${type}; charset=utf-16`), body };
}

/** What is done with requests that are not written as the table 'Bindings' has them. */
export const requestFormatObservers: readonly Observer[] = [
  {
    ...common,
    id: 'observe.media-type',
    title: "A request has another media type than the binding's",
    plan: (cell, base) =>
      wrongTypes[cell.binding].map(([variant, type]) =>
        edited(variant, cell, base, (request) => setHeader(request, 'Content-Type', type)),
      ),
  },
  {
    ...common,
    id: 'observe.utf-16',
    title: 'An envelope is in UTF-16',
    plan: (cell, base, contract) =>
      isSoap(cell.binding)
        ? [
            edited('bom', cell, base, (request) =>
              inUtf16(request, contract.bindings[cell.binding].requestMediaType ?? ''),
            ),
          ]
        : [],
  },
  {
    ...common,
    id: 'observe.bom',
    title: 'An envelope begins with the byte order mark of UTF-8',
    plan: (cell, base) =>
      isSoap(cell.binding)
        ? [edited('utf-8', cell, base, (request) => editBody(request, (text) => `\uFEFF${text}`))]
        : [],
  },
  {
    ...common,
    id: 'observe.malformed-xml',
    title: 'An envelope is cut short, or there is none',
    plan: (cell, base) =>
      isSoap(cell.binding)
        ? [
            edited('cut', cell, base, (request) => editBody(request, (text) => text.replace(/<\/[^<]*$/, ''))),
            edited('empty', cell, base, (request) => editBody(request, () => '')),
          ]
        : [],
  },
  {
    ...common,
    id: 'observe.doctype',
    title: 'An envelope has a document type declaration',
    plan: (cell, base) =>
      isSoap(cell.binding)
        ? [
            edited('no-entities', cell, base, (request) =>
              editBody(request, (text) =>
                text.replace(/^<\?.*?\?>/, (declaration) => `${declaration}<!DOCTYPE Envelope>`),
              ),
            ),
          ]
        : [],
  },
];
