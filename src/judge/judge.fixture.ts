import { afterAll } from 'vitest';
import type { Contract } from '../contract/model.ts';
import { createSchemaValidator } from '../xml/schema.ts';
import { type ExchangeJudge, type JudgeSource, openJudge } from './judge.ts';

/** A judge with its own validator, which is disposed of after the tests of the file. */
export async function testJudge(contract: Contract, source: Partial<JudgeSource> = {}): Promise<ExchangeJudge> {
  const validator = await createSchemaValidator();
  afterAll(() => validator.dispose());
  return openJudge({ contract, validator, ...source });
}
