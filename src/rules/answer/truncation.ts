import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';

/** True where the body is shorter than the server has or promised: judged by its length, it ends in the middle. */
export function isCutOff({ response }: ParsedResponse): boolean {
  return response !== null && (!response.complete || response.surplus > 0);
}
