import type { Contract } from '../../contract/model.ts';
import type { Results } from '../results.ts';
import { pageText } from './page.tsx';

/** The HTML report of a run. */
export function htmlReport(results: Results, _contract: Contract): string {
  return pageText({ title: `${results.target}: ${results.verdict}`, children: <h1>{results.verdict}</h1> });
}
