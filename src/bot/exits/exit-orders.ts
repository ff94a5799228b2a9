import { createHash } from 'node:crypto';
import pLimit, { type LimitFunction } from 'p-limit';
import { type AssetRef, type EpochMs, epochMs, SECOND_MS, type VenueId } from '../../domain/index.ts';
import type { ExecutionMode, OrderExit } from '../orders/order.ts';
import { toStatus } from '../orders/order-state.ts';
import type { TradeOutcome } from '../trade/trade-request.ts';
import type { TradeService } from '../trade/trade-service.ts';
import { decideRetry } from './exit-retry.ts';
import type { ExitStore } from './exit-store.ts';
import type { RetryRow } from './rows.ts';

/** A position that is to be closed now. */
export interface Exit {
  readonly botId: string;
  readonly ref: AssetRef;
  readonly exit: OrderExit;
  /** Gain at the exit price, micro-USD; the position with the lowest gain is closed first. */
  readonly gainMicroUsd: number;
  /** Newest refusal of this exit; null: none. */
  readonly retry: RetryRow | null;
}

export interface ExitOrdersOptions {
  readonly mode: ExecutionMode;
  readonly store: Pick<ExitStore, 'keepRetry' | 'queries'>;
  readonly trading: Pick<TradeService, 'trade'>;
  readonly getVenueAsset: (ref: AssetRef) => string;
  readonly clock: () => EpochMs;
  readonly onError: (error: unknown, botId: string) => void;
  /** Receives a call after an order was placed or refused, since positions may have changed. */
  readonly onDone: () => void;
}

/** Number of orders in progress at one venue; the venue's own limits apply as well. */
const MAX_PER_VENUE = 16;
/** Pause after a partial fill, or where our own limits had no room, before the rest of the exit is tried. */
const PAUSE_MS = SECOND_MS;
const MAX_ASSET_LENGTH = 40;
/** Retry row of an exit that is no longer refused: storing it removes the row. */
const OVER = { tries: 0, nextAt: 0, reason: '' } as const;

/** Places the orders of exits, one at a time for each position, and stores when refused ones are tried again. */
export class ExitOrders {
  readonly #options: ExitOrdersOptions;
  readonly #lanes = new Map<VenueId, LimitFunction>();
  /** Positions whose order is being placed. */
  readonly #placing = new Map<string, Promise<void>>();
  /** Times, epoch ms, until which no order is placed for a position. */
  readonly #paused = new Map<string, number>();

  constructor(options: ExitOrdersOptions) {
    this.#options = options;
  }

  isBusy(botId: string, ref: Pick<AssetRef, 'venue' | 'storeKey'>): boolean {
    const key = toKey(botId, ref);
    return this.#placing.has(key) || (this.#paused.get(key) ?? 0) > this.#options.clock();
  }

  /** Starts placing the orders of exits, the largest loss first. */
  place(exits: readonly Exit[]): void {
    for (const exit of exits.toSorted((a, b) => a.gainMicroUsd - b.gainMicroUsd)) {
      const key = toKey(exit.botId, exit.ref);
      const placing = this.#getLane(exit.ref.venue)(() => this.#placeOne(exit, key))
        .catch((error: unknown) => {
          this.#pause(key);
          this.#options.onError(error, exit.botId);
        })
        .finally(() => {
          this.#placing.delete(key);
          this.#options.onDone();
        });
      this.#placing.set(key, placing);
    }
  }

  /** Resolves when no order is being placed. */
  async waitUntilIdle(): Promise<void> {
    await Promise.all(this.#placing.values());
  }

  async #placeOne({ botId, ref, exit, retry }: Exit, key: string): Promise<void> {
    const { trading, store, clock, getVenueAsset, mode } = this.#options;
    const owner = await store.queries.findOwner(botId);
    if (owner === null) throw new Error(`no order states the owner of ${botId}`);
    const outcome = await trading.trade(
      { botId, owner },
      {
        clientOrderId: buildExitOrderId(ref.asset, clock()),
        source: 'trade',
        ref,
        venueAsset: getVenueAsset(ref),
        side: null,
        sizeUsd: null,
        markPrice: exit.exitPrice,
        exit,
      },
    );
    this.#pause(key);
    const reason = findRefusal(outcome);
    if (reason === null && (retry === null || !hasTraded(outcome))) return;
    const next = reason === null ? OVER : decideRetry(reason, retry, clock());
    const { venue, storeKey } = ref;
    await store.keepRetry({ botId, mode, venue, storeKey, ...next });
  }

  #pause(key: string): void {
    const now = this.#options.clock();
    for (const [paused, until] of this.#paused) if (until <= now) this.#paused.delete(paused);
    this.#paused.set(key, now + PAUSE_MS);
  }

  #getLane(venue: VenueId): LimitFunction {
    const lane = this.#lanes.get(venue) ?? pLimit(MAX_PER_VENUE);
    this.#lanes.set(venue, lane);
    return lane;
  }
}

/**
 * Builds the client id of an exit's order: one per asset and second, so that a second process, or a restart within that
 * second, finds the first order.
 */
function buildExitOrderId(asset: string, t: EpochMs): string {
  const name =
    asset.length <= MAX_ASSET_LENGTH ? asset : createHash('sha256').update(asset).digest('hex').slice(0, 16);
  return `exit:${name}:${Math.floor(epochMs(t) / SECOND_MS)}`;
}

const toKey = (botId: string, { venue, storeKey }: Pick<AssetRef, 'venue' | 'storeKey'>) =>
  `${botId} ${venue} ${storeKey}`;

/**
 * Finds the reason for which an exit was refused; null: it was not, it has no answer yet, or our own limits had no
 * room.
 */
function findRefusal(outcome: TradeOutcome): string | null {
  if (outcome.status === 'insufficient_balance') return outcome.status;
  if (outcome.status !== 'done' || toStatus(outcome.order) !== 'rejected') return null;
  const reason = outcome.order.reason ?? 'other';
  return reason === 'rate_limited' ? null : reason;
}

const hasTraded = (outcome: TradeOutcome) => outcome.status === 'done' && outcome.order.fills.length > 0;
