/** Orders of one account that may wait for their turn; more are turned away. */
const MAX_WAITING = 100;

/** Runs the work of each account one after another, and that of different accounts side by side. */
export class AccountQueues {
  /** Only accounts with work in progress are kept. */
  readonly #queues = new Map<string, { last: Promise<unknown>; waiting: number }>();

  /** Runs `work` when everything before it has ended. Null when too much waits already. */
  async run<T>(account: string, work: () => Promise<T>): Promise<T | null> {
    const queue = this.#queues.get(account) ?? { last: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= MAX_WAITING) return null;
    this.#queues.set(account, queue);
    queue.waiting++;
    const turn = queue.last.then(work);
    // The caller has the error; the next call waits for the end alone.
    queue.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      queue.waiting--;
      if (queue.waiting === 0) this.#queues.delete(account);
    }
  }
}
