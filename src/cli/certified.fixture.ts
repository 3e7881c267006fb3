import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, type WholeRun, wholeRun } from '../features/certify/run.fixture.ts';
import { suiteIdentity } from '../results/suite-identity.ts';
import { suiteVersion } from '../results/suite-version.ts';
import { cli, type Ended, newFolder } from './cli.fixture.ts';
import { commandOf } from './guides.fixture.ts';

/** A folder to certify in, and how to call a command there, as a line of a guide without the name of the program. */
interface Prepared {
  readonly folder: string;
  readonly call: (line: string) => Promise<Ended>;
}

/** A folder with the results of a whole run by this version in `reports`, and the key pair `certifier`. */
export async function prepared(run: WholeRun = {}): Promise<Prepared> {
  const folder = newFolder();
  const results = wholeRun(run);
  const options = { ...results.options, ca: true, proxy: true, headers: ['X-Tenant'] };
  const suite = { ...results.suite, version: suiteVersion(), ...suiteIdentity() };
  mkdirSync(join(folder, 'reports'));
  writeFileSync(join(folder, 'reports/results.json'), bytesOf({ ...results, suite, options }));
  await cli(['keygen', 'certifier'], { folder });
  return { folder, call: (line) => cli(commandOf(`getdata-conformance ${line}`) ?? [], { folder }) };
}

export const CERTIFY = 'certify reports/results.json --key certifier.pem';
export const VERIFY = 'verify certificate/statement.json --key certifier.pub.pem';
