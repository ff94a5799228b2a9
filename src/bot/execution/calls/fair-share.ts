import { CallWindow } from './call-window.ts';

/** Part of a limit up to which an account may go that used more than its equal part while others ask too. */
const FRAC_BEYOND_PART = 0.75;

interface Asker {
  askedAt: number;
  readonly spent: CallWindow;
}

/**
 * Shares a limit of this address among accounts: where several call, an account beyond its equal part stops earlier, so
 * that the others find room at once. A single caller has the whole limit. It holds the accounts that asked within the
 * window.
 */
export class FairShare {
  readonly #limit: number;
  readonly #windowMs: number;
  /** Accounts that asked, the one that asked longest ago first. */
  readonly #askers = new Map<string, Asker>();

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Notes that an account asks. @param now Monotonic ms. */
  ask(account: string, now: number): void {
    this.#forget(now);
    const asker = this.#askers.get(account) ?? this.#newAsker();
    asker.askedAt = now;
    this.#askers.delete(account);
    this.#askers.set(account, asker);
  }

  spend(account: string, now: number, cost: number): void {
    this.ask(account, now);
    this.#askers.get(account)?.spent.spend(now, cost);
  }

  /** The part of the limit up to which an account may now fill it, counting what all others used. */
  findFrac(account: string, now: number, cost: number): number {
    this.#forget(now);
    const asker = this.#askers.get(account);
    const others = this.#askers.size - (asker === undefined ? 0 : 1);
    if (asker === undefined || others === 0) return 1;
    // At least one call: where many ask, each still gets a turn.
    const part = Math.max(this.#limit / (others + 1), cost);
    return asker.spent.spentBy(now) + cost > part ? FRAC_BEYOND_PART : 1;
  }

  #forget(now: number): void {
    for (const [account, { askedAt }] of this.#askers) {
      if (askedAt > now - this.#windowMs) return;
      this.#askers.delete(account);
    }
  }

  #newAsker(): Asker {
    return { askedAt: 0, spent: new CallWindow({ limit: this.#limit, windowMs: this.#windowMs }) };
  }
}
