import type { Cell } from '../../contract/model.ts';
import { requestElement } from '../../contract/operations.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { editBody } from './edit-envelope.ts';
import { pairsIn, respelled, type WireParameter } from './url.ts';

type ParameterEdit = (parameters: readonly WireParameter[]) => readonly WireParameter[];

/** A request of a cell, in its plain form, with other parameters, written as its binding requires. */
export function editParameters(request: HttpRequest, { operation, binding }: Cell, edit: ParameterEdit): HttpRequest {
  if (!isSoap(binding)) return respelled(request, (form) => editForm(form, edit));
  const element = requestElement(operation);
  const wrapper = new RegExp(`(<${element}[^>]*>)(.*)(</${element}>)`, 's');
  return editBody(request, (text) =>
    text.replace(wrapper, (_all, open: string, inner: string, close: string) => {
      const parameters = [...inner.matchAll(/<(\w+)>([^<]*)<\/\1>/g)];
      const written = edit(parameters.map(([, name = '', value = '']) => [name, value]));
      return `${open}${written.map(([name, value]) => `<${name}>${value}</${name}>`).join('')}${close}`;
    }),
  );
}

function editForm(form: string, edit: ParameterEdit): string {
  const parameters = pairsIn(form).filter(([name]) => name !== '');
  return edit(parameters)
    .map((parameter) => parameter.join('='))
    .join('&');
}
