import type { PaperSide, TakenLevel } from '../../execution/paper-taking.ts';
import { type DaySums, joinSums } from '../day-sums.ts';
import type { OrderFill } from '../order.ts';
import type {
  BotDay,
  BotMarket,
  FillRow,
  OrderChange,
  OrderRow,
  OrderRows,
  ScoreRow,
  StoredSize,
  TradingRows,
} from '../rows.ts';

type ScoreWrite = 'insertScore' | 'updateScore' | 'updateActivity';

/**
 * Buffers the rows of a new order that takes all its steps in one commit. Each step reads and writes the rows of the
 * step before, so changed rows are read once, stay in memory, and are written once in their last state. This halves the
 * statements, and on a server the round trips.
 */
export class BufferedOrder {
  /** Rows that the steps use. Buffered rows are written before any statement that does not know them. */
  readonly rows: TradingRows;
  readonly #stored: OrderRows;
  #order: OrderRow | null = null;
  #fills: FillRow[] = [];
  #score: { readonly row: ScoreRow; readonly write: ScoreWrite | null } | null = null;
  readonly #days = new Map<number, { readonly day: BotDay; readonly sums: DaySums }>();
  /**
   * Whether rows are still buffered. The first query that buffered rows cannot answer ends it; later every row is read
   * and written by a statement of its own.
   */
  #isBuffering = true;

  constructor({ orders, control, ledger }: TradingRows) {
    this.#stored = orders;
    this.rows = {
      ledger,
      control: { find: readOnce(control.find), findFlag: readOnce(control.findFlag) },
      orders: {
        ...orders,
        ...this.#bufferReads(),
        ...this.#bufferWrites(),
        listFills: (orderId) =>
          this.#isBuffered(orderId) ? this.#fills.map(toFill) : this.#afterAll('listFills')(orderId),
        findOrderOfBot: this.#afterAll('findOrderOfBot'),
        listFillsInMarket: this.#afterAll('listFillsInMarket'),
        updateVenueFee: this.#afterAll('updateVenueFee'),
        removeFills: this.#afterAll('removeFills'),
        findFillPlace: this.#afterAll('findFillPlace'),
        removeFill: this.#afterAll('removeFill'),
        insertFailedFill: this.#afterAll('insertFailedFill'),
        listPending: this.#afterAll('listPending'),
        countEngineOrders: this.#afterAll('countEngineOrders'),
      },
    };
  }

  /** Writes the buffered rows: the order first, since its fills refer to it. */
  store(): void {
    const stored = this.#stored;
    if (this.#order !== null) stored.insertOrder(this.#order);
    for (const fill of this.#fills) stored.insertFill(fill);
    if (this.#score !== null && this.#score.write !== null) stored[this.#score.write](this.#score.row);
    for (const { day, sums } of this.#days.values()) stored.addToDay(day, sums);
    this.#order = null;
    this.#fills = [];
    this.#score = null;
    this.#days.clear();
  }

  #isBuffered(orderId: string): boolean {
    return this.#order?.orderId === orderId;
  }

  /**
   * Returns a method that first writes the buffered rows and ends the buffering. Before the order is buffered there is
   * nothing to write, and buffering continues.
   */
  #afterAll<Name extends keyof OrderRows>(name: Name): OrderRows[Name] {
    const method = this.#stored[name] as (...values: unknown[]) => unknown;
    return ((...values: unknown[]) => {
      if (this.#order !== null) {
        this.store();
        this.#isBuffering = false;
      }
      return method(...values);
    }) as OrderRows[Name];
  }

  #bufferReads() {
    const { findPosition, insertPosition, updatePosition, removePosition } = this.#stored;
    const { listTaken, putTaken, removeTaken } = this.#stored;
    const positions = new Map<string, StoredSize | null>();
    const taken = new Map<string, readonly TakenLevel[]>();
    return {
      findPosition: readOnce(findPosition, toMarketKey, positions),
      insertPosition: forgetting(insertPosition, positions),
      updatePosition: forgetting(updatePosition, positions),
      removePosition: forgetting(removePosition, positions),
      listTaken: readOnce(listTaken, toSideKey, taken),
      putTaken: forgetting(putTaken, taken),
      removeTaken: forgetting(removeTaken, taken),
    };
  }

  #bufferWrites() {
    const stored = this.#stored;
    return {
      findOrder: (orderId: string) => (this.#isBuffered(orderId) ? this.#order : stored.findOrder(orderId)),
      insertOrder: (row: OrderRow) => {
        if (!this.#isBuffering || this.#order !== null) stored.insertOrder(row);
        else this.#order = row;
      },
      updateOrder: (change: OrderChange) => {
        if (this.#order?.orderId === change.orderId) this.#order = { ...this.#order, ...change };
        else stored.updateOrder(change);
      },
      insertFill: (row: FillRow) => {
        if (this.#isBuffered(row.orderId)) this.#fills.push(row);
        else stored.insertFill(row);
      },
      findScore: (botId: string, mode: ScoreRow['mode']) => {
        if (!this.#isBuffering) return stored.findScore(botId, mode);
        if (this.#score !== null && isOf(this.#score.row, { botId, mode })) return this.#score.row;
        const row = stored.findScore(botId, mode);
        if (row !== null && this.#score === null) this.#score = { row, write: null };
        return row;
      },
      insertScore: (row: ScoreRow) => this.#bufferScore(row, 'insertScore'),
      updateScore: (row: ScoreRow) => this.#bufferScore(row, 'updateScore'),
      updateActivity: (row: ScoreRow) => this.#bufferScore(row, 'updateActivity'),
      addToDay: (day: BotDay, sums: DaySums) => {
        const known = this.#days.get(day.startMs);
        if (!this.#isBuffering || (known !== undefined && !isOf(known.day, day))) stored.addToDay(day, sums);
        else
          this.#days.set(day.startMs, { day, sums: known === undefined ? sums : joinSums(known.sums, sums) });
      },
    };
  }

  #bufferScore(row: ScoreRow, write: ScoreWrite): void {
    const known = this.#score;
    if (!this.#isBuffering || (known !== null && !isOf(known.row, row))) {
      this.#stored[write](row);
      return;
    }
    // A new row must be inserted, and a change of the gain must be written even when a later change is of the counts
    // only.
    const wider = known?.write === 'insertScore' || known?.write === 'updateScore' ? known.write : write;
    this.#score = { row, write: wider };
  }
}

/** Removes the members that only the row of a fill has. */
const toFill = ({ orderId: _order, botId: _bot, mode: _mode, place: _place, ...fill }: FillRow): OrderFill =>
  fill;

type Bot = Pick<BotMarket, 'botId' | 'mode'>;
const isOf = (one: Bot, other: Bot) => one.botId === other.botId && one.mode === other.mode;
const toMarketKey = ({ botId, mode, venue, storeKey }: BotMarket) => [botId, mode, venue, storeKey].join(' ');
const toSideKey = (side: PaperSide) => `${toMarketKey(side)} ${side.side}`;

function readOnce<Asked, Found>(
  read: (asked: Asked) => Found,
  toKey: (asked: Asked) => string = String,
  known: Map<string, Found> = new Map(),
): (asked: Asked) => Found {
  return (asked) => {
    const key = toKey(asked);
    if (known.has(key)) return known.get(key) as Found;
    const found = read(asked);
    known.set(key, found);
    return found;
  };
}

function forgetting<Values extends readonly unknown[]>(
  write: (...values: Values) => void,
  known: Map<string, unknown>,
): (...values: Values) => void {
  return (...values) => {
    known.clear();
    write(...values);
  };
}
