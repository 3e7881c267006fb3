import { createHash } from 'node:crypto';
import { FAVICON, pageLook } from '../../base/page-look.ts';
import { escapeHtml } from '../answer.ts';
import { type OutResponse, textResponse } from '../wire/message.ts';

export interface PageMarkup {
  readonly markup: string;
}

/** HTML from a template literal: every inserted text is escaped, markup is not. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | PageMarkup | readonly PageMarkup[])[]
): PageMarkup {
  return { markup: String.raw({ raw: strings }, ...values.map(pageText)) };
}

function pageText(value: string | PageMarkup | readonly PageMarkup[]): string {
  if (typeof value === 'string') return escapeHtml(value);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

const STYLE = `${pageLook}
h1 { font-size: 1.5rem; }
h2 { font-size: 1.15rem; margin-top: 2rem; border-top: 1px solid var(--line); padding-top: 1rem; }
li { margin: .6rem 0; } .bar li { margin: 0; }
small { display: block; color: var(--muted); }
pre { margin: .75rem 0; padding: .75rem; white-space: pre-wrap;
  background: var(--raised); border: 1px solid var(--line); }
var { font-style: normal; font-weight: bold; color: var(--link); }
label { display: block; margin-top: .6rem; }
input { display: block; width: 100%; max-width: 30rem; padding: .4rem; font: inherit; }
button { margin: 1rem .5rem 0 0; padding: .5rem 1rem; font: inherit; }
`;

/** Only this style and forms to this server: no script, no frame (Content Security Policy, level 3). */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface SandboxPage {
  readonly title: string;
  readonly body: PageMarkup;
  /** After the title. */
  readonly head?: PageMarkup;
  /** Where the traffic is shown; null if it is not judged. */
  readonly live: string | null;
}

/** An HTML page of the service. */
export function pageResponse({ title, body, head = html``, live }: SandboxPage): OutResponse {
  const link = html`<nav aria-label="Pages beside this one"><a href="${live ?? ''}">Live traffic</a></nav>`;
  const { markup } = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="icon" href="${FAVICON}">
${head}
<style>${{ markup: STYLE }}</style>
</head>
<body>
<header class="bar"><p><b>GetData conformance</b> sandbox</p>${live === null ? html`` : link}</header>
<main>
${body}
</main>
</body>
</html>
`;
  const response = textResponse(200, 'text/html; charset=utf-8', markup);
  return { ...response, headers: [...response.headers, ['Content-Security-Policy', POLICY]] };
}
