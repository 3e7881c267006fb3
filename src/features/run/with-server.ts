import { loadContract } from '../../contract/load.ts';
import type { RunOptions } from '../../options/model.ts';

/** Does something with the target's address; without a target, with that of an embedded server, stopped afterwards. */
export async function withServer<T>(
  { target, namespace }: Pick<RunOptions, 'target' | 'namespace'>,
  use: (baseUrl: string) => Promise<T>,
): Promise<T> {
  if (target !== null) return use(target);
  const { startReferenceServer } = await import('../../reference/server.ts');
  const server = await startReferenceServer({ contract: loadContract(namespace) });
  try {
    return await use(server.url);
  } finally {
    await server.close();
  }
}
