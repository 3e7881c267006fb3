import { attempt } from '../../../base/error.ts';
import { unescapedMarkup } from '../../../xml/references.ts';

/** The cause of a result that is a string with the XML of a record, which was escaped. */
export const ESCAPED_XML = 'record.shape:escaped-xml';
/** The cause of items of a list that stand in the record, without the element of the list. */
export const MISSING_WRAPPER = 'record.shape:missing-wrapper';
/** The cause of records that DataContractSerializer of .NET wrote. */
export const DATA_CONTRACT = 'record.namespace:data-contract';
/** The cause of an answer in the style of SOAP encoding. */
export const RPC_ENCODED = 'soap.encoding-style:rpc-encoded';

/** The cause of a result that is a string with the JSON, or the base64, of a record. */
export const JSON_TEXT = 'record.shape:json-text';
export const BASE64_TEXT = 'record.shape:base64-text';

/** A shorter text is base64 by chance. */
const LEAST_BASE64 = 24;

/** The cause of a text that stands in place of elements: what it holds was a record; null for any other text. */
export function elementsAsText(text: string): string | null {
  if (isMarkup(unescapedMarkup(text))) return ESCAPED_XML;
  if (isJson(text)) return JSON_TEXT;
  const packed = text.replaceAll(/\s/g, '');
  if (packed.length < LEAST_BASE64 || !/^[\w+/-]+={0,2}$/.test(packed)) return null;
  const said = Buffer.from(packed, 'base64').toString('utf8');
  return isMarkup(said) || isJson(said) ? BASE64_TEXT : null;
}

const isMarkup = (text: string): boolean =>
  /^\s*<(?:\?xml\s|[A-Za-z_][\w.:-]*[\s/>])/.test(text) && text.trimEnd().endsWith('>');

function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text) && attempt(() => typeof JSON.parse(text) === 'object', false);
}

const OF_DATA_CONTRACT = /^http:\/\/schemas\.(?:datacontract\.org\/|microsoft\.com\/2003\/10\/Serialization)/;

/** Whether only DataContractSerializer writes this namespace. */
export function isOfDataContract(namespace: string): boolean {
  return OF_DATA_CONTRACT.test(namespace);
}

const ENCODING_STYLE =
  /\bencodingStyle\s*=\s*["']http:\/\/(?:schemas\.xmlsoap\.org\/soap\/encoding|www\.w3\.org\/2003\/05\/soap-encoding)/;

/** Whether an envelope is written in SOAP encoding: its style, and the type at values (SOAP 1.1, section 5.1). */
export function isRpcEncoded(text: string): boolean {
  return ENCODING_STYLE.test(text) && /\s[\w.-]+:type\s*=\s*["'][\w.-]+:/.test(text);
}
