import { loadContract } from '../contract/load.ts';
import { readHttpFile } from '../wire/http/http-file.fixture.ts';
import { createSchemaValidator } from './schema.ts';

// Validates many documents and prints the memory that is held meanwhile, which has to stay flat: documents of
// libxml2-wasm are in memory without a garbage collector.
// npx -y tsx@4.23.15 src/xml/flat-memory.fixture.ts [libxml2-wasm|libxmljs2] [documents]

const [, , library = 'libxml2-wasm', count = '20000'] = process.argv;
if (library !== 'libxml2-wasm' && library !== 'libxmljs2') throw new Error(`${library} is not a validator`);
const documents = Number(count);
const PRINTS = 10;

const contract = loadContract('http://dealer.example/webservices/');
const text = new TextDecoder().decode(readHttpFile('exchanges/McatCodes/http-get.response.http').body);
const record = /<McatCode>[\s\S]*?<\/McatCode>/.exec(text)?.[0] ?? '';
const validator = await createSchemaValidator(library);
const seen: Record<string, number> = {};

/** A new document: ten records; every fourth is invalid, every fifth not XML. */
function body(index: number): string {
  const records = Array.from({ length: 10 }, (_, place) => record.replace('210', `${index}${place}`)).join('');
  const one = text.replace(record, records);
  if (index % 5 === 4) return one.slice(0, -9);
  return index % 4 === 3 ? one.replaceAll('>true<', '>True<') : one;
}

for (let index = 0; index <= documents; index += 1) {
  if (index % Math.ceil(documents / PRINTS) === 0) {
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
    const [all, heap, outside] = [rss, heapUsed, external + arrayBuffers].map((bytes) => (bytes / 2 ** 20).toFixed(1));
    process.stdout.write(
      `${library}: ${index} documents, RSS ${all} MiB, heap ${heap} MiB, beside it ${outside} MiB\n`,
    );
  }
  const { kind } = validator.validate(body(index), contract.schemas, 'operations/McatCodes.xsd');
  seen[kind] = (seen[kind] ?? 0) + 1;
}
process.stdout.write(`${JSON.stringify(seen)}\n`);
validator.dispose();
