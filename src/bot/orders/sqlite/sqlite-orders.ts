import type { SqliteLedger } from '../../../billing/sqlite/sqlite-ledger.ts';
import { type Clock, DAY_MS, epochMs, microUsd, type VenueId } from '../../../domain/index.ts';
import { StorageUnavailableError } from '../../../storage/service-database.ts';
import type { Transaction } from '../../../storage/sqlite/procedure.ts';
import type { SqliteServiceDatabase } from '../../../storage/sqlite/sqlite-service-database.ts';
import type { PreparedOrder } from '../../execution/index.ts';
import type { BotOrder, ExecutionMode } from '../order.ts';
import type {
  BotActivity,
  BotScore,
  OpenMarket,
  OpenOrder,
  OrderRequest,
  OrderResult,
  OrderStore,
  PlacedLegs,
  PlaceOutcome,
  ReserveOutcome,
  ReserveRefusal,
  SettledOrder,
  StoredPosition,
  TapeFill,
} from '../order-store.ts';
import {
  closeProcedure,
  findRefusal,
  type Holder,
  placeProcedure,
  reserveProcedure,
  settleProcedure,
  submitLegProcedure,
  submitProcedure,
} from './procedures.ts';
import { readPosition } from './results.ts';
import { readOrderOfBot, readOrders } from './rows.ts';

/** A fee that is still set aside after this is looked at; while its venue says that the order rests, it is extended. */
const HOLD_MS = DAY_MS;

const NO_ACTIVITY: BotActivity = { orderRecords: 0, filled: 0, fills: 0, accessFeesMicroUsd: microUsd(0) };

const SCORE = `SELECT bot_id AS botId, realized AS realizedMicroUsd, fills, far_fills AS farFills, volume AS volumeMicroUsd, closings, wins,
    (SELECT COUNT(*) FROM bot_position p WHERE p.bot_id = s.bot_id AND p.mode = s.mode) AS openPositions
  FROM bot_score s`;

const POSITION_COLUMNS = 'venue, asset, store_key AS storeKey, size, cost AS costMicroUsd';

export interface SqliteOrdersOptions {
  readonly database: SqliteServiceDatabase;
  /** Everything that moves money goes through it: a ledger that an audit has closed takes no order with a fee either. */
  readonly ledger: SqliteLedger;
  readonly clock: Clock;
}

/** Orders in the service database. */
export class SqliteOrders implements OrderStore {
  readonly #database: SqliteServiceDatabase;
  readonly #ledger: SqliteLedger;
  readonly #clock: Clock;

  constructor({ database, ledger, clock }: SqliteOrdersOptions) {
    this.#database = database;
    this.#ledger = ledger;
    this.#clock = clock;
  }

  async findRefusal(request: OrderRequest): Promise<ReserveRefusal | null> {
    return findRefusal(this.#reads, request);
  }

  place(request: OrderRequest, placed: PlacedLegs): Promise<PlaceOutcome> {
    const now = this.#clock();
    const holdExpiresAt = epochMs(now + HOLD_MS);
    return this.#ledger.transact(placeProcedure, { request, placed, now, holdExpiresAt });
  }

  reserve(request: OrderRequest): Promise<ReserveOutcome> {
    const now = this.#clock();
    return this.#ledger.transact(reserveProcedure, { request, now, holdExpiresAt: epochMs(now + HOLD_MS) });
  }

  submit(orderId: string, legs: readonly PreparedOrder[]): Promise<BotOrder> {
    return this.#database.transact(submitProcedure, { orderId, legs, now: this.#clock() });
  }

  submitLeg(orderId: string, leg: number): Promise<BotOrder> {
    return this.#database.transact(submitLegProcedure, { orderId, leg, now: this.#clock() });
  }

  settle(orderId: string, result: OrderResult, leg = 0): Promise<SettledOrder> {
    const now = this.#clock();
    return this.#ledger.transact(settleProcedure, {
      orderId,
      leg,
      result,
      now,
      holdExpiresAt: epochMs(now + HOLD_MS),
    });
  }

  async closePositions(venue: VenueId, storeKey: string, value: number | null): Promise<number> {
    const close = (holder: Holder | null) =>
      this.#database.transact(closeProcedure, { venue, storeKey, value, holder, now: this.#clock() });
    try {
      return await close(null);
    } catch (error) {
      if (error instanceof StorageUnavailableError) throw error;
      // One position that cannot be booked keeps no other bot from its own.
      const faults: unknown[] = [];
      const holders = this.#listHolders(venue, storeKey);
      for (const holder of holders) await close(holder).catch((fault: unknown) => faults.push(fault));
      if (faults.length === 0) return holders.length;
      throw new AggregateError(faults, `${faults.length} positions in ${storeKey} cannot be closed`);
    }
  }

  #listHolders(venue: VenueId, storeKey: string): readonly Holder[] {
    const sql = 'SELECT bot_id AS botId, mode FROM bot_position WHERE venue = ? AND store_key = ?';
    return this.#reads.get(sql).all(venue, storeKey) as unknown as Holder[];
  }

  async find(botId: string, clientOrderId: string): Promise<BotOrder | null> {
    return readOrderOfBot(this.#reads, botId, clientOrderId);
  }

  async recent(botId: string, limit: number): Promise<readonly BotOrder[]> {
    return readOrders(
      this.#reads,
      'WHERE bot_id = ? ORDER BY created_at DESC, order_id DESC LIMIT ?',
      botId,
      limit,
    );
  }

  async open(limit: number, after?: OpenOrder): Promise<readonly OpenOrder[]> {
    const sql = `SELECT order_id AS orderId, bot_id AS botId, client_order_id AS clientOrderId, venue, state,
        created_at AS createdAt, updated_at AS updatedAt
      FROM bot_order
      WHERE (state IN ('reserved', 'submitted', 'resting') OR is_settling = 1) AND (created_at, order_id) > (?, ?)
      ORDER BY created_at, order_id LIMIT ?`;
    const rows = this.#reads.get(sql).all(after?.createdAt ?? -1, after?.orderId ?? '', limit);
    return rows as unknown as OpenOrder[];
  }

  async hasOpenOrder(botId: string, storeKey: string): Promise<boolean> {
    const sql = `SELECT 1 FROM bot_order
      WHERE bot_id = ? AND store_key = ? AND state IN ('reserved', 'submitted', 'resting') LIMIT 1`;
    return this.#reads.get(sql).get(botId, storeKey) !== undefined;
  }

  async positions(botId: string, mode: ExecutionMode): Promise<readonly StoredPosition[]> {
    const sql = `SELECT ${POSITION_COLUMNS} FROM bot_position WHERE bot_id = ? AND mode = ?`;
    return this.#reads.get(sql).all(botId, mode) as unknown as StoredPosition[];
  }

  async openSize(botId: string, mode: ExecutionMode, market: OpenMarket): Promise<string> {
    return readPosition(this.#reads, { botId, mode, ...market }).size;
  }

  async openMarkets(limit: number, after?: OpenMarket): Promise<readonly OpenMarket[]> {
    const sql = `SELECT DISTINCT venue, store_key AS storeKey FROM bot_position
      WHERE (venue, store_key) > (?, ?) ORDER BY venue, store_key LIMIT ?`;
    const rows = this.#reads.get(sql).all(after?.venue ?? '', after?.storeKey ?? '', limit);
    return rows as unknown as OpenMarket[];
  }

  async activity(botId: string, mode: ExecutionMode): Promise<BotActivity> {
    const sql = `SELECT orders AS orderRecords, filled, fills, fees AS accessFeesMicroUsd
      FROM bot_score WHERE bot_id = ? AND mode = ?`;
    const row = this.#reads.get(sql).get(botId, mode) as BotActivity | undefined;
    return row === undefined ? NO_ACTIVITY : { ...row };
  }

  async score(botId: string, mode: ExecutionMode): Promise<BotScore | null> {
    const row = this.#reads
      .get(`${SCORE} WHERE s.bot_id = ? AND s.mode = ? AND s.fills > 0`)
      .get(botId, mode);
    return (row as unknown as BotScore | undefined) ?? null;
  }

  async scores(mode: ExecutionMode, limit: number): Promise<readonly BotScore[]> {
    const rest = 'WHERE s.mode = ? AND s.fills > 0 ORDER BY realized DESC, volume DESC LIMIT ?';
    return this.#reads.get(`${SCORE} ${rest}`).all(mode, limit) as unknown as BotScore[];
  }

  async tape(
    mode: ExecutionMode,
    { afterSeq, limit }: { readonly afterSeq?: number; readonly limit: number },
  ): Promise<readonly TapeFill[]> {
    const columns = `f.seq, f.t, f.bot_id AS botId, o.venue, o.venue_asset AS venueAsset, o.side, f.cost + f.proceeds AS usdMicro, f.price`;
    const from = 'FROM bot_fill f JOIN bot_order o ON o.order_id = f.order_id WHERE f.mode = ?';
    if (afterSeq !== undefined) {
      const sql = `SELECT ${columns} ${from} AND f.seq > ? ORDER BY f.seq LIMIT ?`;
      return this.#reads.get(sql).all(mode, afterSeq, limit) as unknown as TapeFill[];
    }
    const rows = this.#reads.get(`SELECT ${columns} ${from} ORDER BY f.seq DESC LIMIT ?`).all(mode, limit);
    return (rows as unknown as TapeFill[]).reverse();
  }

  get #reads(): Transaction {
    return this.#database.reads;
  }
}
