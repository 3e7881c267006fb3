import { inOtherCase } from '../../calls/read-texts.ts';
import type { ClassText } from '../../calls/texts.ts';
import type { Cell, Contract, Parameter } from '../../contract/model.ts';
import { bindingNames, placeOf } from '../../contract/operations.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { type Call, withValue } from '../../wire/soap/call.ts';
import { requestOf } from '../../wire/soap/request-of.ts';
import type { Draw, Probe } from '../probe.ts';
import { withPlain } from './echoed-text.ts';

/** Numbers that a float of 32 bits can't hold: a smaller one comes back. */
export function numberProbes(cell: Cell, base: Call, parameter: Parameter, draw: Draw): readonly Probe[] {
  const { name } = parameter;
  const drawn = draw.number(name);
  const call = withValue(base, parameter, drawn.slice(0, 6));
  return [`${drawn.slice(0, 8)}1`, '2147483647'].map((number, at) => {
    const sent = withValue(base, parameter, number);
    const [code, variant] = [`${name}-number-${at + 1}`, `${name} ${number}`];
    return { code, variant, call, sent, request: requestOf(sent, cell) };
  });
}

/** One parameter with a text, beside the same call with a word. */
function textProbe(cell: Cell, base: Call, parameter: Parameter, draw: Draw) {
  const { name } = parameter;
  const call = withPlain(base, parameter, draw);
  return ({ code, label, text }: ClassText): Probe => {
    const sent = withValue(call, parameter, text);
    return { code: `${name}-${code}`, variant: `${name} with ${label}`, call, sent, request: requestOf(sent, cell) };
  };
}

/** A text for a parameter; `parts`: what it is made of, each sent alone where it is damaged. */
interface TextFor {
  readonly parameter: Parameter;
  readonly text: ClassText;
  readonly parts?: readonly ClassText[];
}

/** Texts of several parameters in one call, beside a call with a word in each; split where one of them is damaged. */
function jointProbe(cell: Cell, base: Call, code: string, texts: readonly TextFor[], draw: Draw): readonly Probe[] {
  const alone = texts.map(({ parameter, text, parts }): Probe => {
    const probe = textProbe(cell, base, parameter, draw);
    return { ...probe(text), ...(parts && { parts: parts.map(probe) }) };
  });
  if (alone.length < 2) return alone;
  const call = texts.reduce((plain, { parameter }) => withPlain(plain, parameter, draw), base);
  const sent = texts.reduce((rest, { parameter, text }) => withValue(rest, parameter, text.text), call);
  const variant = alone.map((part) => part.variant).join(', ');
  return [{ code, variant, call, sent, parts: alone, request: requestOf(sent, cell) }];
}

/** Escaped characters of all texts in a query: with the rest of the call, ASP.NET's 2,048 are not reached. */
const MOST_IN_QUERY = 1800;

/** As few groups of texts as a request of the binding can have. */
function grouped<Item extends { readonly text: ClassText }>({ binding }: Cell, items: readonly Item[]) {
  if (binding !== 'http-get') return items.length === 0 ? [] : [items];
  const escaped = (some: readonly Item[]): number =>
    encodeURIComponent(some.map(({ text }) => text.text).join('')).length;
  return items.reduce<readonly (readonly Item[])[]>((groups, one) => {
    const fits = groups.find((group) => escaped([...group, one]) <= MOST_IN_QUERY);
    return [...groups.filter((group) => group !== fits), [...(fits ?? []), one]];
  }, []);
}

/** A text as SOAP carries it: ASP.NET refuses `<` before a letter only in queries and forms. */
const withTags = (one: ClassText): ClassText => ({ ...one, text: one.text.replaceAll('< ', '<') });

/** Texts with characters of every block of Unicode and of all classes but those sent alone, in the fewest requests. */
function classProbes(cell: Cell, base: Call, parameters: readonly Parameter[], draw: Draw): readonly Probe[] {
  const classes = parameters.flatMap((parameter) => {
    const texts = draw.blocks(parameter.name).filter(({ alone }) => alone !== true);
    return texts.map((text) => ({ parameter, text: isSoap(cell.binding) ? withTags(text) : text }));
  });
  return grouped(cell, classes).flatMap((group, at) => {
    const code = at === 0 ? 'classes' : `classes-${at + 1}`;
    const texts = parameters.flatMap((parameter): readonly TextFor[] => {
      const parts = group.flatMap((one) => (one.parameter === parameter ? [one.text] : []));
      // It ends as its first part does: the text that begins and ends with characters without a width is the first.
      const text = `${parts.map((part) => part.text).join('')}${[...(parts[0]?.text ?? '')].at(-1)}`;
      return parts.length === 0
        ? []
        : [{ parameter, text: { code, label: 'characters of many classes', text }, parts }];
    });
    return jointProbe(cell, base, `texts-${code}`, texts, draw);
  });
}

/**
 * Texts in all parameters that answers repeat: of many classes, whole values, long ones, and the words that were sent
 * before in another case. As a server may refuse what it does not know in one parameter, another one has the classes
 * alone in every other cell whose requests have a body: a query has no room to waste.
 */
export function textProbes(cell: Cell, base: Call, parameters: readonly Parameter[], contract: Contract, draw: Draw) {
  const turn = placeOf(cell, contract);
  const isSplit = cell.binding !== 'http-get' && (turn + bindingNames.indexOf(cell.binding)) % 2 === 0;
  const [first, ...others] = draw.shuffled(parameters, 'alone');
  if (first === undefined) return [];
  // A collation, or a cache with one, takes it for the word that was sent before.
  const twin = { code: 'twin', label: 'a word in another case' };
  // A query has room for one long text.
  const ofLong = cell.binding === 'http-get' ? [first] : parameters;
  const wholes = draw.wholes(parameters.length);
  const each = parameters.map((parameter, place) => ({
    parameter,
    texts: [
      ...draw.blocks(parameter.name).filter(({ alone }) => alone === true),
      ...(wholes[place] ?? []),
      { ...twin, text: inOtherCase(draw.word(parameter.name)) },
      ...(ofLong.includes(parameter) ? [draw.long(parameter.name)] : []),
    ],
  }));
  const most = Math.max(...each.map(({ texts }) => texts.length));
  const joint = Array.from({ length: most }, (_, at) => {
    const texts = each.flatMap(({ parameter, texts: all }) =>
      all.slice(at, at + 1).map((text) => ({ parameter, text })),
    );
    return jointProbe(cell, base, `texts-${at + 1}`, texts, draw);
  });
  const groups = isSplit ? [[first], others] : [parameters];
  return [...groups.flatMap((some) => classProbes(cell, base, some, draw)), ...joint.flat()];
}
