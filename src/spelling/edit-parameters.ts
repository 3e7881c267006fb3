import { isSoap } from '../bindings/binding.ts';
import type { Cell } from '../contract/model.ts';
import type { HttpRequest } from '../exchange/exchange.ts';
import { editBody } from './edit-envelope.ts';
import { respelled } from './url.ts';

/** A parameter as it is on the wire: escaped for XML in an envelope, percent-encoded in a query or form. */
export type WireParameter = readonly [name: string, text: string];

type Edit = (parameters: readonly WireParameter[]) => readonly WireParameter[];

/** A request of a cell, in its plain form, with other parameters, written as its binding requires. */
export function editParameters(request: HttpRequest, { operation, binding }: Cell, edit: Edit): HttpRequest {
  if (!isSoap(binding)) return respelled(request, (form) => editForm(form, edit));
  const wrapper = new RegExp(`(<${operation.name}[^>]*>)(.*)(</${operation.name}>)`, 's');
  return editBody(request, (text) =>
    text.replace(wrapper, (_all, open: string, inner: string, close: string) => {
      const parameters = [...inner.matchAll(/<(\w+)>([^<]*)<\/\1>/g)];
      const written = edit(parameters.map(([, name = '', value = '']) => [name, value]));
      return `${open}${written.map(([name, value]) => `<${name}>${value}</${name}>`).join('')}${close}`;
    }),
  );
}

function editForm(form: string, edit: Edit): string {
  const pairs = form.split('&').filter((pair) => pair !== '');
  const parameters = pairs.map((pair): WireParameter => {
    const [name = '', value = ''] = pair.split('=', 2);
    return [name, value];
  });
  const written = edit(parameters).map((parameter) => parameter.join('='));
  return written.join('&');
}
