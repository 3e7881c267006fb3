import { bindings } from '../../bindings/bindings.ts';
import type { Call } from '../../bindings/call.ts';
import type { Cell, Parameter } from '../../contract/model.ts';
import type { Header, HttpRequest } from '../../exchange/exchange.ts';
import type { ObservedRequest } from './observer.ts';

/** A parameter as it stands on the wire: escaped for XML in an envelope, percent-encoded in a query or form. */
export type WireParameter = readonly [name: string, text: string];

/** A base call's request with one change. */
export function edited(
  variant: string,
  cell: Cell,
  call: Call,
  edit: (request: HttpRequest) => HttpRequest,
): ObservedRequest {
  return { variant, request: (context) => edit(bindings[cell.binding].encode(call, context)) };
}

/** A call in a cell's binding, as it stands. */
export function plain(variant: string, cell: Cell, call: Call): ObservedRequest {
  return edited(variant, cell, call, (request) => request);
}

/** The call with another value of a parameter. */
export function withValue(call: Call, { name }: Parameter, value: string): Call {
  return { ...call, values: { ...call.values, [name]: value } };
}

/** The operation's parameters of these kinds that are no credentials. */
export function parametersOf({ operation }: Cell, kind: 'number' | 'string' | 'any'): readonly Parameter[] {
  return operation.parameters.filter(
    ({ type, credential }) => !credential && (kind === 'any' || (type === 'string') === (kind === 'string')),
  );
}

/** The first string parameter that is no credential, as a list of one; of none where there is none. */
export function firstString(cell: Cell): readonly Parameter[] {
  return parametersOf(cell, 'string').slice(0, 1);
}

/** A request with another text as body. */
export function editBody(request: HttpRequest, edit: (text: string) => string): HttpRequest {
  if (request.body === null) return request;
  return { ...request, body: new TextEncoder().encode(edit(new TextDecoder().decode(request.body))) };
}

/** A request with this value of a header, or with null without it. */
export function setHeader(request: HttpRequest, name: string, value: string | null): HttpRequest {
  const others = request.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase());
  const added: readonly Header[] = value === null ? [] : [[name, value]];
  return { ...request, headers: [...others, ...added] };
}

/** A request of a cell with other parameters, in whichever way its binding writes them. */
export function editParameters(
  { operation, binding }: Cell,
  request: HttpRequest,
  edit: (parameters: readonly WireParameter[]) => readonly WireParameter[],
): HttpRequest {
  if (binding === 'http-post') return editBody(request, (form) => editForm(form, edit));
  if (binding === 'http-get') {
    const [path = '', query = ''] = request.path.split('?', 2);
    return { ...request, path: `${path}?${editForm(query, edit)}` };
  }
  const wrapper = new RegExp(`(<${operation.name}[^>]*>)(.*)(</${operation.name}>)`, 's');
  return editBody(request, (text) =>
    text.replace(wrapper, (_all, open: string, inner: string, close: string) => {
      const parameters = [...inner.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name = '', value = '']) => [name, value]);
      const written = edit(parameters.map(([name = '', value = '']) => [name, value] as const));
      return `${open}${written.map(([name, value]) => `<${name}>${value}</${name}>`).join('')}${close}`;
    }),
  );
}

function editForm(form: string, edit: (parameters: readonly WireParameter[]) => readonly WireParameter[]): string {
  const parameters = form
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): WireParameter => {
      const [name = '', value = ''] = pair.split('=', 2);
      return [name, value];
    });
  return edit(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** A request of a cell that names another operation: in the path, or in the SOAPAction and the Body. */
export function renameOperation({ operation }: Cell, request: HttpRequest, name: string): HttpRequest {
  const renamed = {
    ...request,
    path: request.path.replace(new RegExp(`/${operation.name}(?=\\?|$)`), `/${name}`),
    headers: request.headers.map(([key, value]): Header => [key, value.replace(`${operation.name}"`, `${name}"`)]),
  };
  return editBody(renamed, (text) =>
    text.replace(`<${operation.name} `, `<${name} `).replace(`</${operation.name}>`, `</${name}>`),
  );
}
