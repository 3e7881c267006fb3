import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToStaticMarkup } from 'preact-render-to-string';
import { FAVICON } from '../../base/page-look.ts';
import { type Numbers, numbersList, points } from './parts.tsx';
import { pageStyle } from './style.ts';
import { plain } from './visible.tsx';

export type Link = readonly [address: string, words: ComponentChildren];

export interface Page {
  /** Of the window. */
  readonly title: string;
  /** What the page is, after the name of the product. */
  readonly kind: string;
  /** Pages beside this one. */
  readonly links?: readonly Link[];
  readonly banner?: Banner;
  /** Parts of this page. */
  readonly contents?: readonly Link[];
  readonly children: ComponentChildren;
  /** More CSS and our script; never text of a target. */
  readonly style?: string;
  readonly script?: string;
  /** The script may call the server of the page. */
  readonly isLive?: boolean;
}

export interface Banner {
  readonly tone: string;
  readonly subject: ComponentChildren;
  readonly heading: ComponentChildren;
  readonly sentences?: readonly ComponentChildren[];
  readonly numbers?: Numbers;
  /** Small, on one line. */
  readonly facts?: readonly ComponentChildren[];
}

/** A whole HTML document that loads nothing: its Content-Security-Policy allows only its own style and script. */
export function pageText(page: Page): string {
  const { title, kind, links = [], banner, contents = [], children, style = '', script } = page;
  const css = `${pageStyle}${style}`;
  const body = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy(css, page)} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{plain(title)}</title>
        <link rel="icon" href={FAVICON} />
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header>
          <div class="bar">
            <p>
              <b>GetData conformance</b> {kind}
            </p>
            {links.length === 0 ? null : <nav aria-label="Pages beside this one">{linkList(links)}</nav>}
          </div>
          {banner === undefined ? null : bannerPart(banner)}
        </header>
        {contents.length < 2 ? null : (
          <nav class="contents" aria-label="Parts of this page">
            {linkList(contents)}
          </nav>
        )}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        {script === undefined ? null : <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>,
  );
  return `<!doctype html>\n${body}\n`;
}

function linkList(links: readonly Link[]) {
  return points(links.map(([address, words]) => <a href={address}>{words}</a>));
}

function bannerPart({ tone, subject, heading, sentences = [], numbers = [], facts = [] }: Banner) {
  return (
    <div class={`banner ${tone}`}>
      <p class="subject">{subject}</p>
      <h1>{heading}</h1>
      {sentences.map((sentence) => (
        <p>{sentence}</p>
      ))}
      {numbersList(numbers)}
      {facts.length === 0 ? null : (
        <p class="muted">{facts.flatMap((fact, at) => (at === 0 ? [fact] : [' · ', fact]))}</p>
      )}
    </div>
  );
}

function policy(style: string, { script, isLive = false }: Page): string {
  const allowed = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    `style-src ${allowed(style)}`,
    'img-src data:',
    ...(script === undefined ? [] : [`script-src ${allowed(script)}`]),
    ...(isLive ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
