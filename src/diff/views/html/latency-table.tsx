import { Table } from '../../../report/html/parts.tsx';
import type { Latency, LatencyShift, Times } from '../../model.ts';

const WIDTH = 240;

/** Latency of each cell before and after: p50 as a tick on the range from p50 to p95, on one scale for all cells. */
export function latencyTable({ cells }: Latency) {
  const longest = scaleOf(cells);
  const heads = ['cell', 'requests', 'p50', 'shift', 'spread', 'p95', 'max', `0 to ${Math.ceil(longest)} ms`];
  return (
    <details>
      <summary>
        All {cells.length} cells, milliseconds; a bar goes from p50 to p95, old above new, cut at the edge
      </summary>
      <Table label="Latency of every cell" class="latency" heads={heads}>
        <tbody>{cells.map((cell) => row(cell, longest))}</tbody>
      </Table>
    </details>
  );
}

/** The limit for 19 of 20 p95, so that one stall does not flatten all others; longer bars end at the edge. */
function scaleOf(cells: readonly LatencyShift[]): number {
  const all = cells.flatMap(({ old, new: now }) => [old.p95 ?? 0, now.p95 ?? 0]).toSorted((a, b) => a - b);
  return Math.max(1, all[Math.ceil(all.length * 0.95) - 1] ?? 1);
}

const words: Readonly<Record<LatencyShift['verdict'], string>> = {
  slower: ' slower',
  faster: ' faster',
  within: '',
  unknown: ' (too few)',
};

function row(cell: LatencyShift, longest: number) {
  const { operation, binding, old, new: now, shift, spread, verdict } = cell;
  const pair = (of: (times: Times) => number | null): string => `${of(old) ?? '–'} → ${of(now) ?? '–'}`;
  return (
    <tr class={verdict === 'slower' ? 'open' : verdict === 'faster' ? 'pass' : ''}>
      <th scope="row">
        {operation} <span class="muted">{binding}</span>
      </th>
      <td>{pair(({ requests }) => requests)}</td>
      <td>{pair(({ p50 }) => p50)}</td>
      <td>
        {shift === null ? '–' : `${shift > 0 ? '+' : ''}${shift}`}
        {words[verdict]}
      </td>
      <td>{spread ?? '–'}</td>
      <td>{pair(({ p95 }) => p95)}</td>
      <td>{pair(({ max }) => max)}</td>
      <td>
        <svg width={WIDTH} height="16" viewBox={`0 0 ${WIDTH} 16`} aria-hidden="true">
          {bar(old, 2, longest, 'old')}
          {bar(now, 9, longest, 'new')}
        </svg>
      </td>
    </tr>
  );
}

function bar({ p50, p95 }: Times, y: number, longest: number, which: 'old' | 'new') {
  if (p50 === null || p95 === null) return null;
  const x = (value: number): number => Math.round(Math.min(1, value / longest) * (WIDTH - 4) * 10) / 10;
  return (
    <g class={`bar ${which}`}>
      <rect class="range" x={x(p50)} y={y + 1} width={Math.max(1, x(p95) - x(p50))} height="3" />
      <rect class="middle" x={x(p50)} y={y} width="3" height="5" />
    </g>
  );
}
