import { ConfigError } from '../../base/error.ts';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { RecordedCalls, RunOptions } from '../../options/model.ts';
import type { Masked } from '../../rules/same-answer.ts';
import { isStatus200 } from '../../wire/http/exchange.ts';
import type { RequestTemplate } from '../../wire/soap/request-template.ts';
import { changingFields } from '../changing.ts';
import type { TargetIdentity } from '../observation.ts';
import { checkedResults, readJson } from '../read.ts';
import type { Recording } from '../record/recordings.ts';
import { type Redact, runRedactor } from '../record/redact.ts';
import { attachedBeside } from './attached.ts';
import { harRecording, isPlainCall } from './exchange.ts';
import { readHar, roomForAnswers } from './read.ts';
import { chosenCalls } from './recorded-calls.ts';
import type { recordedService } from './recorded-service.ts';
import { harRedactor } from './secrets.ts';
import { harOf } from './write.ts';

/** Answers to equal requests that are kept: of more, the first ones and the last. */
const MOST_ANSWERS = 30;

/** The answers to equal requests in their order, and how many there were. */
export interface RecordedAnswers {
  readonly all: readonly [Recording, ...Recording[]];
  readonly times: number;
}

/** A server of which only its recorded answers are left. */
export interface RecordedServer {
  readonly file: string;
  /** Recorded by this suite: with all header lines and the exact bytes. */
  readonly own: boolean;
  readonly baseUrl: string;
  readonly answers: ReadonlyMap<RequestTemplate, RecordedAnswers>;
  /** Operation → the fields that its run saw change. */
  readonly changing: ReadonlyMap<string, Masked>;
  readonly redact: Redact;
  /** What it could be recognised by, and what its WSDL said; null for a HAR. */
  readonly identity: TargetIdentity | null;
}

/** What a HAR or the exchanges of a results.json hold. @throws ConfigError if it is neither, or has no call */
export function readRecording(folder: string, file: string) {
  const data: object = Object(readJson(folder, file));
  const contract = loadContract(defaultNamespace());
  if ('schemaVersion' in data) {
    const results = checkedResults(data, file);
    const { cells, identity } = results;
    return { har: readHar(harOf(results), file, contract), isHar: false, changing: changingFields(cells), identity };
  }
  if (!('log' in data))
    throw new ConfigError(
      `${file} is neither a results.json nor a HAR; expected an object with 'schemaVersion' or 'log' in it`,
    );
  return {
    har: readHar(data, file, contract, attachedBeside(folder, file)),
    isHar: true,
    changing: new Map(),
    identity: null,
  };
}

/** The reads of a recording that can be sent again, and the answer to each. @throws ConfigError if there are none */
export function recordedServer(
  { har, isHar, changing, identity }: ReturnType<typeof readRecording>,
  { baseUrl, calls, contract }: ReturnType<typeof recordedService>,
  options: RunOptions,
): { readonly recorded: RecordedCalls; readonly server: RecordedServer } {
  const { name, own } = har;
  const ofRun = runRedactor(options);
  const ofHar = harRedactor(name, calls);
  const redact: Redact = (text) => ofHar(ofRun(text));
  const answers = new Map<RequestTemplate, { readonly all: [Recording, ...Recording[]]; times: number }>();
  const room = roomForAnswers(Number.POSITIVE_INFINITY);
  const recorded = chosenCalls({ ...har, calls }, options, 'as recorded', (call, { request }) => {
    // A finding may show a request that a rule made and sent in its own way.
    if (request === undefined || (!isPlainCall(call, own) && call.entry.findings.length > 0))
      return 'a finding shows it, perhaps of a request that a rule made';
    const read = room.full() ?? harRecording(call, contract, redact, own);
    if (typeof read === 'string') return redact(read);
    if (read.recording.exchange.outcome.kind === 'trouble') return 'it got no answer';
    const full = room.take(read.recording);
    if (full !== null) return full;
    const kept = answers.get(request) ?? { all: [read.recording], times: 0 };
    answers.set(request, kept);
    kept.times += 1;
    kept.all[Math.min(kept.times, MOST_ANSWERS) - 1] = read.recording;
    return null;
  });
  // What is compared first is a result, if there is one.
  for (const { all } of answers.values())
    all.sort((one, other) => Number(isStatus200(other.exchange)) - Number(isStatus200(one.exchange)));
  const { traffic } = recorded;
  // The entries that were made of a results.json are in no file.
  const leftOut = isHar ? traffic.leftOut : traffic.leftOut.map(({ why, calls }) => ({ why, calls }));
  return {
    recorded: { ...recorded, traffic: { ...traffic, leftOut } },
    server: { file: name, own, baseUrl, answers, changing, redact, identity },
  };
}
