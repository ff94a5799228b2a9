import { withDeadline } from '../../scheduling/deadline.ts';

/** Locks orders on which this process is working: only one task at a time may decide the outcome of an order. */
export class OrderLocks {
  readonly #held = new Map<string, Promise<void>>();

  isHeld(orderId: string): boolean {
    return this.#held.has(orderId);
  }

  /** Runs work while the order is locked. It does not wait, so the order must be free. */
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

  /** Waits until the order is free, or `maxWaitMs` have passed. */
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
