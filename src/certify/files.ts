import type { KeyObject } from 'node:crypto';
import { badgeText } from './badge.ts';
import { canonicalJson } from './canonical-json.ts';
import { certificateText } from './certificate.tsx';
import { sealed } from './envelope.ts';
import type { Evidence } from './evidence.ts';
import { factsOf } from './facts.ts';
import { keyIdOf } from './keys.ts';
import { EVIDENCE_NAME, statementOf } from './statement.ts';

/** Names of what stands beside each other in the folder of a certificate. */
export const fileNames = {
  evidence: EVIDENCE_NAME,
  statement: 'statement.json',
  certificate: 'certificate.html',
  badge: 'badge.svg',
} as const;

/** What is written about evidence that nothing was objected to: file name → text. The same key gives the same bytes. */
export function certificateFiles(evidence: Evidence, key: KeyObject): Readonly<Record<string, string>> {
  const facts = factsOf(evidence, keyIdOf(key));
  return {
    [fileNames.statement]: sealed(canonicalJson(statementOf(evidence)), key),
    [fileNames.certificate]: certificateText(facts),
    [fileNames.badge]: badgeText(facts),
  };
}
