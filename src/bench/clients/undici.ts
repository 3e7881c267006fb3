import { Pool } from 'undici';
import type { SchemaEngine } from '../../xml/schema-engine.ts';
import type { RawRequest } from '../bodies.ts';
import type { Contestant } from '../rounds.ts';

type Use = (text: string) => void;

/** An undici pool that reads the body of each answer and passes it to a function. */
export function undici(name: string, url: string, request: RawRequest, use?: Use, free?: () => void): Contestant {
  const concurrency = 16;
  const pool = new Pool(url, { connections: concurrency, pipelining: 1 });
  const { path, headers, body } = request;
  return {
    name,
    concurrency,
    call: async () => {
      const answer = await pool.request({ method: 'POST', path, headers, body });
      const bytes = await answer.body.arrayBuffer();
      use?.(Buffer.from(bytes).toString('utf8'));
    },
    close: async () => {
      free?.();
      await pool.close();
    },
  };
}

/** With an XML Schema validator: parsed and validated. */
export function undiciValidating(name: string, url: string, request: RawRequest, engine: SchemaEngine): Contestant {
  const { schemas } = request.contract;
  const use: Use = (text) => {
    const result = engine.check(text, schemas, 'drivers/Get_Video_Links.soap11.xsd');
    if (result.kind !== 'checked' || result.errors.length > 0) throw new Error(`${name}: ${JSON.stringify(result)}`);
  };
  return undici(name, url, request, use, engine.dispose);
}
