import type { Ledger } from '../../billing/ledger/ledger.ts';
import { type Clock, DAY_MS, type EpochMs, epochMs, NO_MONEY, type VenueId } from '../../domain/index.ts';
import { type ServiceDatabase, StorageUnavailableError } from '../../storage/service-database.ts';
import type { ControlStore } from '../control/control-store.ts';
import type { PaperSide, PreparedOrder, TakenLevel } from '../execution/index.ts';
import type { PendingOpening } from '../limits/exposure.ts';
import { bindsOpenings, findLimitsInForce, type LimitCeilings } from '../limits/limits.ts';
import { FLAT } from '../positions/position.ts';
import type { Holder } from './operations/close-positions.ts';
import {
  applyResult,
  close,
  preview,
  record,
  reopen,
  requestCancel,
  reserve,
  submit,
  submitLeg,
} from './operations/order-operations.ts';
import { toOrder } from './operations/order-row.ts';
import type { Reserve } from './operations/reserve.ts';
import type { BotOrder, ExecutionMode, KeyedKind } from './order.ts';
import type {
  BotActivity,
  BotScore,
  FeeTotals,
  OpenMarket,
  OpenOrder,
  SettledMarket,
  StoredPosition,
  VenueCount,
} from './order-figures.ts';
import type {
  KnownLegs,
  NewOrder,
  OrderPreview,
  OrderResult,
  OrderStore,
  OrderUpdate,
  RecordOutcome,
  ReserveOutcome,
  SubmitOutcome,
  SubmittedPaper,
  TapeFill,
} from './order-store.ts';
import { decideReservation, type OwnerMoney } from './reservation-decision.ts';
import type { OrderQueries, ScoreRow } from './rows.ts';

/** Time for which a fee stays set aside; extended each time the venue says that the order rests. */
const HOLD_MS = DAY_MS;
/** Number of positions that one transaction books, since longer transactions would time out on a server. */
const HOLDERS_AT_ONCE = 25;

export interface StoredOrdersOptions {
  readonly database: ServiceDatabase;
  /** Ledger for all movements of money. If an audit has closed it, no order is accepted. */
  readonly ledger: ServiceDatabase & Pick<Ledger, 'readBalance' | 'readOwed'>;
  readonly controls: Pick<ControlStore, 'readInForce'>;
  /** Ceilings that the operator sets for the limits of every bot. */
  readonly ceilings: LimitCeilings;
  readonly queries: OrderQueries;
  readonly clock: Clock;
}

/** Orders in the service database. */
export class StoredOrders implements OrderStore {
  readonly #database: ServiceDatabase;
  readonly #ledger: StoredOrdersOptions['ledger'];
  readonly #controls: StoredOrdersOptions['controls'];
  readonly #ceilings: LimitCeilings;
  readonly #queries: OrderQueries;
  readonly #clock: Clock;

  constructor({ database, ledger, controls, ceilings, queries, clock }: StoredOrdersOptions) {
    this.#database = database;
    this.#ledger = ledger;
    this.#controls = controls;
    this.#ceilings = ceilings;
    this.#queries = queries;
    this.#clock = clock;
  }

  /** Previews an order from committed rows, or, for a bot with limits or an order of the engine, in one transaction. */
  async preview(request: NewOrder): Promise<OrderPreview> {
    const { botId, clientOrderId, owner, feeMicroUsd, isClose, source } = request;
    const { config, exitState: exits, halt } = await this.#controls.readInForce(botId);
    const limits = findLimitsInForce(config, this.#ceilings);
    const isBound = halt !== 'none' || exits.closing !== null || exits.stop !== null || bindsOpenings(limits);
    if (source === 'engine' || (isBound && !isClose)) {
      return this.#ledger.transact(preview, this.#toReserve(request));
    }
    const [earlier, money] = await Promise.all([
      this.find(botId, clientOrderId),
      feeMicroUsd === 0 ? null : this.#readMoney(owner),
    ]);
    const decision = decideReservation(feeMicroUsd, {
      earlier,
      money,
      isClose,
      isHalted: halt === 'all',
      isBusy: false,
      opening: { kind: 'open', opensMicroUsd: request.mostOpenedMicroUsd },
    });
    return decision.status === 'reserve' ? { status: 'reserved', closing: null } : decision;
  }

  async #readMoney(owner: string): Promise<OwnerMoney> {
    const [{ microUsd: balance, heldMicroUsd: held }, owed] = await Promise.all([
      this.#ledger.readBalance(owner),
      this.#ledger.readOwed(owner),
    ]);
    return { balance, held, owed };
  }

  record(request: NewOrder, known: KnownLegs): Promise<RecordOutcome> {
    return this.#ledger.transact(record, { ...this.#toReserve(request), known });
  }

  reserve(request: NewOrder): Promise<ReserveOutcome> {
    return this.#ledger.transact(reserve, this.#toReserve(request));
  }

  #toReserve(request: NewOrder): Reserve {
    const now = this.#clock();
    return { request, now, holdExpiresAt: epochMs(now + HOLD_MS), ceilings: this.#ceilings };
  }

  submit(
    orderId: string,
    legs: readonly PreparedOrder[],
    paper: SubmittedPaper | null = null,
  ): Promise<SubmitOutcome> {
    const [now, ceilings] = [this.#clock(), this.#ceilings];
    return this.#database.transact(submit, { orderId, legs, paper, now, ceilings });
  }

  submitLeg(orderId: string, leg: number): Promise<BotOrder> {
    return this.#database.transact(submitLeg, { orderId, leg, now: this.#clock() });
  }

  applyResult(orderId: string, result: OrderResult, leg = 0): Promise<OrderUpdate> {
    const now = this.#clock();
    return this.#ledger.transact(applyResult, {
      orderId,
      leg,
      result,
      now,
      holdExpiresAt: epochMs(now + HOLD_MS),
    });
  }

  requestCancel(botId: string, orderId: string): Promise<BotOrder | null> {
    return this.#database.transact(requestCancel, { botId, orderId, now: this.#clock() });
  }

  async closePositions(
    venue: VenueId,
    storeKey: string,
    value: number | null,
    resolvedAt: EpochMs | null = null,
  ): Promise<number> {
    const all = await this.#queries.listHolders({ venue, storeKey });
    return bookInParts(all, `positions in ${storeKey} cannot be closed`, (holders) =>
      this.#database.transact(close, { venue, storeKey, value, resolvedAt, holders, now: this.#clock() }),
    );
  }

  async reopenPositions(settled: SettledMarket, asset: string): Promise<number> {
    const { venue, storeKey } = settled;
    const all = await this.#queries.listSettledHolders(settled);
    return bookInParts(all, `positions in ${storeKey} cannot be reopened`, (holders) =>
      this.#database.transact(reopen, { venue, storeKey, asset, holders, now: this.#clock() }),
    );
  }

  async find(botId: string, clientOrderId: string): Promise<BotOrder | null> {
    const found = await this.#queries.findOrderOfBot(botId, clientOrderId);
    return found === null ? null : toOrder(found.order, found.fills);
  }

  async listRecent(botId: string, limit: number): Promise<readonly BotOrder[]> {
    const rows = await this.#queries.listRecent(botId, limit);
    return rows.map(({ order, fills }) => toOrder(order, fills));
  }

  listOpen(limit: number, after?: OpenOrder): Promise<readonly OpenOrder[]> {
    return this.#queries.listOpen(after ?? null, limit);
  }

  countUnconfirmed(mode: ExecutionMode, forMs: number): Promise<readonly VenueCount[]> {
    return this.#queries.countUnconfirmed(mode, this.#clock() - forMs);
  }

  hasOpenOrder(botId: string, mode: ExecutionMode, { venue, storeKey }: OpenMarket): Promise<boolean> {
    return this.#queries.hasOpenOrder({ botId, mode, venue, storeKey });
  }

  listPositions(botId: string, mode: ExecutionMode): Promise<readonly StoredPosition[]> {
    return this.#queries.listPositions(botId, mode);
  }

  listPending(botId: string, mode: ExecutionMode): Promise<readonly PendingOpening[]> {
    return this.#queries.listPending(botId, mode);
  }

  listTaken(side: PaperSide): Promise<readonly TakenLevel[]> {
    return this.#queries.listTaken(side);
  }

  async readOpenSize(botId: string, mode: ExecutionMode, { venue, storeKey }: OpenMarket): Promise<string> {
    return ((await this.#queries.findPosition({ botId, mode, venue, storeKey })) ?? FLAT).size;
  }

  listOpenMarkets(limit: number, after?: OpenMarket): Promise<readonly OpenMarket[]> {
    return this.#queries.listOpenMarkets(after ?? null, limit);
  }

  listSettledMarkets(
    since: EpochMs,
    limit: number,
    after?: SettledMarket,
  ): Promise<readonly SettledMarket[]> {
    return this.#queries.listSettledMarkets(since, after ?? null, limit);
  }

  hasClosed(botId: string, mode: ExecutionMode, kind: KeyedKind): Promise<boolean> {
    return this.#queries.hasClosed(botId, mode, kind);
  }

  readFees(botId: string, mode: ExecutionMode): Promise<FeeTotals> {
    return this.#queries.readFees(botId, mode);
  }

  async readActivity(botId: string, mode: ExecutionMode): Promise<BotActivity> {
    const score = await this.#queries.findScore(botId, mode);
    if (score === null) return NO_ACTIVITY;
    const { orders, filled, fills, accessFeesMicroUsd } = score;
    return { orderRecords: orders, filled, fills, accessFeesMicroUsd };
  }

  async findScore(botId: string, mode: ExecutionMode): Promise<BotScore | null> {
    const score = await this.#queries.findScore(botId, mode);
    if (score === null || score.fills === 0) return null;
    return toScore({ ...score, openPositions: await this.#queries.countPositions(botId, mode) });
  }

  async listScores(mode: ExecutionMode, limit: number): Promise<readonly BotScore[]> {
    return (await this.#queries.listScores(mode, limit)).map(toScore);
  }

  async readTape(
    mode: ExecutionMode,
    { afterSeq, limit }: { readonly afterSeq?: number; readonly limit: number },
  ): Promise<readonly TapeFill[]> {
    if (afterSeq !== undefined) return this.#queries.listTape(mode, afterSeq, limit);
    return (await this.#queries.listNewestFills(mode, limit)).toReversed();
  }
}

/**
 * Books positions, a few in each transaction.
 *
 * @param fault Beginning of the error about positions that could not be booked.
 * @returns Number of booked positions.
 */
async function bookInParts(
  all: readonly Holder[],
  fault: string,
  book: (holders: readonly Holder[]) => Promise<number>,
): Promise<number> {
  const faults: unknown[] = [];
  let booked = 0;
  for (let from = 0; from < all.length; from += HOLDERS_AT_ONCE) {
    const holders = all.slice(from, from + HOLDERS_AT_ONCE);
    try {
      booked += await book(holders);
    } catch (error) {
      if (error instanceof StorageUnavailableError) throw error;
      // A position that cannot be booked does not affect the others.
      for (const holder of holders) {
        await book([holder]).then(
          (count) => {
            booked += count;
          },
          (error: unknown) => faults.push(error),
        );
      }
    }
  }
  if (faults.length === 0) return booked;
  throw new AggregateError(faults, `${faults.length} ${fault}`);
}

const NO_ACTIVITY: BotActivity = { orderRecords: 0, filled: 0, fills: 0, accessFeesMicroUsd: NO_MONEY };

function toScore(row: ScoreRow & Pick<BotScore, 'openPositions'>): BotScore {
  const { botId, realizedMicroUsd, fills, farFills, volumeMicroUsd, closings, wins, openPositions } = row;
  return { botId, realizedMicroUsd, fills, farFills, volumeMicroUsd, closings, wins, openPositions };
}
