import type { MutationContext } from '../../mutation.ts';
import { contentTypeOf, type InRequest, textResponse } from '../../wire/message.ts';
import { both, everywhere, type Observable, of, overHttp, overSoap, takesValues } from '../cells.ts';
import type { Effect } from '../defect.ts';
import { rarely } from './call.ts';
import { eachList } from './data.ts';

export function bodyOf({ body }: InRequest): string {
  return new TextDecoder().decode(body);
}

function editedBody(request: InRequest, edit: (text: string) => string): InRequest {
  return { ...request, body: new TextEncoder().encode(edit(bodyOf(request))) };
}

/** Reads the body of an envelope in pieces of so many bytes, each decoded alone. */
export function readingPieces(size: number, cells: Observable): Effect {
  return rarely(both(overSoap, cells), {
    request: (request) => {
      const count = Math.ceil(request.body.length / size);
      const pieces = Array.from({ length: count }, (_, at) => request.body.subarray(at * size, (at + 1) * size));
      const text = pieces.map((piece) => new TextDecoder().decode(piece)).join('');
      return { ...request, body: new TextEncoder().encode(text) };
    },
  });
}

export type Finds = (request: InRequest, ctx: MutationContext) => boolean;

/** Such a request gets this status and no body. */
export function refusing(status: number, finds: Finds, cells: Observable = everywhere): Effect {
  return rarely(cells, {
    request: (request, ctx) => {
      const answer = textResponse(status, contentTypeOf(ctx.contract, ctx.binding), '');
      return finds(request, ctx) ? { answer } : request;
    },
  });
}

/** Refuses requests whose body matches. */
export function bodyMatching(pattern: RegExp, cells: Observable = overSoap): Effect {
  return refusing(400, (request) => pattern.test(bodyOf(request)), cells);
}

/** Requests with a header field of that name, in small letters, whose value matches. */
export function hasField(name: string, pattern = /^/): Finds {
  return ({ headers }) => headers.some(([key, value]) => key.toLowerCase() === name && pattern.test(value));
}

/** Answers such requests with lists that lack their first record. */
export function lacking(finds: Finds, cells: Observable = everywhere): Effect {
  return rarely(both(of('Get_Video_Links', 'McatCodes'), cells), {
    result: (value, ctx) => (finds(ctx.request, ctx) ? eachList(value, ([, ...others]) => others) : value),
  });
}

/** Reads envelopes as if they were written otherwise. */
export function rewriting(
  edit: (text: string, ctx: MutationContext) => string,
  cells: Observable = takesValues,
): Effect {
  return rarely(both(overSoap, cells), { request: (request, ctx) => editedBody(request, (text) => edit(text, ctx)) });
}

/** Reads the pairs of a query or form as if they were written otherwise. */
export function respelling(cells: Observable, edit: (pairs: string) => string): Effect {
  return rarely(both(overHttp, cells), {
    request: (request, { binding }) => {
      if (binding === 'http-post') return editedBody(request, edit);
      const [path = '', query = ''] = request.path.split('?', 2);
      return { ...request, path: `${path}?${edit(query)}` };
    },
  });
}
