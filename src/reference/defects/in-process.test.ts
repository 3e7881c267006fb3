import { expect, onTestFinished, test } from 'vitest';
import { baseCall } from '../../calls/calls.ts';
import { openClient } from '../../engine/send/client.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { inProcess, NeedsSocket } from '../../proof/mutants/in-process.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import { startReferenceServer } from '../server.ts';
import { contract, quickRun } from '../variations/target.fixture.ts';
import { defectNamed, mutation } from './defects.ts';

/** An outcome but for the time, its body as text: a socket's bytes are a Buffer. */
function wire({ outcome }: Exchange) {
  if (outcome.kind === 'trouble') return outcome;
  const { headers, body, ...rest } = outcome.response;
  return {
    ...rest,
    headers: headers.map(([name, value]) => [name, name === 'Date' ? '' : value]),
    body: Buffer.from(body).toString('latin1'),
  };
}

const pools = { values: {}, rows: [] };
const cells = selectedCells(contract, { operations: null, bindings: null, cells: null });

/** Clients of one server: over a socket, and in this process. */
async function clients(defect: string | null) {
  const found = defect === null ? undefined : defectNamed(defect);
  if (defect !== null && found === undefined) throw new Error(`there is no defect '${defect}'`);
  const faults = found === undefined ? [] : [mutation(found, { operation: null, binding: null }, contract)];
  const server = await startReferenceServer({ contract, defects: faults });
  const socket = openClient(server.url, contract, quickRun(server.url));
  onTestFinished(async () => {
    await socket.close();
    await server.close();
  });
  return { socket, direct: inProcess(socket, faults) };
}

test.each([null, 'status-201', 'fields-swapped', 'content-type-garbled'])(
  'with defect %s a socket carries what is answered in this process',
  async (defect) => {
    const { socket, direct } = await clients(defect);
    for (const cell of cells) {
      const call = baseCall({ operation: cell.operation, contract, pools });
      const carried = await socket.call(cell, call);
      const answered = await direct.call(cell, call);
      expect(wire(answered)).toEqual(wire(carried));
      expect(answered.request).toEqual(carried.request);
    }
    expect(direct.requests()).toBe(cells.length);
  },
);

test.each(['connection-closed', 'length-twice', 'header-too-long', 'body-never-ends'])(
  'the answers of %s need a socket',
  async (defect) => {
    const { direct } = await clients(defect);
    const [cell] = cells;
    if (cell === undefined) throw new Error('there is no cell');
    const call = baseCall({ operation: cell.operation, contract, pools });
    await expect(direct.call(cell, call)).rejects.toThrow(NeedsSocket);
  },
);
