import type { BindingName } from '../../contract/model.ts';
import type { Binding } from './binding.ts';
import { httpGet, httpPost } from './http.ts';
import { soap11, soap12 } from './soap.ts';

export const bindings: Readonly<Record<BindingName, Binding>> = {
  soap11,
  soap12,
  'http-get': httpGet,
  'http-post': httpPost,
};
