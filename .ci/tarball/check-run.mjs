import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './sandbox.mjs';
import { differences, snapshot } from './snapshot.mjs';

const NPX_LOCK = /^changed cache\/_npx\/\w+\/(package-lock|node_modules\/\.package-lock)\.json$/;

/** Objections to the results a run left, by what the layout expects of it. */
function objections(reports, { validator, allure = false }, version, ended) {
  const wrong = [];
  const last = ended.out.trimEnd().split('\n').at(-1);
  if (!/^embedded reference server: conformant.* \(exit code 0\)$/.test(last)) wrong.push(`its last line is '${last}'`);
  const file = join(reports, 'results.json');
  if (!existsSync(file)) return [...wrong, 'there is no reports/results.json'];
  const { suite, verdict, totals } = JSON.parse(readFileSync(file, 'utf8'));
  if (verdict !== 'conformant') wrong.push(`results.json says ${verdict}`);
  if (suite.version !== version) wrong.push(`results.json says version ${suite.version}, the tarball ${version}`);
  // Its name, and perhaps its version.
  if (!suite.validator.startsWith(validator)) wrong.push(`the validator was ${suite.validator}, not ${validator}`);
  if (!existsSync(join(reports, 'report.html'))) wrong.push('there is no reports/report.html');
  if (totals.cells.pass === 0) wrong.push('no cell passed');
  if (allure) {
    const folder = join(reports, 'allure-results');
    const tests = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('-result.json')) : [];
    const rules = Object.values(totals.rules).reduce((sum, count) => sum + count, 0);
    if (tests.length !== rules) wrong.push(`Allure got ${tests.length} tests of ${rules}`);
  }
  return wrong;
}

/** Imports everything that the package exports, from the project; returns what fails. */
async function importing(at, version) {
  const text = `
    import { createRequire } from 'node:module';
    const manifest = createRequire(import.meta.url)('getdata-conformance/package.json');
    if (manifest.version !== '${version}') throw new Error(manifest.version);
    for (const name of Object.keys(manifest.exports ?? {}))
      if (!/json$/.test(name)) await import('getdata-conformance' + name.slice(1));`;
  const ended = await run('node', ['--input-type=module', '-e', text], { cwd: at.project, env: at.env });
  return ended.code === 0 ? [] : [`an export can't be imported: ${ended.err.slice(0, 600)}`];
}

/**
 * Runs the installed suite with `--profile quick` against its embedded server and says what is wrong: exit code, verdict,
 * validator, or a file written anywhere in the sandbox (project, package, HOME, TMPDIR, npm's cache) but in reports/.
 * @returns objections, and what was shown where there are none
 */
export async function checkRun(at, installed, version) {
  const { command, before = [], flags, env = {}, user = {} } = installed;
  const reports = join(at.project, 'reports');
  // Only npm's own files are shared with other layouts.
  const shared = [reports, join(at.cache, '_cacache')];
  const files = snapshot(at.root, shared);
  const args = [...before, 'run', '--embedded', '--profile', 'quick', '--seed', '3', ...flags];
  const ended = await run(command, args, { cwd: at.project, env: { ...at.env, ...env }, ...user });
  // npx writes its own two lock files at every call.
  const strays = differences(files, snapshot(at.root, shared)).filter((line) => !NPX_LOCK.test(line));
  const wrong = strays.length === 0 ? [] : [`outside of reports/: ${strays.slice(0, 5).join(', ')}`];
  if (installed.refused !== undefined) {
    const fine = ended.code === 2 && installed.refused.test(ended.err);
    return {
      wrong: fine ? wrong : [...wrong, `exit code ${ended.code}: ${ended.err}${ended.out}`],
      shown: 'refused in one sentence, exit code 2',
    };
  }
  if (ended.code !== 0) wrong.push(`exit code ${ended.code}: ${`${ended.err}${ended.out}`.trim().slice(0, 3000)}`);
  wrong.push(...objections(reports, installed, version, ended));
  if (installed.library === true) wrong.push(...(await importing(at, version)));
  if (wrong.length > 0) return { wrong, shown: '' };
  const { totals } = JSON.parse(readFileSync(join(reports, 'results.json'), 'utf8'));
  const written = readdirSync(reports).join(', ');
  return {
    wrong,
    shown: `${totals.cells.pass} cells pass, ${installed.validator}, wrote reports/{${written}} and nothing else`,
  };
}
