import type { Palette } from '../../report/terminal/palette.ts';
import { jsonText } from '../../report/write-files.ts';
import { checkFile } from '../../schemas/validate.ts';
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

/** The diff as JSON. Throws if it breaks its own schema: a bug of the suite, which must not become a report. */
export function jsonDiff(diff: Diff): string {
  checkFile('diff', diff);
  return jsonText(diff);
}
