import type { Cell, Parameter } from '../../contract/model.ts';
import { lookingUp, refusal } from '../../reference/defects/edits/call.ts';
import type { Mutation } from '../../reference/mutation.ts';
import type { ParameterValues } from '../../reference/value.ts';
import type { Misreading } from './misreadings.ts';
import { JOINTS, knownTexts } from './questions.ts';

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');
const partsOf = (text: string): readonly string[] => text.split(',').map((part) => part.trim());
const isNumber = (text: string): boolean => text.trim() !== '' && !Number.isNaN(Number(text));

/** Which known text a server takes a sent one for. */
const lookUps: Readonly<Record<string, (sent: string, known: string) => boolean>> = {
  'looked up in any case': (sent, known) => sent.toLowerCase() === known.toLowerCase(),
  'looked up without accents': (sent, known) => folded(sent) === folded(known),
  'looked up in any case without accents': (sent, known) => folded(sent).toUpperCase() === folded(known).toUpperCase(),
  'looked up trimmed': (sent, known) => sent.trim() === known,
  'looked up by its beginning': (sent, known) => sent !== '' && known.startsWith(sent),
  'looked up as a part': (sent, known) => sent !== '' && known.includes(sent),
  'looked up as what begins with a known one': (sent, known) => sent.startsWith(known),
  'looked up as the first of several': (sent, known) => partsOf(sent)[0] === known,
  'looked up as each of several': (sent, known) => partsOf(sent).includes(known),
  'looked up as a number': (sent, known) => isNumber(sent) && Number(sent) === Number(known),
  'looked up as a year of two digits': (sent, known) =>
    [sent, known].every((text) => /^\d{2,4}$/.test(text)) && Number(sent) % 100 === Number(known) % 100,
  'looked up by its letters and digits': (sent, known) =>
    known.replaceAll(/[^\p{L}\p{N}]/gu, '') === sent.replaceAll(/[^\p{L}\p{N}]/gu, ''),
  'looked up in normal form': (sent, known) => sent.normalize('NFKC') === known.normalize('NFKC'),
};

const WITHOUT_WIDTH = /\p{Cf}|\p{Mn}/gu;
const LIGATURES: Readonly<Record<string, string>> = { ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE' };
const spelledOut = (text: string): string => text.replaceAll(/[ßẞæÆœŒ]/g, (one) => LIGATURES[one] ?? one);
const escaped = (text: string): string => text.replaceAll(/[^\w\s]/g, String.raw`\$&`);
const isPattern = (sent: string, known: string): boolean =>
  /[%_]/.test(sent) && new RegExp(`^${escaped(sent).replaceAll(/\\?%/g, '.*').replaceAll('_', '.')}$`, 's').test(known);

/** The same for all texts of a call at once, as databases do: a run tries each of them with one text of an operation. */
const lookUpsOfAll: typeof lookUps = {
  'looked up by patterns of SQL': isPattern,
  'looked up in any width': (sent, known) => sent.normalize('NFKC') === known,
  'looked up without what has no width': (sent, known) => sent.replaceAll(WITHOUT_WIDTH, '') === known,
  'looked up with ligatures spelled out': (sent, known) => spelledOut(sent) === known,
};

/** Every way in which a server of a cell looks a text up otherwise than it is written, while answers repeat it as it came. */
export function* lookUpsOf(cell: Cell): Generator<Misreading> {
  const { parameters, effect } = cell.operation;
  if (effect === 'write') return;
  const texts = parameters.filter(({ type, credential }) => type === 'string' && !credential);
  for (const [kind, isTaken] of Object.entries(lookUpsOfAll)) {
    const of = (names: readonly string[], place: string, detail: string): Misreading =>
      lookedUp(cell, { kind, place, detail }, (values) => {
        const taken = names.map((name) => [name, knownFor(cell, name, `${values[name]}`, isTaken)] as const);
        return { ...values, ...Object.fromEntries(taken) };
      });
    const shows = texts.map(({ name }) => of([name], 'look-up of a string parameter', name));
    if (shows.length > 0)
      yield {
        ...of(
          texts.map(({ name }) => name),
          'look-up of all texts',
          'texts',
        ),
        shows,
      };
  }
  if (texts.length > 0) yield keyed(cell, texts);
  for (const { name } of texts)
    for (const [kind, isTaken] of Object.entries(lookUps))
      yield lookedUp(cell, { kind, place: 'look-up of a string parameter', detail: name }, (values) => {
        const sent = values[name];
        return typeof sent === 'string' ? { ...values, [name]: knownFor(cell, name, sent, isTaken) } : values;
      });
  for (const joint of JOINTS) yield joined(cell, joint);
}

/** The known text that a sent one is taken for. */
function knownFor(cell: Cell, name: string, sent: string, isTaken: (sent: string, known: string) => boolean): string {
  const known = knownTexts(cell, name);
  return known.includes(sent) ? sent : (known.find((text) => isTaken(sent, text)) ?? sent);
}

const refuse = refusal('Server was unable to process request.');

/** Looks texts up in an object of JavaScript, and fails where each object has something of that name. */
function keyed({ operation, binding }: Cell, texts: readonly Parameter[]): Misreading {
  let fired = 0;
  const of = (some: readonly Parameter[], detail: string): Misreading => {
    const mutation: Mutation = {
      applies: (name, over) => name === operation.name && over === binding,
      failure: (failure, ctx) => {
        const hasKey = some.some(({ name }) => `${ctx.parameters[name]}` in {});
        if (hasKey) fired += 1;
        return hasKey ? refuse(failure, ctx) : failure;
      },
    };
    const how = { trait: null, values: null, level: 'recommended', fired: () => fired } as const;
    return { kind: 'looked up in an object', place: 'look-up of all texts', detail, mutation, ...how };
  };
  return { ...of(texts, 'texts'), shows: texts.map((one) => of([one], one.name)) };
}

/** The answer is that of the first call whose values are the same if they are joined. */
function joined(cell: Cell, joint: string): Misreading {
  const kept = new Map<string, ParameterValues>();
  const [first] = cell.operation.parameters.filter(isFree);
  const kind = `joined ${joint === '' ? 'by nothing' : `by '${joint}'`}`;
  const done = { kind, place: 'key of a cache', detail: first?.name ?? '' };
  const misread = lookedUp(cell, done, (values) => {
    const key = Object.values(values).join(joint);
    const earlier = kept.get(key) ?? values;
    kept.set(key, earlier);
    return earlier;
  });
  // All of an answer is kept.
  const { result: _, ...mutation } = misread.mutation;
  return { ...misread, mutation };
}

const isFree = ({ credential }: Parameter): boolean => !credential;

function lookedUp(
  { operation, binding }: Cell,
  done: Pick<Misreading, 'kind' | 'place' | 'detail'>,
  read: (values: ParameterValues) => ParameterValues,
): Misreading {
  let fired = 0;
  const hooks = lookingUp((values) => {
    const taken = read(values);
    if (Object.entries(taken).some(([name, value]) => values[name] !== value)) fired += 1;
    return taken;
  });
  const mutation: Mutation = { applies: (name, over) => name === operation.name && over === binding, ...hooks };
  return { ...done, mutation, trait: null, values: null, level: 'recommended', fired: () => fired };
}
