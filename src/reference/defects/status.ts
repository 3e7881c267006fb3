import type { MutationContext } from '../mutation.ts';
import type { Failure } from '../wire/failure.ts';
import { fault } from '../wire/failure.ts';
import { textResponse } from '../wire/message.ts';
import { onSuccess, rawAnswer, withBody, withHeader } from './answers.ts';
import { everywhere, isSoap } from './cells.ts';
import type { Defect, Hooks } from './defect.ts';

/** A refusal in the form of its binding, where there is none already. */
export function refusal(message: string): (failure: Failure | null, ctx: MutationContext) => Failure {
  return (failure, { binding }) => {
    if (failure !== null) return failure;
    return isSoap(binding) ? fault('Server', message) : { kind: 'plain', message };
  };
}

function status(id: string, title: string, hooks: Hooks, bugClass: string | null = null): Defect {
  return { id, title, requirement: 'errors.success-status', bugClass, cells: everywhere, hooks };
}

const page = (code: number, title: string) =>
  textResponse(
    code,
    'text/html; charset=utf-8',
    `<html><head><title>${title}</title></head><body>${title}</body></html>\n`,
  );

/** Layer 'status': anything but 200. */
export const statusDefects: readonly Defect[] = [
  status(
    'status-201',
    'Results come with status 201.',
    onSuccess((response) => ({ ...response, status: 201 })),
  ),
  status(
    'status-202',
    'Results come with status 202.',
    onSuccess((response) => ({ ...response, status: 202 })),
  ),
  status(
    'status-204-empty',
    'Calls are answered with 204 and no body.',
    onSuccess((response) =>
      withHeader(withBody({ ...response, status: 204 }, new Uint8Array()), 'Content-Length', null),
    ),
    '15',
  ),
  status(
    'switching-protocols',
    'Calls are answered with 101 Switching Protocols.',
    onSuccess((response) => rawAnswer(response, { statusLine: 'HTTP/1.1 101 Switching Protocols' })),
  ),
  status(
    'status-302',
    'Calls are sent to a page for logging in.',
    onSuccess(() => ({
      ...page(302, 'Object moved'),
      headers: [...page(302, 'Object moved').headers, ['Location', '/login']],
    })),
  ),
  status(
    'status-500-with-body',
    'Results come with status 500.',
    onSuccess((response) => ({ ...response, status: 500 })),
    '29',
  ),
  status(
    'operation-missing',
    'The operation is not known.',
    { failure: refusal('Web Service method name is not valid.') },
    '4',
  ),
  status(
    'method-throws',
    'Every call ends in an exception of the method.',
    {
      failure: refusal(
        'Server was unable to process request. ---> Object reference not set to an instance of an object.',
      ),
    },
    '29',
  ),
  status(
    'binding-off',
    'The binding is not served.',
    { request: () => ({ answer: page(404, 'Not Found') }) },
    '11, 33',
  ),
];
