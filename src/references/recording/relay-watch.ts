import { MINUTE_MS } from '../../domain/index.ts';
import type { ReferenceRelay, ReferenceSeries } from '../relay.ts';

const RESTART_AFTER_MS = 15_000;
const RENEW_AFTER_MS = 30_000;
/**
 * Time in ms for which a series is not renewed again when it is silent on a new connection too. Each renewal costs the
 * other series some seconds.
 */
const LEFT_ALONE_MS = 10 * MINUTE_MS;
/**
 * Maximum time in ms by which a second may run ahead of the time that passed. A larger lead means that its label is
 * wrong.
 */
const MAX_AHEAD_MS = MINUTE_MS;

interface Watched {
  /** Newest second of the connection. */
  newest: number;
  newestAt: number;
  isRestarted: boolean;
  renewedAt: number;
}

/**
 * Watches whether each series of a relay brings new seconds. After 15 s without one the series is subscribed to again,
 * and after 30 s the connection is opened again.
 */
export class RelayWatch {
  readonly #relay: ReferenceRelay;
  readonly #now: () => number;
  readonly #watched: ReadonlyMap<ReferenceSeries, Watched>;
  /** Last time at which any series brought a new second or the connection was opened again. */
  #heardAt: number;

  /**
   * Counts the silence of every series from now on.
   *
   * @param series Series whose values arrive at regular intervals.
   */
  constructor(relay: ReferenceRelay, series: readonly ReferenceSeries[], now: () => number) {
    this.#relay = relay;
    this.#now = now;
    this.#heardAt = now();
    this.#watched = new Map(
      series.map((one) => [
        one,
        {
          newest: Number.NEGATIVE_INFINITY,
          newestAt: now(),
          isRestarted: false,
          renewedAt: Number.NEGATIVE_INFINITY,
        },
      ]),
    );
  }

  /** Notes a second of a series. @param series One of the watched objects, or an equal one. */
  note({ source, coin }: ReferenceSeries, t: number): void {
    for (const [series, watched] of this.#watched) {
      if (series.source !== source || series.coin !== coin || t <= watched.newest) continue;
      // A second that is labelled an hour ahead would make all later ones look old.
      const isKnown = watched.newest > Number.NEGATIVE_INFINITY;
      if (isKnown && t - watched.newest > this.#now() - watched.newestAt + MAX_AHEAD_MS) continue;
      watched.newest = t;
      watched.newestAt = this.#now();
      watched.isRestarted = false;
      this.#heardAt = watched.newestAt;
    }
  }

  check(): void {
    const now = this.#now();
    const { connected } = this.#relay.status();
    if (!connected) {
      // A new connection gets 15 s of its own.
      this.#heardAt = now;
      for (const watched of this.#watched.values()) {
        watched.newest = Number.NEGATIVE_INFINITY;
        watched.newestAt = Math.max(watched.newestAt, now - 1);
      }
      return;
    }
    if (this.#watched.size > 0 && now - this.#heardAt >= RENEW_AFTER_MS) {
      this.#renew(now);
      return;
    }
    for (const [series, watched] of this.#watched) {
      const silentMs = now - watched.newestAt;
      if (silentMs >= RESTART_AFTER_MS && !watched.isRestarted) {
        watched.isRestarted = true;
        this.#relay.restart(series);
      }
      if (silentMs < RENEW_AFTER_MS || now - watched.renewedAt < LEFT_ALONE_MS) continue;
      watched.renewedAt = now;
      this.#renew(now);
      return;
    }
  }

  #renew(now: number): void {
    this.#heardAt = now;
    for (const watched of this.#watched.values()) {
      watched.newest = Number.NEGATIVE_INFINITY;
      watched.newestAt = now;
    }
    this.#relay.renew();
  }
}
