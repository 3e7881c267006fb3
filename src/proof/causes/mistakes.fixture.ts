import { expect, test } from 'vitest';
import { shortRunOver } from '../../engine/cell/run-operation.fixture.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { startReferenceServer } from '../../reference/server.ts';
import { contract } from '../../reference/variations/target.fixture.ts';
import type { OutResponse } from '../../reference/wire/message.ts';
import { byCause } from '../../results/causes/causes.ts';
import { fixesOf } from '../../views/finding-lines.ts';
import type { Header } from '../../wire/http/exchange.ts';

/** What a server makes of its right answer. */
export type Mangle = (
  body: Buffer,
  answer: OutResponse,
  request: string,
) => Partial<OutResponse> & { readonly raw?: OutResponse['raw'] };

export const LENGTH = /^content-length$/i;
export const without = (headers: readonly Header[], name: RegExp) => headers.filter(([one]) => !name.test(one));

/** An answer with another body, whose length is right. */
export function bodied(answer: OutResponse, body: Buffer, ...more: readonly Header[]): Partial<OutResponse> {
  const names = more.map(([name]) => name.toLowerCase());
  const others = without(answer.headers, LENGTH).filter(([name]) => !names.includes(name.toLowerCase()));
  return { body, headers: [...others, ['Content-Length', `${body.length}`], ...more] };
}

export interface Mistake {
  readonly name: string;
  /** McatCode_check if left out. */
  readonly operations?: readonly string[];
  readonly mangle: Mangle;
  /** What the first cause says, and how it is fixed. */
  readonly says: RegExp;
  readonly fix: RegExp;
  readonly bindings?: RegExp;
  /** Quick if left out. */
  readonly profile?: 'standard';
  /** The other causes; none if left out. */
  readonly others?: readonly string[];
}

/** An answer of another kind. */
export const JSON_TEXT = '{"d":{"Mcat":210,"Description":"Seat covers"}}';

/** The reference server with this mistake in all cells of one operation, and the causes that a quick run finds. */
async function causesOf({ mangle, operations = ['McatCode_check'], bindings = /./, profile }: Mistake) {
  const mutation: Mutation = {
    applies: (name, binding) => operations.includes(name) && bindings.test(binding),
    response: (answer, { request }) => {
      const lines = request.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
      return { ...answer, ...mangle(Buffer.from(answer.body), answer, `${lines}\n\n${Buffer.from(request.body)}`) };
    },
  };
  const { url, close } = await startReferenceServer({ contract, defects: [mutation] });
  const { findings } = await shortRunOver(url, operations, profile);
  await close();
  return byCause(findings.filter(({ level }) => level === 'required'));
}

/** Tests that the first cause of each names it, and how to fix it. */
export function namesMistakes(mistakes: readonly Mistake[]): void {
  test.each(mistakes)('$name: the first cause names it, and how to fix it', async (mistake) => {
    const [first, ...others] = await causesOf(mistake);
    if (first === undefined) throw new Error('nothing was found');
    expect(first.message).toMatch(mistake.says);
    expect(fixesOf(first.smallest, 'getdata-conformance')[0]).toMatch(mistake.fix);
    expect(others.map(({ message, cause }) => `${cause} ${message}`)).toEqual(mistake.others ?? []);
  });
}
