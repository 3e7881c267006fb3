import { fingerprintOf, headersPrint } from '../../../results/fingerprint.ts';
import { type Fingerprint, fingerprintChanges } from '../../../results/observation.ts';
import type { Redact } from '../../../results/record/redact.ts';
import type { Evidence } from '../../../rules/evidence.ts';
import { type Exchange, headerValue } from '../../../wire/http/exchange.ts';
import { childElements, isNil, type XmlElement, XSI_NAMESPACE } from '../../../xml/tree.ts';
import { OF_THE_MOMENT, PRESENT } from '../form.ts';
import type { Both } from '../pairs.ts';
import type { AnswerDifference } from './difference.ts';

const MOST_ELEMENTS = 12;

/** Their values ignore case (RFC 9110, section 7.6.1; RFC 9112, section 7). */
const CASELESS = new Set(['connection', 'transfer-encoding', 'content-encoding']);
/** Header lines that the fingerprint compares part by part. */
const ELSEWHERE = new Set(['content-type', 'cache-control']);

/** How two answers of the same status and result are written differently; elements only if the data are the same. */
export function diffForm({ a, b }: Both<Evidence>, sameData: boolean, redact: Redact): readonly AnswerDifference[] {
  const printed = fingerprintChanges(printOf(a, redact), printOf(b, redact)).map(({ what, old, new: now }) =>
    formDifference(what, `${old} → ${now}`, old, now),
  );
  return sameData ? [...printed, ...diffElements({ a, b })] : printed;
}

function formDifference(subject: string, change: string, a: string, b: string): AnswerDifference {
  return { kind: 'form', subject, change, location: null, a, b, whole: false, level: null };
}

function printOf({ reading }: Evidence, redact: Redact): Fingerprint {
  const { exchange, text, xml, located } = reading;
  const { shape: _byElements, data: _asData, ...fingerprint } = fingerprintOf(reading, redact);
  const { httpVersion, cacheControl } = headersPrint(exchange, redact);
  const declared = xml?.kind === 'document' ? xml.document.declaration !== null : null;
  const all = {
    ...fingerprint,
    namespace: located.payload?.namespace,
    httpVersion,
    'header cache-control': cacheControl,
    'XML declaration': declared,
  };
  const values = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const bom = text?.bom === true ? { 'byte order mark': PRESENT } : {};
  return { ...Object.fromEntries(values), ...linesPrint(exchange), ...bom };
}

/** Header lines by their lower-case names: case has no meaning (RFC 9110, section 5.1). */
function linesPrint({ outcome }: Exchange): Fingerprint {
  if (outcome.kind === 'trouble') return {};
  const { headers } = outcome.response;
  const names = new Set(headers.map(([name]) => name.toLowerCase()).filter((name) => !ELSEWHERE.has(name)));
  return Object.fromEntries(
    [...names].map((name) => {
      const value = headerValue(headers, name) ?? '';
      const compared = CASELESS.has(name) ? value.toLowerCase() : value;
      return [`header ${name}`, OF_THE_MOMENT.has(name) ? PRESENT : compared];
    }),
  );
}

function diffElements({ a, b }: Both<Evidence>): readonly AnswerDifference[] {
  const [one, other] = [a.reading.xml, b.reading.xml];
  if (one?.kind !== 'document' || other?.kind !== 'document') return [];
  const [mine, its] = [elementPaths(one.document.root), elementPaths(other.document.root)];
  return [
    ...onlyIn(mine, its).map((path) => element(path, 'only A writes it', 'written', 'not written')),
    ...onlyIn(its, mine).map((path) => element(path, 'only B writes it', 'not written', 'written')),
  ].slice(0, MOST_ELEMENTS);
}

function element(path: string, change: string, a: string, b: string): AnswerDifference {
  return { ...formDifference('elements', change, a, b), location: path };
}

/** Paths deeper than this, or beyond so many, do not count. */
const DEPTH = 24;
const MOST_PATHS = 4000;

/** Which elements and attributes a document has, each by its path of names, and which are nil: `/ArrayOfVideo/Video/Title`. */
export function elementPaths(root: XmlElement): ReadonlySet<string> {
  const paths = new Set<string>();
  walk(root, `/${root.name}`, DEPTH, paths);
  return paths;
}

function walk(element: XmlElement, path: string, depth: number, paths: Set<string>): void {
  if (depth === 0 || paths.size >= MOST_PATHS) return;
  paths.add(path);
  if (isNil(element)) paths.add(`${path} (nil)`);
  for (const { name, namespace } of element.attributes) {
    if (namespace !== XSI_NAMESPACE || name !== 'nil') paths.add(`${path}/@${name}`);
  }
  for (const child of childElements(element)) walk(child, `${path}/${child.name}`, depth - 1, paths);
}

/** The paths of one set that another lacks, without those below them. */
export function onlyIn(paths: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...paths].filter((path) => !others.has(path) && !lacksParent(path, others));
}

function lacksParent(path: string, others: ReadonlySet<string>): boolean {
  const parent = path.endsWith(' (nil)') ? path.slice(0, -' (nil)'.length) : path.slice(0, path.lastIndexOf('/'));
  return parent !== '' && !others.has(parent);
}
