import { STATUS_CODES } from 'node:http';
import { editedBytes } from './byte-edits.ts';
import { distinct, type Edit, misspelt } from './edit.ts';
import type { Golden } from './golden.ts';

/** Answers with these have no body, or are none: only a socket shows what becomes of it. */
const UNFRAMED: ReadonlySet<number> = new Set([204, 304]);

/** Every edit of the status line. */
export function* statusEdits({ answer }: Golden): Generator<Edit> {
  const edit = (detail: string, statusLine: string, onWire: boolean): Edit => {
    return { kind: 'change status', place: 'status line', detail, answer: { ...answer, statusLine }, onWire };
  };
  const codes = { ...STATUS_CODES, 299: 'Other', 499: 'Other', 599: 'Other', 600: 'Other' };
  for (const [code, reason] of Object.entries(codes)) {
    const onWire = Number(code) < 200 || Number(code) > 599 || UNFRAMED.has(Number(code));
    if (code !== '200') yield edit(code, `HTTP/1.1 ${code} ${reason}`, onWire);
  }
  for (const reason of ['', ' ', ' ok', ' Fine by me', ' 500 Error'])
    yield edit(`reason '${reason}'`, `HTTP/1.1 200${reason}`, true);
  for (const version of ['HTTP/1.0', 'HTTP/1.2', 'HTTP/2', 'HTTP/0.9', 'http/1.1', 'HTTP 1.1', 'ICY', ''])
    yield edit(`version '${version}'`, `${version} 200 OK`, true);
  const lines = [
    'HTTP/1.1  200 OK',
    'HTTP/1.1 0200 OK',
    'HTTP/1.1 20 OK',
    'HTTP/1.1 OK',
    '200 OK',
    'HTTP/1.1\t200 OK',
    '\0',
  ];
  for (const line of lines) yield edit(`'${line}'`, line, true);
}

/** Every edit of a header line, and of the header as a whole. */
export function* headerEdits({ answer }: Golden): Generator<Edit> {
  const { lines, body } = answer;
  const edit = (kind: string, place: string, detail: string, changed: readonly string[]): Edit => {
    return { kind, place, detail, answer: { ...answer, lines: changed }, onWire: true };
  };
  for (const [at, line] of lines.entries()) {
    const [, name = '', value = ''] = /^([^:]*): (.*)$/.exec(line) ?? [];
    const put = (...by: readonly string[]): readonly string[] => lines.toSpliced(at, 1, ...by);
    yield edit('delete', name, 'left out', put());
    yield edit('repeat', name, 'twice', put(line, line));
    yield edit('swap', name, 'as the last line', [...put(), line]);
    yield edit('wrap', name, 'folded', put(`${name}:`, ` ${value}`));
    yield edit('wrap', name, 'folded within', put(line.replace(/(.)$/, '\r\n $1')));
    for (const other of misspelt(name)) {
      const kind = other.toLowerCase() === name.toLowerCase() ? 're-case' : 'rename';
      yield edit(kind, name, `as ${other}`, put(`${other}: ${value}`));
    }
    const spaced = [
      `${name}:${value}`,
      `${name}:\t ${value}  `,
      `${name} : ${value}`,
      ` ${line}`,
      line.replace(':', ''),
    ];
    for (const other of spaced) yield edit('change header line', name, `'${other}'`, put(other));
    for (const other of ['', ...(name === 'Content-Length' ? lengths(body.length) : mediaTypes(value))]) {
      if (other === value) continue;
      yield edit('change header line', name, `'${other}'`, put(`${name}: ${other}`));
      yield edit('repeat', name, `and '${other}'`, put(line, `${name}: ${other}`));
    }
  }
  for (const added of ADDED) yield edit('add header line', 'header', added, [...lines, added]);
}

function lengths(length: number): readonly string[] {
  const numbers = [length - 1, length + 1, 0, length * 2, length * 10 + 1, -length].map(String);
  const forms = [`0${length}`, `+${length}`, `${length}.0`, `0x${length.toString(16)}`, `${length}, ${length}`];
  return [...numbers, ...forms, `${length} bytes`, `"${length}"`, 'x', '99999999999999999999'];
}

function mediaTypes(value: string): readonly string[] {
  const [type = '', charset = ''] = value.split('; charset=');
  const [top = '', sub = ''] = type.split('/');
  const others = ['text/xml', 'application/soap+xml', 'application/xml', 'text/plain', 'text/html', 'application/json'];
  const types = [...others, top, `${top}/`, `/${sub}`, `${top}/*`, ...misspelt(type)];
  const sets = ['utf-16', 'iso-8859-1', 'us-ascii', 'utf8', `'${charset}'`, '', ...misspelt(charset)];
  return distinct(value, [
    ...types.map((one) => `${one}; charset=${charset}`),
    ...sets.map((one) => `${type}; charset=${one}`),
    ...[type, `${type};`, `${type} charset=${charset}`, `${type}, charset=${charset}`, `charset=${charset}`],
    ...[`${type};charset=${charset}`, `${type} ; charset="${charset}"`, `${type}; CHARSET=${charset}`],
    ...[
      `${type}; charset = ${charset}`,
      `${value}; charset=iso-8859-1`,
      `${value};`,
      `${value}; x="y z"`,
      `"${value}"`,
    ],
  ]);
}

const ADDED: readonly string[] = [
  ...['X-Unknown: 1', 'Date: Sat, 21 Nov 2026 10:00:00 GMT', 'Server: x', 'Set-Cookie: a=b', 'Content-Language: en'],
  ...['Connection: close', 'Cache-Control: private, max-age=0', 'X-Empty:', 'Content-Encoding: gzip'],
  ...['Content-Encoding: deflate', 'Content-Encoding: x', 'Transfer-Encoding: chunked', 'Transfer-Encoding: x'],
  ...['no colon', ': no name', 'X Y: 1', 'X-Control: a\u0001b', 'X-High: \u00e9', `X-Long: ${'x'.repeat(20_000)}`],
];

/** Every edit of a single byte of the head. */
export function* headByteEdits({ answer }: Golden): Generator<Edit> {
  const head = Buffer.from([answer.statusLine, ...answer.lines].join('\n'), 'latin1');
  for (const [at, detail, edited] of editedBytes(head)) {
    const [statusLine = '', ...lines] = edited.toString('latin1').split('\n');
    const place = at < answer.statusLine.length ? 'status line' : 'header';
    yield { kind: 'change byte', place, detail, answer: { ...answer, statusLine, lines }, onWire: true };
  }
}
