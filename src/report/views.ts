import type { Contract } from '../contract/model.ts';
import { harText } from '../har/write.ts';
import type { Results } from '../results/results.ts';
import { ctrfJson } from './ctrf.ts';
import { htmlReport } from './html/report.tsx';
import { junitXml } from './junit.ts';
import { markdownSummary } from './markdown/summary.ts';

/** One way to show results: a file made from results.json alone. */
export interface View {
  /** Name of the file in the reports folder. */
  readonly file: string;
  readonly text: (results: Results, contract: Contract) => string;
}

/** The views that are one file each, by the name that `--reporter` and `--format` know them by. */
export const views = {
  html: { file: 'report.html', text: htmlReport },
  junit: { file: 'junit.xml', text: junitXml },
  markdown: { file: 'summary.md', text: (results) => markdownSummary(results) },
  ctrf: { file: 'ctrf.json', text: ctrfJson },
  har: { file: 'exchanges.har', text: harText },
} as const satisfies Readonly<Record<string, View>>;
