import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The minimum of node:http: the same bytes for every request, without reading its body. The answer is JSON in the first
// argument. Ends with its parent.

const given: { status: number; headers: string[]; body: string } = JSON.parse(process.argv[2] ?? '');
const { status, headers, body } = given;
const bytes = Buffer.from(body, 'utf8');
const server = createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(bytes);
});
server.keepAliveTimeout = 15_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.stdin.resume().once('end', () => process.exit());
