import type { Call } from '../bindings/call.ts';
import { completeOptions } from '../config/run-options.ts';
import { loadContract } from '../contract/load.ts';
import type { Cell } from '../contract/model.ts';
import { operationNamed } from '../contract/operations.ts';
import { openClient } from '../engine/client.ts';
import { type JudgedCall, openJudge } from '../judging/judge.ts';
import { fieldCoverage } from '../rules/coverage.ts';
import { rulesFor } from '../rules/rules.ts';
import { createSchemaValidator } from '../xml/schema.ts';
import { OPERATION } from './bodies.ts';
import type { Contestant } from './rounds.ts';

/** One judging measurement: its name, its target, and the answers of a cell. */
interface Judging extends Pick<Contestant, 'name' | 'concurrency'> {
  readonly baseUrl: string;
  readonly perCell: number;
  /** A new judge for each cell validates answer shapes again in each; a shared one remembers equal bytes. */
  readonly judges: 'one' | 'one a cell';
}

/** What a run does with a call, without vitest: encode, send, read, judge by every rule and the XSD, note coverage. */
export async function judgedCalls({ name, baseUrl, concurrency, perCell, judges }: Judging): Promise<Contestant> {
  const flags = { target: baseUrl, concurrency: String(concurrency) };
  const options = completeOptions({ flags, env: {}, config: null, randomSeed: 1 });
  const contract = loadContract(options.namespace);
  const client = openClient(baseUrl, contract, options);
  const validator = await createSchemaValidator();
  const cell: Cell = { operation: operationNamed(contract, OPERATION), binding: 'soap11' };
  const rules = rulesFor(cell, contract);
  const call: Call = { operation: OPERATION, values: {}, header: null };
  let judge = openJudge({ contract, validator });
  let answered: JudgedCall[] = [];

  function judgeAll(): void {
    if (judges === 'one a cell') judge = openJudge({ contract, validator });
    const evidence = judge.readAll(answered, cell, null);
    const broken = rules.filter((rule) => judge.judgeCell(rule, evidence, cell).verdict === 'fail');
    const unseen = fieldCoverage(evidence, cell, contract).filter(({ seen, needed }) => needed && !seen);
    answered = [];
    if (broken.length + unseen.length > 0)
      throw new Error(`judged to be wrong: ${[...broken.map(({ id }) => id), ...unseen.map(({ path }) => path)]}`);
  }

  return {
    name,
    concurrency,
    call: async () => {
      answered.push({ call, expectation: 'generated', exchange: await client.call(cell, call) });
      if (answered.length >= perCell) judgeAll();
    },
    close: async () => {
      validator.dispose();
      await client.close();
    },
  };
}
