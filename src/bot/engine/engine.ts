import pLimit from 'p-limit';
import { type Clock, findAssetRef, type VenueId } from '../../domain/index.ts';
import type { BotConfig, EnabledBot } from '../control/control.ts';
import type { ControlStore } from '../control/control-store.ts';
import type { KillSwitch } from '../control/kill-switch.ts';
import type { ExecutionMode } from '../orders/order.ts';
import { toStatus } from '../orders/order-state.ts';
import type { OrderStore } from '../orders/order-store.ts';
import { FLAT, type Position } from '../positions/position.ts';
import type { TradeOutcome, Trader } from '../trade/trade-request.ts';
import type { TradeService } from '../trade/trade-service.ts';
import { AssetPauses } from './asset-pauses.ts';
import type { DecisionRecord } from './decision-record.ts';
import type { DecisionStore } from './decision-store.ts';
import { buildEngineOrderId, toMinute } from './engine-order-id.ts';
import { decideTrade, type MarketSignal } from './trade-decision.ts';

/** The owner that a bot trades for, and the venues that its key allows. */
export interface EngineTrader extends Trader {
  readonly venues: 'all' | readonly VenueId[];
}

export interface EngineOptions {
  readonly mode: ExecutionMode;
  readonly controls: Pick<ControlStore, 'listEnabled'>;
  readonly killSwitch: Pick<KillSwitch, 'read'>;
  readonly orders: Pick<OrderStore, 'listPositions' | 'hasOpenOrder'>;
  readonly decisions: DecisionStore;
  readonly trading: Pick<TradeService, 'trade'>;
  /**
   * Finds the trader of a bot; null: no key of the bot is valid. Such a bot does not trade, because its owner could not
   * stop it.
   */
  readonly findTrader: (botId: string) => Promise<EngineTrader | null>;
  /** Finds the signal of an asset; null: the asset is neither listed nor recorded. */
  readonly findSignal: (asset: string) => Promise<MarketSignal | null>;
  readonly getVenueAsset: (ref: MarketSignal['ref']) => string;
  readonly clock: Clock;
  /** Receives errors because of which a bot could not decide. Other bots continue. */
  readonly onError: (error: unknown, botId: string) => void;
}

const BOTS_PER_PAGE = 500;
/** Number of bots that decide at the same time; each decides about one asset after another. */
const MAX_BOTS_AT_ONCE = 8;

/**
 * Trades for enabled bots on the signals of their assets, once a minute for each bot and asset. The id of an order
 * follows from asset and minute, so that after a restart the placed order is found instead of placed again. Bots that
 * trade the same asset share one reading of its signal.
 */
export class Engine {
  readonly #options: EngineOptions;
  readonly #lane = pLimit(MAX_BOTS_AT_ONCE);
  readonly #pauses = new AssetPauses();
  readonly #startedAt: number;
  /** Pairs of bot and asset for which this minute's decision was made. */
  #decided = new Set<string>();
  #minute = 0;
  #signals = new Map<string, Promise<MarketSignal | null>>();

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#startedAt = options.clock();
  }

  /** Ends the pauses for a refused credential when another one is stored, so that orders are tried again. */
  forgetCredential(owner: string, venue: VenueId): void {
    this.#pauses.forgetCredential(owner, venue);
  }

  /** Decides for every pair of bot and asset that this minute has no decision for. */
  async runRound(): Promise<void> {
    const minute = toMinute(this.#options.clock());
    if (minute !== this.#minute) this.#decided = new Set();
    this.#minute = minute;
    this.#signals = new Map();
    let last: string | undefined;
    for (;;) {
      const page = await this.#options.controls.listEnabled(BOTS_PER_PAGE, last);
      await Promise.all(page.map((bot) => this.#lane(() => this.#run(bot))));
      last = page.at(-1)?.botId;
      if (page.length < BOTS_PER_PAGE) return;
    }
  }

  async #run({ botId, config, exitState }: EnabledBot): Promise<void> {
    const { killSwitch, findTrader, decisions, onError } = this.#options;
    try {
      const due = config.assets.filter((asset) => !this.#decided.has(`${botId} ${asset}`));
      if (due.length === 0) return;
      const isPaused = config.startPaused && (exitState.resumedAtMs ?? 0) < this.#startedAt;
      if (isPaused) return;
      const trader = await findTrader(botId);
      if (trader === null) return;
      const made: DecisionRecord[] = [];
      try {
        for (const asset of due) {
          const halt = await killSwitch.read(botId);
          if (halt !== 'clear' && halt !== 'opening') break;
          if (!mayTrade(asset, config, trader)) continue;
          this.#decided.add(`${botId} ${asset}`);
          const isOpeningHalted = halt === 'opening' || exitState.closing !== null || exitState.stop !== null;
          await this.#decide(trader, { config, isOpeningHalted }, asset).then(
            (decision) => {
              // The bot's limit of orders per minute is reached, so this asset is decided again once there is room.
              if (decision === null) this.#decided.delete(`${botId} ${asset}`);
              else made.push(decision);
            },
            // An asset that cannot be read does not delay the others.
            (error: unknown) => onError(error, botId),
          );
        }
      } finally {
        if (made.length > 0) await decisions.append(botId, made);
      }
    } catch (error) {
      onError(error, botId);
    }
  }

  async #decide(
    trader: EngineTrader,
    { config, isOpeningHalted }: { readonly config: BotConfig; readonly isOpeningHalted: boolean },
    asset: string,
  ): Promise<DecisionRecord | null> {
    const { orders, mode, clock, trading, getVenueAsset, onError } = this.#options;
    const signal = await this.#readSignal(asset);
    const ref = signal?.ref ?? findAssetRef(asset);
    if (ref === null) throw new Error(`${asset} is not an asset id such as hl-BTC`);
    const t = clock();
    const place = { ...trader, venue: ref.venue, asset: ref.asset };
    const position = await this.#findPosition(trader.botId, ref);
    const decision = this.#pauses.isPaused(place, position.size, t)
      ? PAUSED
      : decideTrade({
          config,
          signal,
          isOpeningHalted,
          now: t,
          position,
          hasOpenOrder: await orders.hasOpenOrder(trader.botId, mode, ref),
        });
    const facts = {
      t,
      venue: ref.venue,
      asset: ref.asset,
      direction: signal?.direction ?? null,
      confidence: signal?.confidence ?? null,
      price: signal?.price ?? null,
    };
    if (decision.action === 'hold') return { ...facts, ...NO_ORDER, action: 'hold', reason: decision.reason };

    const { action, side, sizeUsd, price } = decision;
    const clientOrderId = buildEngineOrderId(ref.asset, t);
    const outcome = await trading
      .trade(
        { botId: trader.botId, owner: trader.owner },
        {
          clientOrderId,
          source: 'engine',
          ref,
          venueAsset: getVenueAsset(ref),
          ...(action === 'close' ? { side: null, sizeUsd: null } : { side, sizeUsd }),
          markPrice: price,
        },
      )
      .catch((error: unknown) => {
        onError(error, trader.botId);
        return null;
      });
    if (outcome?.status === 'busy') return null;
    const result = toResult(outcome);
    const reason = result.status === 'filled' ? null : result.reason;
    this.#pauses.note(place, { reason, size: position.size }, clock());
    return { ...facts, action, side, sizeUsd, price, clientOrderId, ...result };
  }

  async #findPosition(botId: string, { venue, storeKey }: MarketSignal['ref']): Promise<Position> {
    const open = await this.#options.orders.listPositions(botId, this.#options.mode);
    return open.find((position) => position.venue === venue && position.storeKey === storeKey) ?? FLAT;
  }

  #readSignal(asset: string): Promise<MarketSignal | null> {
    let signal = this.#signals.get(asset);
    if (signal === undefined) {
      signal = this.#options.findSignal(asset);
      this.#signals.set(asset, signal);
    }
    return signal;
  }
}

const PAUSED = { action: 'hold', reason: 'paused' } as const;
const NO_ORDER = { side: null, sizeUsd: null, clientOrderId: null, status: null } as const;

/** Whether both the bot's settings and its key allow the venue of the asset. */
function mayTrade(asset: string, { venues }: BotConfig, trader: EngineTrader): boolean {
  const venue = findAssetRef(asset)?.venue;
  if (venue === undefined || !venues.includes(venue)) return false;
  return trader.venues === 'all' || trader.venues.includes(venue);
}

function toResult(
  outcome: Exclude<TradeOutcome, { readonly status: 'busy' }> | null,
): Pick<DecisionRecord, 'status' | 'reason'> {
  if (outcome === null) return { status: 'failed', reason: 'internal' };
  // Stored decisions and answers use the API's word for a halt: `killed`.
  if (outcome.status === 'halted') return { status: 'killed', reason: 'killed' };
  if (outcome.status !== 'done') return { status: outcome.status, reason: outcome.status };
  const status = toStatus(outcome.order);
  return { status, reason: status === 'filled' ? null : outcome.order.reason };
}
