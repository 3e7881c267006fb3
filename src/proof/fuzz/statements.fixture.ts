import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkFile } from '../../base/schemas/validate.ts';
import { canonicalJson, sha256 } from '../../features/certify/canonical-json.ts';
import { sealed } from '../../features/certify/envelope.ts';
import { indexPage, stateBadge, targetPage } from '../../features/certify/registry/pages.tsx';
import { readRegistry } from '../../features/certify/registry/registry.ts';
import { newKeys, program } from '../../features/certify/run.fixture.ts';
import { parseXml } from '../../xml/parse.ts';
import { changed, parsed } from './files.fixture.ts';
import { readOrRefused, type Subject } from './subject.fixture.ts';

const { privateKey, publicKey } = newKeys();

/** Of a version that this one can't judge, so that what it says is taken as its signer wrote it. */
const statement = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [
    {
      name: 'target',
      content: Buffer.from('{"target":"http://a.example","namespace":"http://b/"}').toString('base64'),
    },
  ],
  predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
  predicate: {
    result: 'WARNED',
    configuration: [
      { name: 'suite', uri: 'pkg:npm/getdata-conformance@0.0.9', annotations: { validator: 'x' } },
      { name: 'rule set', annotations: { ruleSet: '2026.11', excluded: [] } },
      {
        name: 'results.json',
        digest: { sha256: sha256('{}') },
        annotations: { startedAt: '2026-11-21T12:00:00.000Z' },
      },
      { name: 'waivers', annotations: { waivers: [{ test: 'a', owner: 'b', reason: 'c', expires: '2027-01-31' }] } },
      { name: 'validity', annotations: { validFor: '365d', lastDay: '2027-11-21' } },
    ],
    passedTests: ['a'],
    warnedTests: [],
    failedTests: [],
  },
};

/** What a trusted key may have signed, through to pages and badge. */
export const statements: Subject = {
  name: 'statements',
  inputs: changed(statement),
  runs: 150,
  check: (text) => {
    // What is nested too deep to be sealed stays as it is.
    const payload = readOrRefused(() => canonicalJson(parsed(text) ?? null), RangeError) ?? text;
    const folder = mkdtempSync(join(tmpdir(), 'getdata-fuzz-'));
    try {
      mkdirSync(join(folder, 'a/one'), { recursive: true });
      writeFileSync(join(folder, 'a/one/results.json'), '{}');
      writeFileSync(join(folder, 'a/one/statement.json'), sealed(payload, privateKey));
      const keys = [publicKey];
      const registry = readRegistry({ folder, name: 'a' }, keys, program);
      checkFile('registry', registry);
      indexPage(registry);
      const [entry] = registry.statements;
      if (entry === undefined) return;
      targetPage([entry], '2026-12-15', ['a']);
      if (parseXml(stateBadge(entry, '2026-12-15')).kind !== 'document') throw new Error('the badge is no XML');
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
