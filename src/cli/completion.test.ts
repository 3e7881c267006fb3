import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { cli } from './cli.fixture.ts';

const { out: bash } = await cli(['completion', 'bash'], { folder: tmpdir() });

/** What a real bash offers at the end of a line. */
function offered(line: string): readonly string[] {
  const words = line.split(' ');
  const asked = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`;
  const script = `complete() { :; }\n${bash}\n${asked}\n_getdata_conformance\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
}

test.each([
  ['getdata-conformance re', ['replay', 'report', 'revoke', 'registry']],
  ['getdata-conformance run --ru', ['--rules', '--runs', '--rule-set']],
  ['getdata-conformance run --rules record.field-o', ['record.field-order']],
  ['getdata-conformance run --operations McatCodes,Get_Inv', ['McatCodes,Get_Inventory']],
  ['getdata-conformance run --bindings soap', ['soap11', 'soap12']],
  ['getdata-conformance run --seed ', ['']],
  ['getdata-conformance explain xml.bo', ['xml.bom']],
  ['getdata-conformance list ru', ['rules']],
  ['getdata-conformance history g', ['gate']],
  ['getdata-conformance completion z', ['zsh']],
])('bash completes `%s`', (line, expected) => {
  expect(offered(line)).toEqual(expected);
});

test('zsh takes the same by its bashcompinit, fish has a line for each command, option and value', async () => {
  const { out: zsh } = await cli(['completion', 'zsh']);
  expect(zsh).toBe(`autoload -Uz bashcompinit && bashcompinit\n${bash}`);
  const { out: fish } = await cli(['completion', 'fish']);
  expect(fish).toContain("-n '__fish_use_subcommand' -f -a run -d 'test a server; with --embedded,");
  expect(fish).toContain("-n '__fish_seen_subcommand_from run' -l seed -r -d 'decides");
  expect(fish).toMatch(/-l bindings -x -a '\(__fish_append , soap11 soap12 http-get http-post\)'/);
  expect(fish).toContain("-d 'send a finding\\'s smallest request again");
});

test('an unknown shell is refused with the three', async () => {
  const { exitCode, err } = await cli(['completion', 'tcsh']);
  expect([exitCode, err]).toEqual([
    2,
    "error: completion: no shell is named 'tcsh'; expected one of bash, zsh, fish\n",
  ]);
});

test.each([['-V'], ['--version'], ['version']])('%s prints the version', async (word) => {
  const { exitCode, out } = await cli([word]);
  expect([exitCode, out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
});
