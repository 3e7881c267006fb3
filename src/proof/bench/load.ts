import autocannon from 'autocannon';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { BindingName } from '../../contract/model.ts';
import { loadRequest } from './load-requests.ts';

// Loads a server with autocannon in a process of its own: load.js <url> <cells, with commas> <connections> <seconds>
// <clients>. Prints {"perSecond","answered"}; fails where anything but 2xx came back.

const [url = '', cells = '', connections = '', seconds = '', clients = ''] = process.argv.slice(2);
const contract = loadContract(defaultNamespace());
const requests = cells.split(',').flatMap((cell) => {
  const [operation = '', binding] = cell.split('/');
  return Array.from({ length: Number(clients) }, (_, n) => {
    const { headers, body, ...line } = loadRequest(contract, { operation, binding: binding as BindingName }, n);
    const text = body === null ? {} : { body: new TextDecoder().decode(body) };
    return { ...line, headers: Object.fromEntries(headers), ...text };
  });
});
const result = await autocannon({ url, connections: Number(connections), duration: Number(seconds), requests });
const { errors, timeouts, non2xx } = result;
const { total } = result.requests;
if (errors + timeouts + non2xx > 0) throw new Error(`${non2xx} other than 2xx, ${errors} errors, ${timeouts} timeouts`);
process.stdout.write(`${JSON.stringify({ perSecond: total / result.duration, answered: total })}\n`);
