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

/** How orders fill: `mark` and `book` are the two rules of the mock venue. */
export const FILL_KINDS = ['mark', 'book', 'live'] as const;

/** The bot service, as its endpoints see it. */
export interface Bot {
  readonly mode: ExecutionMode;
  readonly fills: (typeof FILL_KINDS)[number];
  /** Whether live orders are allowed by a second switch; always true in mock mode. */
  readonly isExecutionAllowed: boolean;
  /** Trades for the bots that are enabled; null: switched off. */
  readonly engine: Engine | null;
  readonly decisions: DecisionStore;
  /** Fee of an order, charged at its first fill; 0 while billing is off. */
  readonly feeMicroUsd: MicroUsd;
  readonly trading: TradeService;
  readonly orders: OrderStore;
  /** Orders and days of a bot, in pages. */
  readonly journal: Journal;
  /** Lists and closes orders that no venue can be asked about. */
  readonly review: OrderReview;
  readonly controls: ControlStore;
  readonly killSwitch: KillSwitch;
  /** Closes positions by the rules of their bots. */
  readonly exitWatch: ExitWatch;
  /** Ceilings of the operator, above the limits of every bot. */
  readonly ceilings: LimitCeilings;
  readonly vault: Vault;
  /** Verdicts on stored credentials. */
  readonly credentials: CredentialChecks;
  readonly clock: Clock;
  /** Holdings of the accounts behind credentials, and their difference from the records. */
  readonly holdings: HoldingStore;
  readonly readings: AccountReadings;
  readonly tape: FillTape;
  readonly venues: ReadonlyMap<VenueId, ExecutionVenue>;
  /** Makes the handles of bots; never shown. */
  readonly handleSecret: Uint8Array;
  /** The newest quote of a market; null: not listed. */
  findQuote(ref: AssetRef): Quote | null;
  /** How a market has ended; null: it has not. */
  findEnd(market: OpenMarket): Promise<MarketEnd | null>;
  /** The venue's own name of an asset. */
  getVenueAsset(ref: AssetRef): string;
}
