import { listed, plural } from '../../../base/words.ts';
import { harHead } from '../../../results/har/write.ts';
import { suiteVersion } from '../../../results/suite-version.ts';
import { judgeRequest } from '../../../rules/client/judge-request.ts';
import type { Header, HttpRequest } from '../../../wire/http/exchange.ts';
import { decodeRequest } from '../../../wire/soap/decode-request.ts';
import { recognisedRead } from '../../../wire/soap/recognised-read.ts';
import { createSchemaValidator } from '../../../xml/schema.ts';
import type { TrafficEntry, TrafficProblem } from '../entry.ts';
import type { LiveComparison } from '../live/comparison.ts';
import { clientName } from '../log.ts';
import { shortProblems } from '../log-line.ts';
import { remembering } from '../remembering.ts';
import { openTrafficSession } from '../session.ts';
import { openHarFiles } from './har-file.ts';
import { answerJudge, callIn } from './judge-answer.ts';
import type { PassedOn } from './pass-on.ts';
import { openRecorder, recordOf } from './recorder.ts';
import { type ProxyOptions, startProxy } from './server.ts';

interface ProxySessionOptions extends Omit<ProxyOptions, 'seen' | 'refused' | 'page'> {
  readonly folder: string;
  /** Null: no line per exchange. */
  readonly log: ((line: string) => void) | null;
  /** Gets each judged read of a client, after its answer was passed on; it must not wait. Left out: nothing does. */
  readonly also?: ReadComparison;
}

/** What compares the reads of clients with the answers of another server. */
interface ReadComparison extends LiveComparison {
  readonly offer: (read: PassedOn) => void;
  /** Counts a call that is not recognised as a read. */
  readonly leave: () => void;
}

/** The result of traffic between clients and a target, on the target's side. */
type ServerSummary = ReturnType<typeof trafficSummary>;

/** What a session has shown and recorded. */
export type ProxyEnd = Awaited<ReturnType<Awaited<ReturnType<typeof openProxySession>>['end']>>;

/** Opens a proxy that judges and records, with the live page. @throws Error if it can't listen, WriteError */
export async function openProxySession(options: ProxySessionOptions) {
  const { contract, target, folder, callers, log, also } = options;
  const comment = 'Recorded by a proxy. Credentials, contacts, client addresses and sessions are replaced.';
  const about = { target: target.href.replace(/(?<!\/)\/+$/, ''), namespace: contract.namespace };
  const head = harHead(suiteVersion(), about, comment);
  const har = openHarFiles(folder, head);
  for (const path of har.earlier) log?.(`The earlier recording is now ${path}`);
  const validator = await createSchemaValidator();
  const recorder = openRecorder(har);
  const unjudged = new Map<string, number>();
  let answered = 0;
  let successes = 0;
  let origin = '';
  const judgeAnswer = answerJudge(contract, validator);
  const traffic = openTrafficSession({
    ...{ contract, callers, clock: Date.now, origin: () => origin },
    about: `Traffic with ${target.origin}, passed on by the proxy of getdata-conformance`,
    ...(also === undefined ? {} : { comparison: also }),
  });

  const base = target.pathname.replace(/(?<!\/)\/+$/, '');
  const asking = remembering((_text, request: HttpRequest) => ({
    decoded: decodeRequest(request, contract),
    judgement: judgeRequest(request, contract, base),
  }));
  /** All that follows from what both sides said; of equal exchanges only the first is kept. */
  const readingOf = remembering(
    (_text, passed: PassedOn) => {
      const { request, outcome, unjudged: why } = passed;
      const { decoded, judgement } = asking(textOfRequest(request), request);
      const clientCall = callIn(decoded, passed, contract);
      const answer = clientCall !== null && judgement.isCall && why === null ? judgeAnswer(passed, clientCall) : [];
      const judged = { request, outcome, judgement, answer, client: clientName(request, passed.address) };
      const masking = traffic.log.maskingOf(passed);
      const reading = traffic.log.readingOf(judged, masking);
      const known = { clientCall, masking, broken: answer.map(({ rule }) => rule) };
      const place = masking.redact(shownPath(request.path));
      const isRead = also !== undefined && recognisedRead(request, contract) !== null;
      return { judged, reading, place, recording: recordOf(passed, known, target.origin), isRead };
    },
    ({ outcome }) => (outcome.kind === 'response' ? outcome.response.body : NO_BODY),
  );

  /** @param why - one of few texts @param more - anything, for the log */
  function leave(method: string, why: string, more = ''): void {
    unjudged.set(why, (unjudged.get(why) ?? 0) + 1);
    log?.(`${method} not judged: ${why}${more}`);
  }

  function seen(passed: PassedOn): void {
    const { recording, judged, reading, place, isRead } = readingOf(exchangeText(passed), passed);
    const { at, durationMs, unjudged: why } = passed;
    recorder.add(recording, passed);
    if (why !== null) {
      leave(judged.request.method, why);
      return;
    }
    if (isRead) also?.offer(passed);
    else if (judged.judgement.isCall) also?.leave();
    const entry = traffic.log.add({ ...judged, at, durationMs }, reading);
    if (entry.isCall && entry.status !== null) answered += 1;
    if (entry.isCall && entry.status === 200) successes += 1;
    log?.(lineOf(entry, passed, place));
  }

  const proxy = await startProxy({ ...options, seen, refused: leave, page: traffic.page }).catch((error: unknown) => {
    har.close();
    validator.dispose();
    throw error;
  });
  origin = proxy.origin;
  return {
    baseUrl: proxy.baseUrl,
    origin,
    /** Ends the proxy and the recording; results are made from `entries`. */
    async end() {
      await proxy.close();
      const recorded = har.close();
      validator.dispose();
      const entries = { log: { ...head, entries: recorder.selected() } };
      const server = trafficSummary(traffic.log.summary().findings, { calls: answered, successes, unjudged });
      return { client: traffic.report([]), server, entries, recorded };
    },
  };
}

const NO_BODY = new Uint8Array();

/** All that both sides say but the answer's body: exchanges with equal texts and bodies are equal. */
function exchangeText({ request, outcome, unjudged, address }: PassedOn): string {
  const sent = [address, unjudged, request.body?.byteLength, textOfRequest(request)];
  if (outcome.kind === 'trouble') return [...sent, JSON.stringify(outcome)].join('\n');
  const { status, reason, version, statusLine, headers, codedBytes, complete, surplus } = outcome.response;
  return [...sent, status, reason, version, statusLine, codedBytes, complete, surplus, textOfHeaders(headers)].join(
    '\n',
  );
}

/** Only equal requests have equal texts, since no header line and no path breaks a line. */
function textOfRequest({ method, path, headers, body }: HttpRequest): string {
  return `${method}\n${path}\n${textOfHeaders(headers)}\n${latin1(body)}`;
}

function textOfHeaders(headers: readonly Header[]): string {
  let text = '';
  for (const [name, value] of headers) text += `${name}\n${value}\n`;
  return text;
}

function latin1(body: Uint8Array | null): string {
  return body === null ? '' : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
}

/** The path without a query, except that of a description. */
function shownPath(path: string): string {
  return /^[^?#]*(?:\?(?:wsdl|disco)\b)?/i.exec(path)?.[0] ?? '';
}

/** @param path - without secrets */
function lineOf(entry: TrafficEntry, passed: PassedOn, path: string): string {
  const { method, operation, binding, status, bytes, durationMs, problems } = entry;
  const { outcome } = passed;
  const said = shortProblems(problems);
  const why = outcome.kind === 'trouble' ? outcome.trouble.message : '';
  const isSaid = problems.some(({ rule }) => rule === 'http.answer');
  const answer = why === '' ? `${status} ${plural(bytes, 'byte')}` : `no answer${isSaid ? '' : `: ${why}`}`;
  const place = operation === null ? path : `${operation} ${binding ?? ''}`;
  const changed = passed.readdressed ? "; the address in it is now the proxy's" : '';
  return `${method} ${place} ${answer} ${durationMs} ms${changed}${said}`;
}

type Findings = readonly Pick<TrafficProblem & TrafficEntry, 'side' | 'level' | 'rule' | 'operation' | 'binding'>[];

interface AnswerCounts {
  /** Answered ones, also refusals. */
  readonly calls: number;
  /** Those answered with 200. */
  readonly successes: number;
  /** Exchanges by reason. */
  readonly unjudged: ReadonlyMap<string, number>;
}

function trafficSummary(findings: Findings, counted: AnswerCounts) {
  const required = findings.filter(({ side, level }) => side === 'server' && level === 'required');
  const broken = new Set(required.map(({ rule, operation, binding }) => `${rule}@${operation}/${binding}`));
  return { ...counted, broken: [...broken] };
}

const MOST_NAMED = 3;

/** The result of the target's answers, in a sentence. */
export function serverSentence({ calls, successes, broken, unjudged }: ServerSummary): string {
  const others = calls - successes;
  const framed = others > 0 ? `, nor in the framing of ${plural(others, 'answer')} other than 200` : '';
  const verdict =
    broken.length > 0
      ? `non-conformant: ${listed(broken, MOST_NAMED)}`
      : calls === 0
        ? 'no call was answered'
        : successes === 0
          ? `no call was answered with 200, but ${calls} with another status`
          : `no required rule broken in the answers to ${plural(successes, 'call')}${framed}`;
  const left = [...unjudged].map(([why, count]) => `; ${count} not judged: ${why}`);
  return `server: ${verdict}${left.join('')}`;
}
