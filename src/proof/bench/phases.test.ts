import { expect, test } from 'vitest';
import { timeByPhase } from './phases.ts';

test('the time of a function without a phase is that of the innermost caller that has one; idle time counts nowhere', () => {
  const frame = (functionName: string, url: string) => ({
    ...{ functionName, url, scriptId: '', lineNumber: 0, columnNumber: 0 },
  });
  const node = (id: number, [name, url = '']: readonly [string, string?], children: number[] = []) => ({
    ...{ id, callFrame: frame(name, url), children },
  });
  const nodes = [
    node(1, ['(root)'], [2, 3, 4, 8]),
    node(2, ['(idle)']),
    node(3, ['(garbage collector)']),
    node(4, ['send', 'file:///a/dist/wire/http/target.js'], [5, 6]),
    node(5, ['write', 'node:net']),
    node(6, ['read', 'file:///a/dist/judge/read.js'], [7]),
    node(7, ['parse']),
    node(8, ['tick', 'node:internal/timers']),
  ];
  const samples = [2, 3, 4, 5, 6, 7, 8, 7];
  const times = timeByPhase({ nodes, startTime: 0, endTime: 0, samples, timeDeltas: [900, 1, 2, 3, 4, 5, 6, 7] });
  expect(Object.fromEntries(times)).toEqual({ garbage: 1, send: 5, judge: 16, node: 6 });
});
