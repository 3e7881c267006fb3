import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { filled, type Template, templates } from './bodies.ts';

// Answers Get_Video_Links over SOAP 1.1 on three ports, in a process of its own and below node:http, so that the
// clients are the limit. Prints its ports as JSON; ends with its parent.

const HEAD_END = '\r\n\r\n';

/** Counts complete requests; clients here wait for an answer before they send the next. */
function requestCounter(): (chunk: Buffer) => number {
  let kept = '';
  return (chunk) => {
    kept += chunk.toString('latin1');
    let complete = 0;
    for (;;) {
      const end = kept.indexOf(HEAD_END);
      if (end < 0) return complete;
      const length = Number(/\r\ncontent-length:\s*(\d+)/i.exec(kept.slice(0, end))?.[1] ?? 0);
      const whole = end + HEAD_END.length + length;
      if (kept.length < whole) return complete;
      kept = kept.slice(whole);
      complete += 1;
    }
  };
}

function serve(next: () => Buffer): Server {
  return createServer({ noDelay: true }, (socket: Socket) => {
    const count = requestCounter();
    socket.on('data', (chunk: Buffer) => {
      for (let left = count(chunk); left > 0; left -= 1) socket.write(next());
    });
    socket.on('error', () => socket.destroy());
  });
}

function distinct(all: readonly Template[]): () => Buffer {
  let n = 0;
  return () => {
    n += 1;
    const template = all[n % all.length];
    return template === undefined ? Buffer.alloc(0) : filled(template, n);
  };
}

const contract = loadContract(defaultNamespace());
const small = templates(contract, 10);
const [first] = small;
const repeated = first === undefined ? Buffer.alloc(0) : filled(first, 1);
const servers = {
  repeated: serve(() => repeated),
  distinct: serve(distinct(small)),
  large: serve(distinct(templates(contract, 1000))),
};
const ports: Record<string, number> = {};
for (const [name, server] of Object.entries(servers)) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ports[name] = (server.address() as AddressInfo).port;
}
process.stdout.write(`${JSON.stringify(ports)}\n`);
process.stdin.resume().once('end', () => process.exit());
