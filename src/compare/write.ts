import { writeFiles } from '../results/write.ts';
import { jsonText } from '../schemas/json.ts';
import { checkFile } from '../schemas/validate.ts';
import type { Comparison } from './comparison.ts';
import { comparisonMarkdown } from './views/markdown.ts';
import { comparisonPage } from './views/page.tsx';

/** The views of a comparison that are files, beside compare.json. */
export const compareViews = {
  html: { file: 'compare.html', text: comparisonPage },
  markdown: { file: 'compare.md', text: comparisonMarkdown },
} as const;

export type CompareView = keyof typeof compareViews;

/** Writes compare.json and its views into a folder. Throws if the comparison breaks its own schema: a bug. */
export function writeComparison(
  comparison: Comparison,
  folder: string,
  names: readonly CompareView[],
): Promise<readonly string[]> {
  checkFile('compare', comparison);
  const views = names.map((name) => [compareViews[name].file, compareViews[name].text(comparison)] as const);
  return writeFiles(folder, { 'compare.json': jsonText(comparison), ...Object.fromEntries(views) });
}
