import { withDeadline } from '../../scheduling/deadline.ts';

/** The orders that this process is working on. Only one piece of work at a time may decide the outcome of an order. */
export class OrderLocks {
  readonly #held = new Map<string, Promise<void>>();

  isHeld(orderId: string): boolean {
    return this.#held.has(orderId);
  }

  /** Runs work while the order is locked. Does not wait: the caller knows that it is free. */
  async run<T>(orderId: string, work: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(orderId, promise);
    try {
      return await work();
    } finally {
      this.#held.delete(orderId);
      resolve();
    }
  }

  /** Resolves when the order is not locked, or after the time limit. */
  async waitUntilFree(orderId: string, maxWaitMs: number): Promise<void> {
    const since = performance.now();
    for (;;) {
      const held = this.#held.get(orderId);
      const leftMs = maxWaitMs - (performance.now() - since);
      if (held === undefined || leftMs <= 0) return;
      await withDeadline(held, leftMs, () => undefined);
    }
  }
}
