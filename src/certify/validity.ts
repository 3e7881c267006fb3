import { dayAfter } from '../schemas/days.ts';
import { ConfigError } from '../schemas/error.ts';

/** Ten years. */
const MOST = 3_653;

/** The days of `--valid-for`; null if it is not given. @throws ConfigError if the text is not a number of days */
export function validForFlag(text: string | undefined): number | null {
  const days = daysIn(text);
  if (text === undefined || days !== null) return days;
  throw new ConfigError(`--valid-for is '${text.slice(0, 80)}'; expected days from 1d to ${MOST}d, like 365d`);
}

export function daysIn(text: unknown): number | null {
  const [, days] = typeof text === 'string' ? (/^([1-9]\d{0,3})d$/.exec(text) ?? []) : [];
  return days !== undefined && Number(days) <= MOST ? Number(days) : null;
}

/** A validity of so many days after the day of the run: an old run can't be made young by certifying it again. */
export function validityOf(startedAt: string, days: number) {
  return { validFor: `${days}d`, lastDay: dayAfter(new Date(startedAt.slice(0, 10)), days) };
}
