import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToStaticMarkup } from 'preact-render-to-string';

interface Page {
  readonly title: string;
  readonly children: ComponentChildren;
  /** More CSS and our script; never text of a target. */
  readonly style?: string;
  readonly script?: string;
}

/** A whole HTML document that loads nothing: its Content-Security-Policy allows only its own style and script. */
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

export const baseStyle = `
:root {
  --ink: #1b2330; --muted: #56606f; --paper: #ffffff; --raised: #f4f6f9; --line: #d6dce5;
  --pass: #0f6b3a; --fail: #b01c1c; --open: #7a5100; --link: #0b57a4; --mark: #ffdf80; --mark-ink: #1b2330;
  --pass-soft: #e4f4ea; --fail-soft: #fdebea; --open-soft: #fcf1da;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e4e9f0; --muted: #a3adbc; --paper: #12161c; --raised: #1b212a; --line: #364150;
    --pass: #6cd39a; --fail: #ff928b; --open: #f0c163; --link: #8ac0ff; --mark: #7a5c00; --mark-ink: #ffffff;
    --pass-soft: #14301f; --fail-soft: #3a1b1b; --open-soft: #33270d;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; max-width: 78rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, h4, h5 { line-height: 1.25; }
a { color: var(--link); }
code, pre, .mono { font-family: var(--mono); font-size: 0.875em; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: 0.3rem 0.7rem; text-align: left; vertical-align: top; }
.pass { color: var(--pass); } .fail { color: var(--fail); } .open { color: var(--open); } .muted { color: var(--muted); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
[hidden] { display: none !important; }
.small { font-size: 0.85rem; } .num { font-variant-numeric: tabular-nums; }
.note, .cut { color: var(--muted); font-size: 0.85rem; font-style: italic; }
bdi, .t, code, pre { unicode-bidi: isolate; direction: ltr; }
.c { font: 600 0.78em var(--mono); border: 1px solid var(--fail); color: var(--fail); background: var(--paper); border-radius: 3px; padding: 0 0.2em; margin: 0 1px; display: inline-block; line-height: 1.3; text-decoration: none; }
@media print { body { max-width: none; padding: 0; font-size: 10pt; } }
`;
