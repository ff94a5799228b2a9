import type { AssetRef, Clock, MicroUsd, VenueId } from '../domain/index.ts';
import type { Vault } from '../vault/vault.ts';
import type { ControlStore } from './control/control-store.ts';
import type { KillSwitch } from './control/kill-switch.ts';
import type { CredentialChecks } from './credential-checks/credential-checks.ts';
import type { DecisionStore } from './engine/decision-store.ts';
import type { Engine } from './engine/engine.ts';
import type { ExecutionVenue } from './execution/index.ts';
import type { ExitWatch } from './exits/exit-watch.ts';
import type { Quote } from './exits/quote.ts';
import type { AccountReadings } from './holdings/account-readings.ts';
import type { HoldingStore } from './holdings/holding-store.ts';
import type { Journal } from './journal/journal.ts';
import type { LimitCeilings } from './limits/limits.ts';
import type { ExecutionMode } from './orders/order.ts';
import type { OpenMarket } from './orders/order-figures.ts';
import type { OrderReview } from './orders/order-review.ts';
import type { OrderStore } from './orders/order-store.ts';
import type { MarketEnd } from './positions/position-closer.ts';
import type { FillTape } from './tape/fill-tape.ts';
import type { TradeService } from './trade/trade-service.ts';

/**
 * Ways in which orders fill: by one of the two rules of the mock venue (`mark` and `book`), or at a real venue
 * (`live`).
 */
export const FILL_KINDS = ['mark', 'book', 'live'] as const;

/** Parts of the bot service that its endpoints use. */
export interface Bot {
  readonly mode: ExecutionMode;
  readonly fills: (typeof FILL_KINDS)[number];
  /** Whether orders may be placed. Live orders need a second switch of the operator; mock orders are always allowed. */
  readonly isExecutionAllowed: boolean;
  /** Trades for the bots that are enabled; null: the engine is switched off. */
  readonly engine: Engine | null;
  readonly decisions: DecisionStore;
  /** Fee of an order, charged at its first fill; 0 while billing is off. */
  readonly feeMicroUsd: MicroUsd;
  readonly trading: TradeService;
  readonly orders: OrderStore;
  /** Orders and days of a bot, in pages. */
  readonly journal: Journal;
  /** Lists orders whose venue can no longer be asked, and closes them for the operator. */
  readonly review: OrderReview;
  readonly controls: ControlStore;
  readonly killSwitch: KillSwitch;
  /** Closes positions by the rules of their bots. */
  readonly exitWatch: ExitWatch;
  /** Ceilings that the operator sets for every bot: where a bot's own limit is higher, the ceiling applies. */
  readonly ceilings: LimitCeilings;
  readonly vault: Vault;
  /** Verdicts on stored credentials. */
  readonly credentials: CredentialChecks;
  readonly clock: Clock;
  /** Holdings of the accounts behind credentials, and how they differ from the records of the bots. */
  readonly holdings: HoldingStore;
  readonly readings: AccountReadings;
  readonly tape: FillTape;
  readonly venues: ReadonlyMap<VenueId, ExecutionVenue>;
  /** Secret from which the public handles of bots are computed; never shown. */
  readonly handleSecret: Uint8Array;
  /** Finds the newest quote of a market; null: the market is not listed. */
  findQuote(ref: AssetRef): Quote | null;
  /** Finds how a market has ended; null: it has not. */
  findEnd(market: OpenMarket): Promise<MarketEnd | null>;
  /** Finds the venue's own name of an asset. */
  getVenueAsset(ref: AssetRef): string;
}
