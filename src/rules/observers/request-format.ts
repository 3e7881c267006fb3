import { cutShort, editBody } from '../../calls/spelling/edit-envelope.ts';
import { otherVersion } from '../../calls/spelling/header-fields.ts';
import type { BindingName } from '../../contract/model.ts';
import { type HttpRequest, withHeader } from '../../wire/http/exchange.ts';
import { soapBindings } from '../rule.ts';
import { edited, editsOver, over } from './edit-request.ts';
import { type Observer, observersOf } from './observer.ts';

/** Media types that are not the binding's, by variants; null: no Content-Type at all. */
const wrongTypes: Readonly<Record<BindingName, Readonly<Record<string, string | null>>>> = {
  soap11: {
    none: null,
    'application-xml': 'application/xml; charset=utf-8',
    soap12: 'application/soap+xml; charset=utf-8',
    form: 'application/x-www-form-urlencoded',
  },
  soap12: { none: null, 'application-xml': 'application/xml; charset=utf-8', soap11: 'text/xml; charset=utf-8' },
  'http-get': {},
  'http-post': { none: null, 'text-plain': 'text/plain', 'text-xml': 'text/xml; charset=utf-8' },
};

/** The envelope in UTF-16 with a byte order mark, and declared as such. */
function inUtf16(request: HttpRequest, type: string): HttpRequest {
  const text = new TextDecoder().decode(request.body ?? new Uint8Array());
  const body = new Uint8Array(Buffer.from(`\uFEFF${text.replace('encoding="utf-8"', 'encoding="utf-16"')}`, 'utf16le'));
  return { ...withHeader(request, 'Content-Type', `${type}; charset=utf-16`), body };
}

/** Over SOAP, the body with each of these changes. */
function bodies(changes: Readonly<Record<string, (text: string) => string>>): Observer['plan'] {
  return over(soapBindings, (cell, base) =>
    Object.entries(changes).map(([variant, edit]) => edited(variant, cell, base, (request) => editBody(request, edit))),
  );
}

/** As old clients of SOAP 1.1 write it; SOAP 1.2 does not allow it there. */
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';

function onEnvelope(request: HttpRequest, attribute: string): HttpRequest {
  return editBody(request, (text) => text.replace('<soap:Envelope ', (tag) => `${tag}${attribute} `));
}

const GAPS = ['errors.request-format'] as const;

/** How the target handles requests that differ from the table 'Bindings'. */
export const requestFormatObservers: readonly Observer[] = observersOf('parameters', {
  'observe.media-type': [
    "A request has another media type than the binding's, or accepts only that of the other version of SOAP",
    GAPS,
    (cell, base, { bindings: { [cell.binding]: binding } }) => [
      ...Object.entries(wrongTypes[cell.binding]).map(([variant, type]) =>
        edited(variant, cell, base, (request) => withHeader(request, 'Content-Type', type)),
      ),
      edited('accept', cell, base, (request) => withHeader(request, 'Accept', otherVersion(binding.responseMediaType))),
    ],
  ],
  'observe.utf-16': [
    'An envelope is in UTF-16',
    GAPS,
    editsOver(soapBindings, {
      bom: (request, { binding }, { contract: { bindings } }) =>
        inUtf16(request, bindings[binding].requestMediaType ?? ''),
    }),
  ],
  'observe.bom': [
    'An envelope begins with the byte order mark of UTF-8',
    GAPS,
    bodies({ 'utf-8': (text) => `\uFEFF${text}` }),
  ],
  'observe.malformed-xml': [
    'An envelope is cut short, or there is none',
    GAPS,
    bodies({ cut: cutShort, empty: () => '' }),
  ],
  'observe.envelope-attributes': [
    'An Envelope has an attribute: one of another namespace, or encodingStyle',
    GAPS,
    editsOver(soapBindings, {
      foreign: (request, _cell, { word }) => onEnvelope(request, `xmlns:a="urn:${word('attribute')}" a:id="1"`),
      encodingStyle: (request) => onEnvelope(request, `soap:encodingStyle="${ENCODING}"`),
    }),
  ],
  'observe.doctype': [
    'An envelope has a document type declaration',
    GAPS,
    bodies({ 'no-entities': (text) => text.replace(/^<\?.*?\?>/, (found) => `${found}<!DOCTYPE Envelope>`) }),
  ],
});
