import type { Palette } from '../../report/terminal/palette.ts';
import { jsonDiff } from '../json.ts';
import type { Diff } from '../model.ts';
import { htmlDiff } from './html/page.tsx';
import { markdownDiff } from './markdown.ts';
import { terminalDiff } from './terminal.ts';

/** The report of a diff by the name of its format. */
export const formats: Readonly<Record<string, (diff: Diff, paint: Palette) => string>> = {
  terminal: terminalDiff,
  markdown: markdownDiff,
  html: htmlDiff,
  json: jsonDiff,
};
