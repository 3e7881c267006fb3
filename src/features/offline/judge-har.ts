import { ConfigError } from '../../base/error.ts';
import { present } from '../../base/present.ts';
import { plural } from '../../base/words.ts';
import { cellName } from '../../contract/cell-name.ts';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { Contract } from '../../contract/model.ts';
import { contractAt, type GivenWsdl } from '../../options/described.ts';
import { completeOptions } from '../../options/run-options.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { shownOptions } from '../../results/fold.ts';
import type { HarCall } from '../../results/har/call.ts';
import type { Attached } from '../../results/har/entry.ts';
import { type HarFile, harRecordings, readHar } from '../../results/har/read.ts';
import { recordedService } from '../../results/har/recorded-service.ts';
import { newestRuleSet } from '../../rules/rule-sets.ts';
import { rulesBy } from '../../rules/rules.ts';
import { type JudgeFlags, type OfflineSource, type Origin, wantedOptions } from './judge-source.ts';

/** The cells that a HAR has calls of, by every rule. @param attached - reads files that it names @throws ConfigError */
export function harSource(
  data: object,
  file: string,
  flags: JudgeFlags,
  attached?: Attached,
  wsdl?: GivenWsdl,
): OfflineSource {
  const by = wsdl && contractAt(wsdl, flags.baseUrl);
  const har = readHar(data, file, by ?? loadContract(defaultNamespace()), attached);
  const { baseUrl, calls, contract, note } = recordedService(har, flags, by);
  const recordings = harRecordings(har, baseUrl, contract);
  const { redact, all, leftOut } = recordings;
  const notes = note === null ? recordings.notes : [note, ...recordings.notes];
  const [first] = leftOut;
  if (all.length === 0) {
    const why = first === undefined ? '' : `; ${first.where}: ${first.why}`;
    throw new ConfigError(`${file} has no exchange that can be judged${why}`);
  }
  const seen = new Set(all.map(({ cell }) => cellName(cell)));
  const cells = selectedCells(contract, { operations: null, bindings: null, cells: [...seen] });
  const failed = har.own ? calls.flatMap(({ entry }) => entry.findings) : [];
  return {
    contract,
    rules: rulesBy(contract),
    cells: cells.map((cell) => ({ cell, skip: null })),
    redact,
    recorded: new Map(failed.map((name) => [name, 'fail'])),
    changing: new Map(),
    unused: [],
    origin: {
      ...originOf(har, calls, contract, redact(`${baseUrl}${by?.endpointPath ?? ''}`), flags, notes),
      ...present({ wsdl }),
    },
    recordings,
    before: null,
    isPart: true,
  };
}

/** The origin that results state, as far as a HAR shows it. */
function originOf(
  { name: file, entries, bad }: HarFile,
  calls: readonly HarCall[],
  contract: Contract,
  target: string,
  flags: JudgeFlags,
  notes: readonly string[],
): Origin {
  const starts = calls.flatMap(({ entry }) => entry.startedAt ?? []);
  const start = starts.reduce((least, one) => Math.min(least, one), starts[0] ?? 0);
  const end = calls.reduce((most, { entry: { startedAt, durationMs } }) => {
    return startedAt === null ? most : Math.max(most, startedAt + durationMs);
  }, start);
  const credentials = new Set(calls.flatMap(({ decoded }) => Object.keys(decoded.credentials)));
  const cells = [...new Set(calls.map(({ decoded }) => cellName(decoded.cell)))];
  const others = entries - bad.length - calls.length;
  const total = selectedCells(contract).length;
  const unseen = total - cells.length;
  return {
    file,
    target,
    identity: { wsdlSha256: null, certificateSha256: null },
    namespace: contract.namespace,
    seed: 0,
    profile: 'standard',
    ruleSet: newestRuleSet,
    startedAt: new Date(start).toISOString(),
    durationMs: end - start,
    incomplete: false,
    observations: [],
    notes: [
      ...notes,
      ...(others === 0 ? [] : [`Left out, as not calls to it: ${others} of the ${plural(entries, 'entry')}.`]),
      ...(unseen === 0
        ? []
        : [`${unseen} of the ${plural(total, 'cell')} have no exchange in it and were not judged.`]),
    ],
    options: {
      ...shownOptions(completeOptions({ flags: {}, env: {}, config: null, randomSeed: 0 })),
      cells,
      includeWrites: cells.some((name) =>
        contract.operations.some((one) => one.effect === 'write' && name.startsWith(`${one.name}/`)),
      ),
      credentials: [...credentials],
      samples: 0,
      ...wantedOptions(flags),
    },
  };
}
