import { mkdirSync, writeFileSync } from 'node:fs';
import { explanations } from './explanations.ts';
import { listings } from './listings.ts';

// The last step of `npm run build`: writes what `list` and `explain` show.
const folder = new URL('built/', import.meta.url);
mkdirSync(folder, { recursive: true });
const write = (name: string, value: object): void =>
  writeFileSync(new URL(`${name}.json`, folder), JSON.stringify(value));
write('explanations', Object.fromEntries(explanations().map(({ id, text }) => [id, text()])));
for (const [name, listing] of Object.entries(listings)) write(name, listing());
