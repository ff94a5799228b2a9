import type { VenueStream } from '../venue-adapter.ts';
import type { StreamReport } from './venue-report.ts';

/** Number of lags that the median is computed from: the newest of a day. */
const MAX_LAGS = 100_000;

/** Listens to a venue's stream and measures silence and lag. */
export class StreamMeter {
  readonly #stream: VenueStream;
  readonly #lags: number[] = [];
  #unsubscribe: (() => void) | null = null;
  #updates = 0;
  #lastAt = 0;
  #longestMs = 0;
  #maxLagMs: number | null = null;
  #isConnected = false;
  #reconnects = 0;

  constructor(stream: VenueStream) {
    this.#stream = stream;
  }

  start(): void {
    this.#lastAt = performance.now();
    this.#unsubscribe = this.#stream.onUpdate(({ venueTime, receivedAt }) => {
      this.#pass();
      this.#updates++;
      if (venueTime === null) return;
      const lag = receivedAt - venueTime;
      this.#maxLagMs = Math.max(this.#maxLagMs ?? lag, lag);
      this.#lags[this.#updates % MAX_LAGS] = lag;
    });
    this.#stream.start();
  }

  /** Subscribes these assets, because a stream sends some updates for assets with subscribers only. */
  listen(assets: readonly string[]): void {
    this.#stream.listen?.(assets);
  }

  stop(): void {
    this.#pass();
    const { connected, reconnects } = this.#stream.getStatus();
    this.#isConnected = connected > 0;
    this.#reconnects = reconnects;
    this.#unsubscribe?.();
  }

  report(streamMs: number): StreamReport {
    const lags = this.#lags.filter((lag) => lag !== undefined);
    return {
      connected: this.#isConnected,
      updates: this.#updates,
      longestSilenceMs: Math.round(Math.min(streamMs, this.#longestMs)),
      medianLagMs: lags.length === 0 ? null : findMedian(lags),
      maxLagMs: this.#maxLagMs,
      reconnects: this.#reconnects,
    };
  }

  #pass(): void {
    const now = performance.now();
    this.#longestMs = Math.max(this.#longestMs, now - this.#lastAt);
    this.#lastAt = now;
  }
}

function findMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
