import { createHash } from 'node:crypto';

export type Carts = ReturnType<typeof createCarts>;

/** The server's only state: a cart per SessionID; beyond `limit` the oldest is dropped. */
export function createCarts(firstDealerTrxID: bigint, limit = 1000) {
  const carts = new Map<string, Map<string, number>>();
  let next = firstDealerTrxID;
  return {
    /** Adds one piece of an item; the transaction number rises with every call. */
    add(sessionId: string, itemId: string) {
      // A digest, since a SessionID may be megabytes long.
      const key = createHash('sha256').update(sessionId).digest('base64');
      const cart = carts.get(key) ?? new Map<string, number>();
      const quantity = (cart.get(itemId) ?? 0) + 1;
      cart.set(itemId, quantity);
      carts.set(key, cart);
      for (const oldest of carts.keys()) {
        if (carts.size <= limit) break;
        carts.delete(oldest);
      }
      const DealerTrxID = next;
      next += 1n;
      return { DealerTrxID, quantity };
    },
  };
}
