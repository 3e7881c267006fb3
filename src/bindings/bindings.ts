import type { BindingName } from '../contract/model.ts';
import type { Binding } from './binding.ts';
import { httpGet } from './http-get.ts';
import { httpPost } from './http-post.ts';
import { soap11 } from './soap11.ts';
import { soap12 } from './soap12.ts';

/** The four bindings of the document, in its order. */
export const bindings: Readonly<Record<BindingName, Binding>> = {
  soap11,
  soap12,
  'http-get': httpGet,
  'http-post': httpPost,
};
