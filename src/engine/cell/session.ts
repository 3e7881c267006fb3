import type { BindingName, Cell, Contract } from '../../contract/model.ts';
import { openJudge } from '../../judge/judge.ts';
import { contractBy } from '../../options/described.ts';
import { profileOf } from '../../options/model.ts';
import { dataDigests } from '../../results/record/data-digests.ts';
import { runRedactor } from '../../results/record/redact.ts';
import { selectedRules } from '../../rules/rules.ts';
import type { Masked } from '../../rules/same-answer.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import { createSchemaValidator, type SchemaValidator } from '../../xml/schema.ts';
import { drawnFor } from '../plan/drawn-for.ts';
import { sharedCalls } from '../plan/plan-calls.ts';
import { callSource } from '../plan/planned-call.ts';
import type { RunPlan } from '../plan/run-plan.ts';
import { getBy, getWsdl } from '../plan/wsdl.ts';
import { wholeDescription } from '../plan/wsdl-documents.ts';
import { type Caches, NO_CACHES } from '../send/caches.ts';
import { openCellClient } from '../send/cell-client.ts';
import { withCircuitBreaker } from '../send/circuit-breaker.ts';
import { type Client, openClient } from '../send/client.ts';

/** What every cell of a run shares. */
export type Session = Readonly<Awaited<ReturnType<typeof openSession>>>;

/** What sessions of one process may share, since it is slow to make. */
interface SharedParts {
  readonly contract: Contract;
  readonly validator: SchemaValidator;
  readonly client?: Client;
  /** Of a session with the same answer to ?wsdl. */
  readonly wsdl?: ReturnType<typeof onceRead>;
}

/**
 * Opens all that a run needs to call and judge its cells.
 * @param shared - used as it is, and left open by `close`
 * @param caches - none if left out
 */
export async function openSession(plan: RunPlan, shared?: SharedParts, caches: Caches = NO_CACHES) {
  const { options } = plan;
  const { ruleSet, unused } = options;
  const contract = shared?.contract ?? contractBy(options);
  const direct = shared?.client ?? openClient(plan.baseUrl, contract, options);
  const client = withCircuitBreaker(direct, options, plan.answered);
  const validator = shared?.validator ?? (await createSchemaValidator(options.validator));
  return {
    plan,
    contract,
    client,
    validator,
    judge: openJudge({ contract, validator, ruleSet, unused, judgeEach: profileOf(options).validateAll }),
    rules: selectedRules(options.rules, contract),
    /** The client of a cell; shared, to compare cells of one operation without sending a call twice. */
    cellClient: ofOperation((cell) => openCellClient(client, cell)),
    /** What sharedCalls plans for a cell; planned once, as the cells of one operation ask for each other's. */
    shared: ofOperation((cell) => sharedCalls(cell, contract, plan)),
    sourceOf: ofOperation((cell) => callSource(cell, contract, plan)),
    drawOf: ofOperation((cell) => drawnFor(cell, plan)),
    /** By operation and binding, the fields that have changed between equal reads so far. */
    changing: new Map<string, Map<BindingName, Masked>>(),
    /** How many refusals of a kind were made small. */
    madeSmall: new Map<string, number>(),
    /** Classes of texts that a cell refused. */
    refusedClasses: new Set<string>(),
    /** Whether the last refusal of a kind in a cell was confirmed. */
    confirmed: new Map<string, Promise<boolean>>(),
    /** Digests of what the answers of a cell said. */
    dataDigests: dataDigests(options.credentials),
    /** Those that may be in front of the target. */
    caches,
    /** The answer to ?wsdl, and what it describes with the documents that it imports: requested and read once. */
    wsdl: shared?.wsdl ?? onceRead(client, plan.wsdl),
    redact: runRedactor(options),
    close: async () => {
      if (shared === undefined) validator.dispose();
      await client.close();
    },
  };
}

function onceRead(client: Client, known: Exchange | undefined) {
  const read = async () => {
    const exchange = known ?? (await getWsdl(client));
    return { exchange, offered: await wholeDescription(exchange, getBy(client), client.target) };
  };
  let wsdl: ReturnType<typeof read> | null = null;
  return () => {
    wsdl ??= read();
    return wsdl;
  };
}

/** The cells of one operation are compared with each other, operation by operation: nothing of others is kept. */
function ofOperation<Made>(make: (cell: Cell) => Made): (cell: Cell) => Made {
  let known = new Map<string, Made>();
  let current = '';
  return (cell) => {
    if (cell.operation.name !== current) known = new Map();
    current = cell.operation.name;
    const made = known.get(cell.binding) ?? make(cell);
    known.set(cell.binding, made);
    return made;
  };
}
