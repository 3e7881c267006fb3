import { parseArgs } from 'node:util';
import { loadContract } from '../contract/load.ts';
import { createSchemaValidator } from '../xml/schema.ts';
import { tryAnswers } from './answers.ts';
import { goldens, NAMESPACE } from './golden.ts';
import { predicates } from './legal.ts';
import { openTally } from './tally.ts';
import { openWire } from './wire.ts';

// npm run mutants [-- --stride n] [--operation name]

const { values } = parseArgs({ options: { stride: { type: 'string', default: '1' }, operation: { type: 'string' } } });
const contract = loadContract(NAMESPACE);
const validator = await createSchemaValidator();
const wire = await openWire();
const tally = openTally();
const all = goldens(contract).filter(({ cell }) => (values.operation ?? cell.operation.name) === cell.operation.name);
const started = performance.now();
await tryAnswers(all, { contract, validator, wire, stride: Number(values.stride) }, tally);
await wire.close();
validator.dispose();
const out = (line: string): boolean => process.stdout.write(`${line}\n`);
const share = (n: number): string => `${((100 * n) / tally.count()).toFixed(1)} %`;
const sum = (map: ReadonlyMap<string, number>): number => [...map.values()].reduce((one, other) => one + other, 0);
out(`${tally.count()} single edits of ${all.length} golden answers in ${Math.round((performance.now() - started) / 1000)} s`);
for (const [kind, count] of tally.kinds) out(`  ${kind}: ${count}`);
out(`legal: ${sum(tally.legal)} (${share(sum(tally.legal))})`);
for (const { id } of predicates) out(`  ${id}: ${tally.legal.get(id) ?? 0}`);
for (const [what, groups] of [['survivors', tally.survivors], ['wrongly accused', tally.accused]] as const) {
  out(`${what}: ${[...groups.values()].reduce((total, { count }) => total + count, 0)}`);
  for (const { name, count, cells, example } of [...groups.values()].toSorted((one, other) => other.count - one.count))
    out(`  ${count} in ${cells.size} cells: ${name}; ${example.replaceAll('\n', '⏎')}`);
}
