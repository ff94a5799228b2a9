import { SECOND_MS } from '../../domain/index.ts';

const BUCKET_MS = 10 * SECOND_MS;
const BUCKETS = 6;

/** Measures events per second over the last minute. */
export class RateMeter {
  readonly #counts = new Array<number>(BUCKETS).fill(0);
  #bucket: number;
  readonly #begun: number;
  #total = 0;

  constructor(nowMs: number) {
    this.#bucket = Math.floor(nowMs / BUCKET_MS);
    this.#begun = nowMs;
  }

  /** Number of events since the start. */
  get total(): number {
    return this.#total;
  }

  add(count: number): void {
    this.#total += count;
    this.#counts[this.#bucket % BUCKETS]! += count;
  }

  /** Moves to the ten seconds of the given time. */
  advance(nowMs: number): void {
    const bucket = Math.floor(nowMs / BUCKET_MS);
    const passed = Math.min(Math.max(0, bucket - this.#bucket), BUCKETS);
    for (let i = 0; i < passed; i++) this.#counts[(bucket - i) % BUCKETS] = 0;
    this.#bucket = bucket;
  }

  perSecond(nowMs: number): number {
    const fromMs = Math.max(this.#begun, (this.#bucket - BUCKETS + 1) * BUCKET_MS);
    const sum = this.#counts.reduce((total, count) => total + count, 0);
    return sum / Math.max(1, (nowMs - fromMs) / SECOND_MS);
  }
}
