import { baseCall } from '../../calls/calls.ts';
import { spelledRequest, type Trait } from '../../calls/spelling/trait.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import { dimensionsIn } from '../../rules/request/trait-registry.ts';
import { type HttpRequest, isLeftOut } from '../../wire/http/exchange.ts';
import type { HarCall } from './call.ts';

/** Requests per binding whose spelling is checked, and characters of each. */
const MOST_SPELLED = 2_000;
const LOOKED_AT = 8_192;

/** What no call of a recording uses, of these cells: as RecordedTraffic has it. */
export function neverUsed(all: readonly HarCall[], cells: readonly Cell[], contract: Contract) {
  const called = new Set(all.map(({ decoded }) => cellName(decoded.cell)));
  const used = cells.filter((cell) => called.has(cellName(cell)));
  const named = all.flatMap(({ decoded: { call, credentials } }) => {
    const values = Object.entries({ ...credentials, ...call.values }).filter(([, value]) => value !== '');
    return values.map(([name]) => `${name} of ${call.operation}`);
  });
  const given = new Set(named);
  const wanted = used.flatMap(({ operation: of }) => of.parameters.map(({ name }) => `${name} of ${of.name}`));
  return {
    cells: cells.filter((cell) => !used.includes(cell)).map(cellName),
    parameters: [...new Set(wanted)].filter((name) => !given.has(name)),
    traits: bindingNames.flatMap((binding) => {
      const ofBinding = used.filter((cell) => cell.binding === binding);
      const told = tracesOfTraits(ofBinding, contract);
      const own = all.filter(({ decoded }) => decoded.cell.binding === binding).slice(0, MOST_SPELLED);
      const seen = own.map(({ request }) => tracesIn(request));
      const never = [...told].filter(([, traces]) => !seen.some((one) => traces.every((trace) => one.has(trace))));
      return told.size === 0 ? [] : [{ binding, of: told.size, never: never.map(([id]) => id) }];
    }),
  };
}

/** What a request with each trait has and a plain one has not. Traits without traces of their own are left out. */
export function tracesOfTraits(cells: readonly Cell[], contract: Contract): ReadonlyMap<string, readonly string[]> {
  const told = new Map<string, readonly string[]>();
  const known = new Set(['[]']);
  for (const cell of cells) {
    const plain = tracesIn(spelled([], cell, contract));
    for (const trait of dimensionsIn(cell, contract).flatMap(({ choices }) => choices)) {
      if (told.has(trait.id)) continue;
      const [traces = [], other] = ['0', '1'].map((digit) =>
        withoutNames([...tracesIn(spelled([trait], cell, contract, digit))].filter((one) => !plain.has(one))),
      );
      const key = JSON.stringify(traces);
      const isDrawn = key.includes(DRAWN) || key !== JSON.stringify(other);
      if (!known.has(key) && !isDrawn) told.set(trait.id, traces);
      known.add(key);
    }
  }
  return told;
}

/** Beside references by number, those by name tell nothing: only some texts have a quote. */
function withoutNames(traces: readonly string[]): readonly string[] {
  return traces.includes('&#;') ? traces.filter((one) => one !== '&quot;') : traces;
}

/** Replaces drawn words: no other sender writes them. */
const DRAWN = 'drawnword';

/** A call with texts that show how they are written. @param digit - what a trait draws its values by */
function spelled(traits: readonly Trait[], cell: Cell, contract: Contract, digit = '0'): HttpRequest {
  const texts = cell.operation.parameters.map(({ name, type }, at) => {
    return [name, type !== 'string' ? '7' : at === 1 ? '' : 'Jo\'s "a" & (b)/k'] as const;
  });
  const credentials = Object.fromEntries(texts);
  const base = baseCall({ operation: cell.operation, contract, pools: { values: {}, rows: [] } });
  const values = Object.fromEntries(texts.filter(([name]) => name in base.values));
  const drawn = { word: () => DRAWN, hex: () => digit.repeat(64) };
  return spelledRequest(traits, cell, { ...base, values }, { contract, basePath: '', credentials, ...drawn });
}

/** Names that show how an envelope is written. */
const TELLING = 'xmlns|xsi|xsd|Envelope|Header|Body|mustUnderstand|actor|role|xml|encoding|standalone';
const OTHER_WORD = new RegExp(`(?<![&\\w])(?!(?:${TELLING})\\b)[\\w.-]+`, 'g');

/** Traces of how a request is written, without its content. */
export function tracesIn({ path, headers, body }: HttpRequest): ReadonlySet<string> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body?.subarray(0, LOOKED_AT));
  const names = headers.map(([name]) => name).join('');
  const isForm = !text.includes('<');
  const lines = headers.flatMap(([name, value]) => {
    if (/^content-type$/i.test(name)) return value.split(/(?<=[;=])/);
    // Not sent, and a recording has none.
    if (isLeftOut([name, value])) return [];
    return [`${name.toLowerCase()}: ${value.replaceAll(/[0-9a-f]{8,}|\d+/g, '0')}`];
  });
  return new Set([
    ...lines,
    ...(names === names.toLowerCase() ? ['lower case'] : names === names.toUpperCase() ? ['upper case'] : []),
    ...(isForm ? tracesInForm(`${path.slice(0, LOOKED_AT)}&${text}`) : tracesInXml(text)),
  ]);
}

function tracesInForm(form: string): readonly string[] {
  const kindOf = (code: string): string => {
    if (/4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a]/i.test(code)) return '%letter';
    return /[a-f]/.test(code) ? '%lower' : code === '%20' ? code : '%';
  };
  const marked = form.replaceAll(/%[0-9a-f]{2}/gi, kindOf).replaceAll(/[!'():@,$~]/g, '!');
  return marked.match(/[?&=]?%(?:letter|lower|20)?|[^\w%]/g) ?? [];
}

function tracesInXml(text: string): readonly string[] {
  const words = text
    .replaceAll(/<!\[CDATA\[.{0,2000}?\]\]>/gs, '<![]>')
    .replaceAll(/="[^"]*"|='[^']*'/g, (value) => value.slice(0, 2))
    .replaceAll(/&#\w+;/g, '&#;')
    .replaceAll('&apos;', '&quot;')
    .replaceAll(OTHER_WORD, 'x')
    .replaceAll(/\s+/g, (space) => (/\r/.test(space) ? '\r\n' : /\n/.test(space) ? '\n' : ' '));
  return [words.slice(0, 5), ...(words.match(/<[^\s<>]*|\s+[^\s<>=]+=["']|\s*\/?>[\s+]*|&[^;&]*;/g) ?? [])];
}
