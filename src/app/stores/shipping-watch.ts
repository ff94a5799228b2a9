import { MINUTE_MS, SECOND_MS } from '../../domain/index.ts';
import type { ShippingStatus } from '../../health/anomalies/shipping-anomalies.ts';
import type { ShippedHistory, ShippingProgress } from '../../history/contract/shipping.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { Foundation } from '../foundation.ts';
import { getMaxOutboxBytes } from './history.ts';

const EVERY_MS = 5 * SECOND_MS;

/** Age above which a status of shipping is not reported. */
const KNOWN_FOR_MS = MINUTE_MS;

/** Reads the status of shipping at intervals, so that readers never wait for a server that does not answer. */
class ShippingWatch {
  readonly #maxOutboxBytes: number;
  readonly #now: () => number;
  readonly #task: PeriodicTask;
  #seen: { readonly shipping: ShippingProgress; readonly at: number } | null = null;

  /**
   * Begins with nothing measured.
   *
   * @param now Monotonic clock, in ms.
   */
  constructor(
    history: ShippedHistory,
    { maxOutboxBytes, now }: { readonly maxOutboxBytes: number; readonly now: () => number },
  ) {
    this.#maxOutboxBytes = maxOutboxBytes;
    this.#now = now;
    this.#task = new PeriodicTask({
      everyMs: EVERY_MS,
      firstAfterMs: 0,
      run: async () => {
        this.#seen = { shipping: await history.readShipping(), at: now() };
      },
      // An unreachable PostgreSQL is an anomaly of its own.
      onError: () => undefined,
    });
  }

  start(): void {
    this.#task.start();
  }

  stop(): Promise<void> {
    return this.#task.stop();
  }

  /** Returns the status of shipping; null: not known. */
  status(): ShippingStatus | null {
    if (this.#seen === null || this.#now() - this.#seen.at > KNOWN_FOR_MS) return null;
    return { ...this.#seen.shipping, maxOutboxBytes: this.#maxOutboxBytes };
  }
}

/**
 * Watches the shipping of a history on servers, for health and metrics. A history in a file has none.
 *
 * @param lifecycle Receives the stop of the watch.
 */
export function watchShipping(
  { config, history, now }: Pick<Foundation, 'config' | 'history' | 'now'>,
  lifecycle: AsyncDisposableStack,
): { readonly shipping?: () => ShippingStatus | null } {
  if (!isShipped(history)) return {};
  const watch = new ShippingWatch(history, { maxOutboxBytes: getMaxOutboxBytes(config), now });
  lifecycle.adopt(watch, (running) => running.stop());
  watch.start();
  return { shipping: () => watch.status() };
}

function isShipped<History extends object>(history: History): history is History & ShippedHistory {
  return ('readShipping' satisfies keyof ShippedHistory) in history;
}
