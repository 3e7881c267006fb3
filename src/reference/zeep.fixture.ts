import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Contract, Operation } from '../contract/model.ts';
import { examples } from './client.fixture.ts';

const PYTHON = '/usr/bin/python3';

/** The example values as a typed client takes them: numbers for int and long. */
export function typed(operation: Operation): Readonly<Record<string, string | number>> {
  const numbers = operation.parameters.filter((one) => one.type !== 'string');
  return { ...examples(operation), ...Object.fromEntries(numbers.map((one) => [one.name, Number(one.example)])) };
}

type ZeepAnswers = Readonly<Record<string, Readonly<Record<string, object | readonly object[] | null>>>>;

/** Why zeep can't be used here; null where it can. */
export function zeepMissing(): string | null {
  const tried = spawnSync(PYTHON, ['-c', 'import zeep'], { encoding: 'utf8' });
  if (tried.error !== undefined) return `${PYTHON} can't be run, so zeep does not test the WSDL`;
  return tried.status === 0 ? null : `${PYTHON} has no zeep (Debian: python3-zeep), so zeep does not test the WSDL`;
}

/** Calls every operation of a server through zeep in both SOAP versions. */
export async function callWithZeep(url: string, known: Contract): Promise<ZeepAnswers> {
  const script = fileURLToPath(new URL('zeep-client.py', import.meta.url));
  const child = spawn(PYTHON, [script, url]);
  child.stdin.end(JSON.stringify(Object.fromEntries(known.operations.map((one) => [one.name, typed(one)]))));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (errors !== '') throw new Error(errors);
  return JSON.parse(output) as ZeepAnswers;
}
