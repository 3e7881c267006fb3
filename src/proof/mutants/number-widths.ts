import type { Cell } from '../../contract/model.ts';
import { loadCatalog } from '../../reference/catalog.ts';
import { refusal } from '../../reference/defects/edits/call.ts';
import type { Mutation } from '../../reference/mutation.ts';
import type { Level } from '../../rules/rule.ts';
import type { Misreading } from './misreadings.ts';

const MOST_INT = 2n ** 31n - 1n;

/** What a server makes of a number, by the type of the parameter; required where it answers with the data of another one. */
const widths: Readonly<Record<'int' | 'long', Readonly<Record<string, readonly [Level, (number: bigint) => bigint]>>>> =
  {
    int: {
      'in 24 bits': ['required', (number) => BigInt.asIntN(24, number)],
      'by its last eight digits': ['required', (number) => number % 10n ** 8n],
      'unsigned in 24 bits': ['required', (number) => BigInt.asUintN(24, number)],
      'without its sign': ['required', (number) => (number < 0n ? -number : number)],
    },
    long: {
      'in 32 bits': ['required', (number) => BigInt.asIntN(32, number)],
      'by its last eight digits': ['required', (number) => number % 10n ** 8n],
      'unsigned in 32 bits': ['required', (number) => BigInt.asUintN(32, number)],
      'in 48 bits': ['required', (number) => BigInt.asIntN(48, number)],
      'by its double in 32 bits': ['required', (number) => BigInt(Number(number) | 0)],
      'without its sign': ['required', (number) => (number < 0n ? -number : number)],
      'at most 32 bits': ['recommended', (number) => (number > MOST_INT ? MOST_INT : number)],
      'as a double': ['recommended', (number) => BigInt(Number(number))],
    },
  };

const CATALOGUED = new Set(JSON.stringify(loadCatalog()).match(/\d+/g));
const refuse = refusal('Nothing was found.');

/** Every way in which all bindings of an operation read a number alike, also in servers that refuse unknown numbers. */
export function* numberWidths({ operation, binding }: Cell): Generator<Misreading> {
  // All bindings are misread at once.
  if (binding !== 'soap11' || operation.effect === 'write') return;
  for (const { name, type } of operation.parameters) {
    if (type !== 'int' && type !== 'long') continue;
    for (const [kind, [level, read]] of Object.entries(widths[type]))
      for (const refuses of level === 'required' ? [false, true] : [false]) {
        let fired = 0;
        const mutation: Mutation = {
          applies: (asked) => asked === operation.name,
          parameters: (values) => {
            const sent = values[name];
            if (typeof sent !== 'bigint') return values;
            const number = read(sent);
            if (number !== sent) fired += 1;
            return { ...values, [name]: number };
          },
          failure: (failure, ctx) =>
            refuses && !CATALOGUED.has(`${ctx.parameters[name]}`) ? refuse(failure, ctx) : failure,
        };
        const place = `${type} parameter of all bindings${refuses ? ', unknown ones refused' : ''}`;
        const how = { mutation, everywhere: true, trait: null, values: null, level } as const;
        yield { kind, place, detail: name, ...how, fired: () => fired };
      }
  }
}
