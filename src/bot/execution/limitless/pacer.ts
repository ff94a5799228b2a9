import { setTimeout as sleep } from 'node:timers/promises';

const MAX_TOKENS = 10_000;

/** Keeps the requests of one token apart, as the venue asks for. */
export class Pacer {
  readonly #gapMs: number;
  /** When the next request of a token may start, on the monotonic clock. */
  readonly #nextAt = new Map<string, number>();

  constructor(gapMs: number) {
    this.#gapMs = gapMs;
  }

  /** Waits for the token's turn. Returns early when the signal is aborted; the request then fails by itself. */
  async wait(token: string, signal: AbortSignal): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#nextAt.get(token) ?? 0);
    this.#nextAt.delete(token);
    this.#nextAt.set(token, at + this.#gapMs);
    if (this.#nextAt.size > MAX_TOKENS) this.#forget(now);
    if (at > now) await sleep(at - now, undefined, { signal }).catch(() => undefined);
  }

  #forget(now: number): void {
    for (const [token, at] of this.#nextAt) if (at <= now) this.#nextAt.delete(token);
  }
}
