import { ConfigError } from './error.ts';

/** True for a day of the calendar as YYYY-MM-DD (ISO 8601). */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/** True for a moment in UTC as in results, 2026-01-31T12:00:00.000Z (ISO 8601). */
export function isMoment(text: string): boolean {
  return (
    /^.{10}T\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))
  );
}

/** The sentence about a text that is not a day. @param where - flag or key */
export function noDay(where: string, found: string): string {
  return `${where} is '${found.slice(0, 80)}'; expected a day of the calendar as YYYY-MM-DD`;
}

/** The day a flag names; null if it is not given. @throws ConfigError if the text is not a day */
export function dayFlag(flag: string, text: string | undefined): string | null {
  if (text === undefined || isDay(text)) return text ?? null;
  throw new ConfigError(noDay(flag, text));
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A moment in UTC as people read it: `28 Nov 2026, 07:56 UTC`. The text itself, if it is none. */
export function momentText(text: string): string {
  if (!isMoment(text)) return text;
  return `${dayText(text.slice(0, 10))}, ${text.slice(11, 16)} UTC`;
}

/** A day as people read it: `28 Nov 2026`. The text itself, if it is none. */
export function dayText(text: string): string {
  const [year, month, day] = text.split('-');
  return isDay(text) ? `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}` : text;
}

const DAY_MS = 24 * 60 * 60_000;

/** A moment's day in UTC, as YYYY-MM-DD. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The day so many days after that of a moment. */
export function dayAfter(moment: Date, days: number): string {
  return dayOf(new Date(moment.getTime() + days * DAY_MS));
}

/** Milliseconds by which clocks may differ. */
const CLOCKS = 5 * 60_000;

/** True for a time (in milliseconds, as Date has it) that is later than now, whichever clock is right. */
export function isLater(time: number, now: Date): boolean {
  return time > now.getTime() + CLOCKS;
}
