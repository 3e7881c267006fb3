import { checkedJson } from '../../../base/schemas/validate.ts';
import { writeFiles } from '../../../results/write.ts';
import type { Comparison } from './comparison.ts';
import { comparisonMarkdown } from './views/markdown.ts';
import { comparisonPage } from './views/page.tsx';

export const compareViews = {
  html: { file: 'compare.html', text: comparisonPage },
  markdown: { file: 'compare.md', text: comparisonMarkdown },
} as const;

export type CompareView = keyof typeof compareViews;

export function writeComparison(comparison: Comparison, folder: string, names: readonly CompareView[]) {
  const views = names.map((name) => [compareViews[name].file, compareViews[name].text(comparison)] as const);
  return writeFiles(folder, { 'compare.json': checkedJson('compare', comparison), ...Object.fromEntries(views) });
}
