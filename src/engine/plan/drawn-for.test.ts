import { expect, test } from 'vitest';
import { bindingNames } from '../../contract/operations.ts';
import { cellOf, contract, quickRun } from '../../reference/variations/target.fixture.ts';
import { echoing } from '../../rules/request/echoed-text.ts';
import { drawnFor } from './drawn-for.ts';

test.each(bindingNames)('over %s the operations that repeat texts get most whole values of every kind', (binding) => {
  const options = { ...quickRun('http://127.0.0.1:9'), seed: 7 };
  const cells = contract.operations.map(({ name }) => cellOf(name, binding)).filter((cell) => isRepeated(cell));
  const texts = cells.flatMap((cell) => drawnFor(cell, { options }).wholes(echoing(cell, contract).length).flat());
  for (const kind of ['framed', 'word', 'nothing', 'notation', 'typed'])
    expect(new Set(texts.filter(({ code }) => code.startsWith(kind)).map(({ text }) => text)).size).toBeGreaterThan(2);
});

const isRepeated = (cell: ReturnType<typeof cellOf>): boolean =>
  cell.operation.effect === 'read' && echoing(cell, contract).some(({ type }) => type === 'string');
