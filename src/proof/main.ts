import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { suggestion } from '../base/nearest.ts';
import { defects, defectsFor } from '../reference/defects/defects.ts';
import { variations } from '../reference/variations/variations.ts';
import { rules } from '../rules/rules.ts';

// npm run proof: the evidence for what the suite claims. With ids: only these faults and variations, and the faults of these rules.

const here = fileURLToPath(new URL('../..', import.meta.url));
const named = process.argv.slice(2);
const files = named.filter((argument) => existsSync(`${here}${argument}`));
const ids = named.filter((argument) => !files.includes(argument));
const catalogue = [...defects, ...variations, ...rules].map(({ id }) => id);
const unknown = ids.find((id) => !catalogue.includes(id));

if (unknown === undefined) process.exitCode = prove();
else {
  process.stderr.write(`No rule, fault, variation or file is '${unknown}': ${suggestion(unknown, catalogue)}\n`);
  process.exitCode = 2;
}

function prove(): number {
  const all = files.length === 0 ? ['src/proof'] : files;
  const chosen = ids.length === 0 ? all : ['src/proof/faults', 'src/proof/variations', ...namesOnly()];
  const command = [`${here}node_modules/vitest/vitest.mjs`, 'run', ...chosen];
  return spawnSync(process.execPath, command, { cwd: here, stdio: 'inherit' }).status ?? 1;
}

/** What makes vitest run the tests of the named ids alone. */
function namesOnly(): readonly string[] {
  const chosen = ids.flatMap((id) => (rules.some((rule) => rule.id === id) ? defectsFor(id) : [id])).join('|');
  return ['-t', `'(${chosen})': |no rule objects to (${chosen})$`];
}
