import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { malformed, sendBytes } from './malformed.fixture.ts';

// Loads the compiled reference server with valid calls while this process sends malformed ones and calls that each name
// another session, and prints the result. Needs Linux and the network:
// npx -y tsx@4.23.15 src/reference/soak.fixture.ts [seconds] [--judge]

const program = createRequire(import.meta.url).resolve('autocannon');
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const seconds = Number(process.argv[2] ?? 60);
const flags = process.argv.includes('--judge') ? ['--judge', '--reports', join(tmpdir(), 'getdata-soak')] : [];
const CONNECTIONS = 64;
const SENDERS = 4;
const CALL =
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><Get_Inventory xmlns="http://dealer.example/webservices/"><Application_ID>APP-1</Application_ID><ItemNo>SC-1001</ItemNo></Get_Inventory></soap:Body></soap:Envelope>';

function started(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--quiet', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const url = /listens on (\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve({ child, url });
    });
  });
}

function autocannon(url: string): Promise<string> {
  const args = [program, '-j', '-c', `${CONNECTIONS}`, '-d', `${seconds}`, '-m', 'POST'];
  const headers = [
    '-H',
    'Content-Type=text/xml; charset=utf-8',
    '-H',
    'SOAPAction="http://dealer.example/webservices/Get_Inventory"',
  ];
  const child = spawn(process.execPath, [...args, ...headers, '-b', CALL, `${url}/getData.asmx`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  return new Promise((resolve) => child.on('close', () => resolve(out)));
}

/** Resident memory of a process in MB (proc_pid_status(5), VmRSS). */
function memoryOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024);
}

const { child, url } = await started();
const memory = [`start ${memoryOf(child.pid)}`];
const clock = setInterval(() => memory.push(`${memory.length * 10} s ${memoryOf(child.pid)}`), 10_000);
let over = false;
let sent = 0;
const senders = Array.from({ length: SENDERS }, async (_, sender) => {
  const all = Object.values(malformed);
  for (let n = sender; !over; n += 1) {
    await sendBytes(Number(new URL(url).port), all[n % all.length] ?? '', 500);
    sent += 1;
  }
});
let visits = 0;
const visitors = (async () => {
  for (; !over; visits += 1) {
    const session = `SessionID=${randomUUID()}&CK_SessionID=${randomUUID()}&Client_IP=10.1.${visits % 256}.7`;
    await (await fetch(`${url}/getData.asmx/Get_Inventory?Application_ID=APP-1&ItemNo=SC-1001&${session}`)).text();
  }
})();
const valid = JSON.parse(await autocannon(url));
over = true;
await Promise.all([...senders, visitors]);
clearInterval(clock);
memory.push(`end ${memoryOf(child.pid)}`);
child.removeAllListeners('exit');
child.kill();
const { requests, errors, timeouts, non2xx, latency } = valid;
process.stdout.write(
  `valid calls ${valid['2xx']} of ${requests.sent} answered 2xx (${non2xx} other, ${errors} errors, ${timeouts} timeouts); ` +
    `latency p50 ${latency.p50} ms, p99 ${latency.p99} ms, longest ${latency.max} ms\n` +
    `malformed requests ${sent}, sessions ${visits}\nmemory in MB: ${memory.join(', ')}\n`,
);
// What each connection was to be answered when the time ended is kept.
const lost = requests.sent - valid['2xx'] > CONNECTIONS || non2xx + errors + timeouts > 0;
process.exitCode = lost ? 1 : 0;
