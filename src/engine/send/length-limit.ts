import type { Reason } from '../../rules/judgement.ts';
import type { Probe } from '../../rules/probe.ts';
import { type Exchange, type HttpRequest, isStatus200 } from '../../wire/http/exchange.ts';
import { free, withValue } from '../../wire/soap/call.ts';
import type { CellContext } from '../cell/cell-context.ts';
import { drawnFor } from '../plan/drawn-for.ts';

/** The answers to a probe's call in plain form, and to the probe. */
export type ProbeRound = Readonly<Record<'base' | 'answer', Exchange>>;

/** The document shows no limits of length, and most spellings make a request longer. */
export const TOO_LONG: Reason = {
  code: 'limit',
  text: 'the target refuses requests of this length, also in plain form',
};

/**
 * Whether length may be why a variant of a call is refused: letters in the call's last text make a plain request as long,
 * and that is refused too.
 */
export async function isTooLong({ call }: Probe, { base, answer }: ProbeRound, at: CellContext): Promise<boolean> {
  const { cell, plan, ownClient } = at;
  const more = lengthOf(answer.request) - lengthOf(base.request);
  const text = free(cell).findLast(({ type }) => type === 'string');
  if (more <= 0 || text === undefined || isStatus200(answer)) return false;
  const letters = drawnFor(cell, plan).word('length').repeat(more).slice(0, more);
  const plain = withValue(call, text, `${call.values[text.name] ?? ''}${letters}`);
  return !isStatus200(await ownClient.exchange(plain));
}

function lengthOf({ path, body }: HttpRequest): number {
  return path.length + (body?.length ?? 0);
}
