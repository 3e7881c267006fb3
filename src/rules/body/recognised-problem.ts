import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import type { Problem } from '../judgement.ts';
import { recognise } from './recognise.ts';
import { bodyCauses } from './recognised.ts';

/** What a problem of an answer says where its body is recognised as something else; null where it is not. */
export function recognisedProblem(
  { response }: ParsedResponse,
  endsEarly = false,
): Required<Pick<Problem, 'code' | 'text' | 'cause'>> | null {
  const found = response === null ? null : recognise(response, endsEarly);
  if (found === null) return null;
  return { code: found.kind, text: `The body ${found.words}`, cause: bodyCauses[found.kind] };
}
