import { ConfigError } from '../base/error.ts';
import { anchorOf } from '../rules/anchor.ts';
import type { Results } from './results.ts';
import { ownManifest } from './suite-version.ts';

/**
 * The page of rules that reports link to: the address given, or the page of this version in the repository that
 * package.json names; null where that is a placeholder. @throws ConfigError for an address that no browser opens
 */
export function rulesPage(given: string | undefined, manifest = ownManifest()): string | null {
  if (given !== undefined) {
    if (/^https?:\/\/[^#\s<>"]+$/.test(given) && URL.canParse(given)) return given;
    throw new ConfigError(
      `--docs-url is '${given}'; expected the address of a page, which begins with http:// or https://`,
    );
  }
  const [, repository] = /^git\+(https:\/\/\S+)\.git$/.exec(manifest.repository?.url ?? '') ?? [];
  if (repository === undefined || repository.includes('/OWNER/')) return null;
  return `${repository}/blob/v${manifest.version}/docs/rules.md`;
}

/** Results whose findings link to their rules on a page; the same ones without a page. */
export function withRuleLinks(results: Results, page: string | null): Results {
  if (page === null) return results;
  const findings = results.findings.map((finding) => ({ ...finding, docs: `${page}#${anchorOf(finding.rule)}` }));
  return { ...results, findings };
}
