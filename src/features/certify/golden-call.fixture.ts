import { readFileSync } from 'node:fs';
import { cellName } from '../../contract/cell-name.ts';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { Cell } from '../../contract/model.ts';
import type { RecordedCall } from '../../results/outcome.ts';
import { recordResponse } from '../../results/record/record-exchange.ts';
import { exchangeOf, readHttpFile } from '../../wire/http/http-file.fixture.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { bindings } from '../../wire/soap/bindings.ts';
import type { Call } from '../../wire/soap/call.ts';

const context = { contract: loadContract(defaultNamespace()), basePath: '/path', credentials: {} };

/** Read once: a whole run needs each of them in many places, and tests make many runs. */
const known = new Map<string, RecordedCall>();

/** The golden call and answer of a cell (fixtures/README.md), as a run against https://host.example/path keeps them. */
export function goldenCall(cell: Cell): RecordedCall {
  const golden = known.get(cellName(cell)) ?? readGoldenCall(cell);
  known.set(cellName(cell), golden);
  return golden;
}

function readGoldenCall(cell: Cell): RecordedCall {
  const { operation, binding } = cell;
  const file = new URL(`../../../fixtures/exchanges/${operation.name}/sample.json`, import.meta.url);
  const { values, header }: Pick<Call, 'values' | 'header'> = JSON.parse(readFileSync(file, 'utf8'));
  const call: Call = { operation: operation.name, values, header: isSoap(binding) ? header : null };
  const { method, path, headers, body } = bindings[binding].encode(call, context);
  const { outcome } = exchangeOf(readHttpFile(`exchanges/${operation.name}/${binding}.response.http`));
  if (outcome.kind === 'trouble') throw new Error('a golden exchange has an answer');
  return {
    operation: operation.name,
    binding,
    call,
    expectation: 'generated',
    exchange: {
      request: {
        method,
        url: `https://host.example${path}`,
        headers,
        body: body === null ? null : `${Buffer.from(body)}`,
      },
      response: recordResponse(outcome.response, (text) => text),
      durationMs: 1,
    },
  };
}
