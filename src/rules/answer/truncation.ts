import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';

/** True where the body is shorter than the server has or promised: judged by its length, it ends in the middle. */
export function isCutOff({ response }: ParsedResponse): boolean {
  return response !== null && (!response.complete || response.surplus > 0);
}

/** True where the body ends in the middle, by length or XML: what is wrong with its last character says no more. */
export function endsEarly(reading: ParsedResponse): boolean {
  return isCutOff(reading) || (reading.xml?.kind === 'problem' && reading.xml.problem.atEnd === true);
}
