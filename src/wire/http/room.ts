import { setImmediate } from 'node:timers';

/** Bytes of a body that every connection may hold at once; for more it needs the room, which only one can have. */
export const LARGE = 1024 * 1024;

export type Room = ReturnType<typeof createRoom>;

/** Lets one large body be read at a time, over all connections of a target. */
export function createRoom() {
  const queue: (() => void)[] = [];
  return {
    /** Calls `ready` in order when the room is free, always later: undici parsers can't nest. Returns how to leave. */
    enter(ready: () => void): () => void {
      queue.push(ready);
      if (queue[0] === ready) setImmediate(ready);
      return () => {
        const at = queue.indexOf(ready);
        if (at >= 0) queue.splice(at, 1);
        const [next] = queue;
        if (at === 0 && next !== undefined) setImmediate(next);
      };
    },
  };
}
