import type { RunRecord } from './run-record.ts';

type Given = Partial<RunRecord> & Pick<RunRecord, 'options' | 'contract' | 'cells' | 'rules'>;

/** The record of a complete run: empty except for what is given. */
export function runRecord(given: Given): RunRecord {
  const { digest } = given.contract;
  return {
    suite: { name: 'getdata-conformance', version: '0.0.0', contractDigest: digest, validator: 'none' },
    ruleResults: [],
    summaries: [],
    errors: [],
    interrupted: false,
    startedAt: new Date('2026-05-01T12:00:00Z'),
    durationMs: 1000,
    requestsBefore: 0,
    observations: [],
    identity: { wsdlSha256: null, certificateSha256: null },
    ...given,
  };
}
