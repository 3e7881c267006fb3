import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { startRawServer } from '../../wire/http/raw-server.fixture.ts';
import { filled, templates } from './bodies.ts';
import { judgedCalls } from './judging.ts';

test.each([false, true])('the judged answers of the bench are right; wrong: %s', async (isWrong) => {
  const all = templates(loadContract(defaultNamespace()), 10);
  let answers = 0;
  const server = await startRawServer((socket) => {
    const template = all[answers % all.length] ?? { bytes: Buffer.alloc(0), places: [] };
    const answer = filled(template, answers).toString('latin1');
    answers += 1;
    socket.write(isWrong ? answer.replaceAll('Title>', 'title>') : answer, 'latin1');
  });
  const perCell = 2 * all.length;
  const judged = await judgedCalls({
    name: 'distinct',
    concurrency: 1,
    baseUrl: `${server.url}`,
    perCell,
    judges: 'one a cell',
  });
  const callAll = async () => {
    for (let n = 0; n < perCell; n += 1) await judged.call();
  };
  try {
    if (isWrong) await expect(callAll()).rejects.toThrow(/^judged to be wrong: /);
    else await callAll();
    expect(answers).toBe(perCell);
  } finally {
    await judged.close();
    await server.close();
  }
});
