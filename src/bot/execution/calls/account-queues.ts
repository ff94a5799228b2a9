import { InOrder } from '../../../scheduling/in-order.ts';

/** Maximum number of orders of one account that wait for their turn; further ones are refused. */
const MAX_WAITING = 100;

/** Runs the work of each account one after another, and that of different accounts at the same time. */
export class AccountQueues {
  /** Queues of accounts with work in progress. */
  readonly #queues = new Map<string, { readonly calls: InOrder; waiting: number }>();

  /** Runs `work` when everything before it has ended. @returns null when too much work is waiting already. */
  async run<T>(account: string, work: () => Promise<T>): Promise<T | null> {
    const queue = this.#queues.get(account) ?? { calls: new InOrder(), waiting: 0 };
    if (queue.waiting >= MAX_WAITING) return null;
    this.#queues.set(account, queue);
    queue.waiting++;
    try {
      return await queue.calls.run(work);
    } finally {
      queue.waiting--;
      if (queue.waiting === 0) this.#queues.delete(account);
    }
  }
}
