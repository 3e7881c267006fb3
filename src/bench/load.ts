import autocannon from 'autocannon';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { BindingName } from '../contract/model.ts';
import { loadRequest } from './load-requests.ts';

// Loads a server with autocannon in a process of its own: load.js <url> <operation> <binding> <connections> <seconds>.
// Prints {"perSecond","answered"}; fails where anything but 2xx came back.

const VARIANTS = 500;

const [url = '', operation = '', binding = '', connections = '', seconds = ''] = process.argv.slice(2);
const contract = loadContract(defaultNamespace());
const requests = Array.from({ length: VARIANTS }, (_, n) => {
  const made = loadRequest(contract, { operation, binding: binding as BindingName }, n);
  const { method, path, headers, body } = made;
  return {
    method,
    path,
    headers: Object.fromEntries(headers),
    ...(body === null ? {} : { body: new TextDecoder().decode(body) }),
  };
});
const result = await autocannon({ url, connections: Number(connections), duration: Number(seconds), requests });
const {
  errors,
  timeouts,
  non2xx,
  duration,
  requests: { total },
} = result;
if (errors + timeouts + non2xx > 0) throw new Error(`${non2xx} other than 2xx, ${errors} errors, ${timeouts} timeouts`);
process.stdout.write(`${JSON.stringify({ perSecond: total / duration, answered: total })}\n`);
