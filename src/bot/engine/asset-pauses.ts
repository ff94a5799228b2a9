import { type EpochMs, MINUTE_MS, type VenueId } from '../../domain/index.ts';
import type { RejectReason } from '../execution/index.ts';

/**
 * Refusals that may pass by themselves: they pause an asset for a minute, and each further one doubles the pause, up to
 * an hour.
 */
const PASSING: ReadonlySet<string> = new Set<RejectReason | 'insufficient_balance'>([
  'mismatch',
  'halt',
  'no_liquidity',
  'insufficient_funds',
  'below_minimum',
  'limit',
  'insufficient_balance',
  'no_position',
]);
/** Refusals that last: they pause the asset for an hour. */
const LASTING: ReadonlySet<string> = new Set<RejectReason>([
  'market_closed',
  'unknown_asset',
  'not_supported',
  'venue_blocked',
]);
/** Refusals that pause every asset of the venue for an hour, or until another credential is stored. */
const OF_CREDENTIALS: ReadonlySet<string> = new Set<RejectReason>(['no_credentials', 'credentials_rejected']);
const MAX_PAUSE_MS = 60 * MINUTE_MS;

interface Pause {
  readonly until: number;
  readonly lengthMs: number;
  /**
   * Size of the open position that could not be closed: another size ends the pause. null: the size does not matter.
   */
  readonly size: string | null;
}

/** The bot, owner, venue and asset of an engine's order. */
export interface EnginePlace {
  readonly botId: string;
  readonly owner: string;
  readonly venue: VenueId;
  readonly asset: string;
}

/** Pauses the engine in assets whose venue refused an order, so that the order is not repeated each minute. */
export class AssetPauses {
  readonly #byAsset = new Map<string, Pause>();
  /** Times until which the engine pauses, by owner and venue. */
  readonly #byCredential = new Map<string, number>();

  /** Whether the engine pauses in an asset. @param size Size of the open position, signed decimal text. */
  isPaused({ botId, owner, venue, asset }: EnginePlace, size: string, now: EpochMs): boolean {
    const pause = this.#byAsset.get(`${botId} ${asset}`);
    const isOver = pause === undefined || (pause.size !== null && pause.size !== size);
    const until = isOver ? 0 : pause.until;
    return Math.max(until, this.#byCredential.get(`${owner} ${venue}`) ?? 0) > now;
  }

  /**
   * Notes how an order ended.
   *
   * @param reason Reason for which it was refused; null: it was not.
   * @param size Size of the position before the order.
   */
  note(
    { botId, owner, venue, asset }: EnginePlace,
    { reason, size }: { readonly reason: string | null; readonly size: string },
    now: EpochMs,
  ): void {
    const key = `${botId} ${asset}`;
    if (reason !== null && OF_CREDENTIALS.has(reason)) {
      this.#byCredential.set(`${owner} ${venue}`, now + MAX_PAUSE_MS);
    } else if (reason !== null && LASTING.has(reason)) {
      this.#byAsset.set(key, { until: now + MAX_PAUSE_MS, lengthMs: MAX_PAUSE_MS, size: null });
    } else if (reason !== null && PASSING.has(reason)) {
      const last = this.#byAsset.get(key);
      const isOther = last === undefined || (last.size !== null && last.size !== size);
      const lengthMs = isOther ? MINUTE_MS : Math.min(MAX_PAUSE_MS, 2 * last.lengthMs);
      const ofSize = reason === 'no_position' ? size : null;
      this.#byAsset.set(key, { until: now + lengthMs, lengthMs, size: ofSize });
    } else this.#byAsset.delete(key);
  }

  /** Ends the pauses for a refused credential when another one is stored, so that orders are tried again. */
  forgetCredential(owner: string, venue: VenueId): void {
    this.#byCredential.delete(`${owner} ${venue}`);
  }
}
