import type { MutationContext } from '../../mutation.ts';
import { eachParameter, isRecord, type ParameterValues, type VehicleTypeHeader } from '../../value.ts';
import { isSoap } from '../../wire/element.ts';
import { fault, type RequestFailure } from '../../wire/message.ts';
import { both, type Observable, overSoap, reads, takesHeader, takesNumber, takesText } from '../cells.ts';
import { type Effect, type Hooks, rareChanges } from '../defect.ts';
import { operationOf } from './tree.ts';

/** A fault that shows in reads with rare values, or written in another way: too few writes are sent. */
export function rarely(cells: Observable, hooks: Hooks): Effect {
  return rareChanges(both(reads, cells), hooks);
}

/** A refusal in the form of its binding, if there is none already. */
export function refusal(message: string): (failure: RequestFailure | null, ctx: MutationContext) => RequestFailure {
  return (failure, { binding }) => {
    if (failure !== null) return failure;
    return isSoap(binding) ? fault('Server', message) : { kind: 'plain', message };
  };
}

const refuse = refusal('Server was unable to process request. ---> The value could not be converted.');

/** Refuses such calls. */
export function refusingCalls(finds: (ctx: MutationContext) => boolean): Hooks {
  return { failure: (failure, ctx) => (failure === null && finds(ctx) ? refuse(failure, ctx) : failure) };
}

/** Refuses calls with such a VehicleTypeHeader. */
export function refusingHeaders(holds: (header: VehicleTypeHeader) => boolean): Effect {
  return rareChanges(
    both(overSoap, takesHeader),
    refusingCalls(({ header }) => header !== null && holds(header)),
  );
}

/** Reads fields of the VehicleTypeHeader otherwise. */
export function onHeaders(cells: Observable, edit: (header: VehicleTypeHeader) => Partial<VehicleTypeHeader>): Effect {
  return rareChanges(both(cells, takesHeader), { header: (header) => header && { ...header, ...edit(header) } });
}

type Holds = (value: string | bigint) => boolean;

/** Whether one of the parameters of a call has a value of that kind. Credentials are never generated. */
export function holdsValue(holds: Holds, ctx: MutationContext): boolean {
  return operationOf(ctx).parameters.some(({ name, credential }) => {
    const value = ctx.parameters[name] ?? null;
    return !credential && value !== null && holds(value);
  });
}

/** Refuses calls with such a value. */
const refusingValues = (cells: Observable, holds: Holds): Effect =>
  rarely(
    cells,
    refusingCalls((ctx) => holdsValue(holds, ctx)),
  );

/** Refuses calls with such a text. */
export function refusingTexts(holds: (text: string) => boolean, cells: Observable = takesText): Effect {
  return refusingValues(cells, (value) => typeof value === 'string' && holds(value));
}

/** Refuses calls with such a number. */
export function refusingNumbers(holds: (number: bigint) => boolean, cells: Observable = takesNumber): Effect {
  return refusingValues(cells, (value) => typeof value === 'bigint' && holds(value));
}

type ReadText = (text: string, ctx: MutationContext) => string | null;
const textsOf = (values: ParameterValues, edit: (text: string) => string | null): ParameterValues =>
  eachParameter(values, (value) => (typeof value === 'string' ? edit(value) : value));

/** Reads the texts of calls otherwise. */
export function readingTexts(edit: ReadText): Hooks {
  return { parameters: (values, ctx) => textsOf(values, (text) => edit(text, ctx)) };
}

/** Reads the numbers of calls otherwise. */
export function readingNumbers(edit: (number: bigint) => bigint): Hooks {
  return {
    parameters: (values) => eachParameter(values, (value) => (typeof value === 'bigint' ? edit(value) : value)),
  };
}

/** Looks calls up by other values than they have, and repeats those that they have. */
export function lookingUp(read: (values: ParameterValues) => ParameterValues): Hooks {
  let sent: ParameterValues = {};
  return {
    parameters: (values) => {
      sent = values;
      return read(values);
    },
    result: (value, { parameters }) => {
      if (!isRecord(value)) return value;
      const fields = Object.entries(value).map(([name, text]) => {
        const own = typeof text === 'string' && text === parameters[name] ? sent[name] : undefined;
        return [name, own ?? text] as const;
      });
      return Object.fromEntries(fields);
    },
  };
}

/** Looks the texts of calls up otherwise than they are written, and repeats them as they are. */
export const lookingUpTexts = (edit: (text: string) => string): Hooks => lookingUp((values) => textsOf(values, edit));
