import { STATUS_CODES } from 'node:http';
import { editedBytes } from './byte-edits.ts';
import { distinct, type Edit, misspelt } from './edit.ts';
import type { Answer, Golden } from './golden.ts';

/** Framed as right answers are: for any other status line only a socket shows the effect. */
const FRAMED = /^HTTP\/1\.1 (?!200|204|304)[2-5]\d\d /;

/** Every edit of the head: of the status line, each header line, the header as a whole, and each byte. */
export function* headEdits({ answer }: Golden): Generator<Edit> {
  const { lines, body } = answer;
  const edit = (kind: string, place: string, detail: string, changed: Partial<Answer>): Edit => {
    const onWire = !FRAMED.test(changed.statusLine ?? '');
    return { kind, place, detail, answer: { ...answer, ...changed }, onWire };
  };
  for (const statusLine of statusLines()) yield edit('change status', 'status line', statusLine, { statusLine });
  for (const [at, line] of lines.entries()) {
    const [, name = '', value = ''] = /^([^:]*): (.*)$/.exec(line) ?? [];
    const put = (kind: string, ...by: readonly string[]): Edit =>
      edit(kind, name, `'${by.join('\n')}'`, { lines: lines.toSpliced(at, 1, ...by) });
    yield put('delete');
    yield put('repeat', line, line);
    yield edit('swap', name, 'as the last line', { lines: [...lines.toSpliced(at, 1), line] });
    yield put('wrap', `${name}:`, ` ${value}`);
    yield put('wrap', line.replace(/(.)$/, '\r\n $1'));
    for (const other of misspelt(name))
      yield put(other.toLowerCase() === name.toLowerCase() ? 're-case' : 'rename', `${other}: ${value}`);
    const spaced = [`${name}:${value}`, `${name}:\t ${value}  `, `${name} : ${value}`, ` ${line}`];
    for (const other of [...spaced, line.replace(':', '')]) yield put('change header line', other);
    for (const other of ['', ...(name === 'Content-Length' ? lengths(body.length) : mediaTypes(value))]) {
      if (other === value) continue;
      yield put('change header line', `${name}: ${other}`);
      yield put('repeat', line, `${name}: ${other}`);
    }
  }
  for (const added of ADDED) yield edit('add header line', 'header', added, { lines: [...lines, added] });
  for (const [at, detail, edited] of editedBytes(Buffer.from([answer.statusLine, ...lines].join('\n'), 'latin1'))) {
    const [statusLine = '', ...others] = edited.toString('latin1').split('\n');
    const place = at < answer.statusLine.length ? 'status line' : 'header';
    yield { ...edit('change byte', place, detail, { statusLine, lines: others }), onWire: true };
  }
}

function statusLines(): readonly string[] {
  const codes = { ...STATUS_CODES, 299: 'Other', 499: 'Other', 599: 'Other', 600: 'Other' };
  const versions = ['HTTP/1.0', 'HTTP/1.2', 'HTTP/2', 'HTTP/0.9', 'http/1.1', 'HTTP 1.1', 'ICY', ''];
  return [
    ...Object.entries(codes).map(([code, reason]) => `HTTP/1.1 ${code} ${reason}`),
    ...['', ' ', ' ok', ' Fine by me', ' 500 Error'].map((reason) => `HTTP/1.1 200${reason}`),
    ...versions.map((version) => `${version} 200 OK`),
    ...['  200', ' 0200', ' 20', '', '\t200'].map((code) => `HTTP/1.1${code} OK`),
    ...['200 OK', '\0'],
  ];
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
  const between = ['', ';', ' charset=', ', charset=', ';charset=', '; CHARSET=', '; charset = '];
  return distinct(value, [
    ...types.map((one) => `${one}; charset=${charset}`),
    ...sets.map((one) => `${type}; charset=${one}`),
    ...between.map((mark) => type + mark + (mark.includes('=') ? charset : '')),
    ...[`charset=${charset}`, `${type} ; charset="${charset}"`, `"${value}"`],
    ...['; charset=iso-8859-1', ';', '; x="y z"'].map((end) => value + end),
  ]);
}

const ADDED: readonly string[] = [
  ...['X-Unknown: 1', 'Date: Sat, 21 Nov 2026 10:00:00 GMT', 'Server: x', 'Set-Cookie: a=b', 'Content-Language: en'],
  ...['Connection: close', 'Cache-Control: private, max-age=0', 'X-Empty:', 'Content-Encoding: gzip'],
  ...['Content-Encoding: deflate', 'Content-Encoding: x', 'Transfer-Encoding: chunked', 'Transfer-Encoding: x'],
  ...['no colon', ': no name', 'X Y: 1', 'X-Control: a\u0001b', 'X-High: \u00e9', `X-Long: ${'x'.repeat(20_000)}`],
];
