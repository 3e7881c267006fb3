import { escapeHtml } from '../answer.ts';

/** Text that is HTML. */
export interface Markup {
  readonly markup: string;
}

/** HTML from a template literal: every inserted text is escaped, markup is not. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | Markup | readonly Markup[])[]
): Markup {
  return { markup: String.raw({ raw: strings }, ...values.map(textOf)) };
}

function textOf(value: string | Markup | readonly Markup[]): string {
  if (typeof value === 'string') return escapeHtml(value);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}
