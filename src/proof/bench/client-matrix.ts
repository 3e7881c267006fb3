import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { thrownText } from '../../base/error.ts';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { mutation } from '../../reference/defects/defects.ts';
import { startReferenceServer } from '../../reference/server.ts';
import { stacks } from '../../reference/variations/stacks.ts';
import type { VariationChange } from '../../reference/variations/variation.ts';
import { variations, writingVariations } from '../../reference/variations/variations.ts';
import { type ClientAnswers, exampleCalls, soapClients, whyMissing } from './clients/soap-clients.ts';

// npm run client-matrix: real clients call the reference server in every legal way of answering; writes docs/client-compatibility.md.

const contract = loadContract(defaultNamespace());
const calls = exampleCalls(contract);

/** A legal way to answer, with the clause that makes it so. */
interface Way {
  readonly id: string;
  readonly title: string;
  readonly why: string;
  readonly changes: readonly VariationChange[];
  /** With the data of the plain answers. */
  readonly sameData: boolean;
}

const ways: readonly Way[] = [
  ...variations.map((one) => ({ ...one, changes: [one], sameData: writingVariations.includes(one) })),
  ...stacks.map(({ id, title, source, legal }) => {
    return { id: `as ${id}`, title: `Answers as ${title} does.`, why: source, changes: legal, sameData: true };
  }),
];

const rows = new Map(ways.map((way) => [way, [] as string[]]));
const names: string[] = [];
const plain = await startReferenceServer({ contract });
for (const client of soapClients) {
  const { name, open } = client;
  const missing = whyMissing(client);
  if (missing !== null) {
    process.stderr.write(`left out: ${missing}\n`);
    continue;
  }
  names.push(name);
  const call = await open(plain.url, contract);
  // Its own server: cart numbers count up.
  const fresh = await startReferenceServer({ contract });
  const expected = await call(fresh.url, calls);
  await fresh.close();
  for (const way of ways) {
    const defects = way.changes.map((change) => mutation(change, { operation: null, binding: null }, contract));
    const server = await startReferenceServer({ contract, defects });
    const outcome = await call(server.url, calls).then(
      (answers) => (way.sameData ? difference(expected, answers) : ''),
      (error: unknown) => `fails: ${firstLine(error)}`,
    );
    rows.get(way)?.push(outcome);
    process.stderr.write(`${name} ${way.id}: ${outcome || 'works'}\n`);
    await server.close();
  }
}
await plain.close();
writeFileSync(new URL('../../../docs/client-compatibility.md', import.meta.url), page());

/** Where a client reads data that differs from the plain answers; '' if nowhere. */
function difference(expected: ClientAnswers, answers: ClientAnswers): string {
  for (const [binding, results] of Object.entries(expected)) {
    const other = Object.keys(results).filter((name) => !isDeepStrictEqual(results[name], answers[binding]?.[name]));
    const [first] = other;
    if (first !== undefined)
      return `reads other data: ${first} in ${binding}${other.length > 1 ? `, and ${other.length - 1} more` : ''}`;
  }
  return '';
}

/** What a client's message says: .NET's innermost cause, a Python trace's last line, otherwise the first line. */
function firstLine(error: unknown): string {
  const inner = thrownText(error).split('---> ').at(-1) ?? '';
  const lines = inner.trim().split('\n');
  const line = lines[0]?.startsWith('Traceback') ? lines.at(-1) : lines.find((one) => one.trim() !== '');
  return (line ?? '')
    .trim()
    .replaceAll(/127\.0\.0\.1:\d+/g, 'server')
    .slice(0, 120);
}

function page(): string {
  const cell = (text: string): string =>
    text === '' ? 'works' : text.replaceAll(/[\\`|*_<>[\]]/g, (one) => `\\${one}`);
  const table = (of: readonly Way[]): string =>
    of.map((way) => `| \`${way.id}\` | ${[way.title, ...(rows.get(way) ?? [])].map(cell).join(' | ')} |`).join('\n');
  const broken = ways.filter((way) => rows.get(way)?.some((outcome) => outcome !== ''));
  const fine = ways.filter((way) => !broken.includes(way)).map(({ id }) => `\`${id}\``);
  const counts = names.map((name, place) => {
    const fails = ways.filter((way) => rows.get(way)?.[place] !== '').length;
    return `| ${name} | ${ways.length - fails} | ${fails} |`;
  });
  return `# Which clients read which legal answers

Written by \`npm run client-matrix\`. Real clients call all 20 operations of the reference server, in their bindings. It answers in each of
${ways.length} ways that the document and its standards allow: ${variations.length} variations, and as ${stacks.length} stacks. \`serve --variation <id>\` or \`serve --as <stack>\` shows a
way to your own client. The document allows every one of them. Some depart from the sandbox's WSDL, from which these clients are generated: names of
items and types that the document does not show.

| Client | Ways that work | Ways that do not |
| --- | --- | --- |
${counts.join('\n')}

## Ways that break a client

| Way | The server | ${names.join(' | ')} |
| --- | --- | ${names.map(() => '---').join(' | ')} |
${table(broken)}

## Ways that all of them read

${fine
  .join(', ')
  .replaceAll(/(.{1,148})(?:\s|$)/g, '$1\n')
  .trim()}
`;
}
