import type { Replayed } from '../engine/replay.ts';
import type { RecordedExchange } from '../results/outcome.ts';

/** Characters of a body that are shown. */
const MOST_BODY = 1500;

const words = {
  fail: 'still fails',
  pass: 'passes now',
  inconclusive: "can't be judged",
  'not-applicable': 'does not apply now',
  'not-reached': "can't be judged",
  skipped: 'not sent',
} as const;

/** One line about a finding that was sent again. */
export function replayLine({ finding, verdict, reason, problems, trouble }: Replayed): string {
  const [first] = problems;
  const why = first === undefined ? (trouble?.message ?? reason) : `expected ${first.expected}, got ${first.actual}`;
  return `${words[verdict]}: ${finding.id}${why === null ? '' : ` (${oneLine(why)})`}`;
}

/** A finding that was sent again, with its exchange in short. */
export function replayText(replayed: Replayed): string {
  const { finding, verdict, problems, exchange } = replayed;
  const places = problems.map(({ code, location, expected, actual }) => {
    return `  at ${location ?? code}: expected ${oneLine(expected)}, got ${oneLine(actual)}`;
  });
  return [
    `Then: ${finding.message}`,
    '',
    ...requestLines(exchange.request),
    ...(verdict === 'skipped' ? [] : ['', ...responseLines(exchange.response)]),
    '',
    replayLine(replayed),
    ...places,
  ].join('\n');
}

function requestLines({ method, url, headers, body }: RecordedExchange['request']): readonly string[] {
  return [
    `> ${method} ${url}`,
    ...headers.map(([name, value]) => `> ${name}: ${value}`),
    ...bodyLines(body ?? '', '>'),
  ];
}

function responseLines(response: RecordedExchange['response']): readonly string[] {
  if ('trouble' in response) return [`< no answer: ${response.trouble.message}`];
  const { status, headers, body } = response;
  return [`< ${status}`, ...headers.map(([name, value]) => `< ${name}: ${value}`), ...bodyLines(body, '<')];
}

function bodyLines(body: string, mark: string): readonly string[] {
  if (body === '') return [];
  const rest = body.length - MOST_BODY;
  const shown = body.slice(0, MOST_BODY).split(/\r?\n/);
  return [
    mark,
    ...shown.map((line) => `${mark} ${line}`),
    ...(rest > 0 ? [`${mark} … and ${rest} characters more`] : []),
  ];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
