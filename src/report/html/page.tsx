import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToStaticMarkup } from 'preact-render-to-string';
import { baseStyle } from './style.ts';

/** One self-contained HTML page. */
export interface Page {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Further CSS and a script of ours; never anything that a target sent. */
  readonly style?: string;
  readonly script?: string;
}

/**
 * A whole HTML document that loads nothing: its Content-Security-Policy (W3C, level 3) lets in only the style and
 * script whose digests it names. Preact escapes all text, so what a target sent stays text.
 */
export function pageText({ title, children, style = '', script }: Page): string {
  const css = `${baseStyle}${style}`;
  const body = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy(css, script)} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        {children}
        {script === undefined ? null : <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>,
  );
  return `<!doctype html>\n${body}\n`;
}

function policy(style: string, script: string | undefined): string {
  const allowed = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const scripts = script === undefined ? [] : [`script-src ${allowed(script)}`];
  return [
    "default-src 'none'",
    `style-src ${allowed(style)}`,
    ...scripts,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
