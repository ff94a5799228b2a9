import type { PaperSide, TakenLevel } from '../../../src/bot/execution/index.ts';
import { isFinal, type OrderCursor } from '../../../src/bot/orders/order.ts';
import type { SettledMarket } from '../../../src/bot/orders/order-figures.ts';
import type { TapeFill } from '../../../src/bot/orders/order-store.ts';
import { toPending } from '../../../src/bot/orders/pending-order.ts';
import type {
  BotMarket,
  ClosingRow,
  FailedFillRow,
  FilledOrderRow,
  FillRow,
  OrderQueries,
  OrderRow,
  OrderRows,
  PositionRow,
  ScoreRow,
} from '../../../src/bot/orders/rows.ts';
import { MemoryTable, type UndoLog } from './memory-database.ts';

export interface MemoryOrders {
  readonly rows: OrderRows;
  readonly queries: OrderQueries;
}

type StoredFill = FillRow & { readonly seq: number };

/** Rows of orders in memory. @param undo Of the database that they are a part of. */
export function createMemoryOrders(undo: UndoLog): MemoryOrders {
  const orders = new MemoryTable<OrderRow>(undo);
  const idsOfBots = new MemoryTable<string>(undo);
  const fills = new MemoryTable<StoredFill>(undo);
  const failed = new MemoryTable<FailedFillRow>(undo);
  const positions = new MemoryTable<PositionRow>(undo);
  const closings = new MemoryTable<ClosingRow & { readonly id: number }>(undo);
  const scores = new MemoryTable<ScoreRow>(undo);
  const taken = new MemoryTable<PaperSide & TakenLevel>(undo);
  let lastNumber = 0;

  const marketKey = ({ botId, mode, venue, storeKey }: BotMarket) => [botId, mode, venue, storeKey];
  const isIn = (market: BotMarket) => (row: BotMarket) =>
    marketKey(row).every((part, i) => part === marketKey(market)[i]);
  const bySeq = (a: StoredFill, b: StoredFill) => a.seq - b.seq;
  const place = (fill: StoredFill) => fill.place ?? fill.seq;
  const byPlace = (a: OrderCursor, b: OrderCursor) =>
    a.createdAt - b.createdAt || (a.orderId === b.orderId ? 0 : a.orderId < b.orderId ? -1 : 1);
  const isAfter = (place: OrderCursor | null) => (row: OrderRow) => place === null || byPlace(row, place) > 0;
  const listStored = (fits: (fill: StoredFill) => boolean) => fills.list().filter(fits).sort(bySeq);
  const listPlaced = (fits: (fill: StoredFill) => boolean) =>
    listStored(fits).sort((a, b) => place(a) - place(b));
  const toFill = ({
    seq: _seq,
    place: _place,
    orderId: _id,
    botId: _bot,
    mode: _mode,
    ...fill
  }: StoredFill) => fill;
  const listFills = (orderId: string) => listPlaced((fill) => fill.orderId === orderId).map(toFill);
  const withFills = (order: OrderRow): FilledOrderRow => ({ order, fills: listFills(order.orderId) });
  const findOrderOfBot = (botId: string, clientOrderId: string) => {
    const orderId = idsOfBots.find(botId, clientOrderId);
    return orderId === null ? null : orders.find(orderId);
  };
  const findPosition = (market: BotMarket) => {
    const row = positions.find(...marketKey(market));
    return row === null ? null : { size: row.size, costMicroUsd: row.costMicroUsd, openedAt: row.openedAt };
  };
  const countPositions = (botId: string, mode: ScoreRow['mode']) =>
    positions.list().filter((row) => row.botId === botId && row.mode === mode).length;
  const isOpen = ({ state }: OrderRow) => !isFinal(state);

  const listPositions = (botId: string, mode: ScoreRow['mode']) =>
    positions
      .list()
      .filter((row) => row.botId === botId && row.mode === mode)
      .map(({ venue, asset, storeKey, size, costMicroUsd, openedAt }) => ({
        venue,
        asset,
        storeKey,
        size,
        costMicroUsd,
        openedAt,
      }));
  const listPending = (botId: string, mode: ScoreRow['mode']) =>
    orders
      .list()
      .filter((row) => row.botId === botId && row.mode === mode && isOpen(row))
      .map((row) => {
        const opened = listFills(row.orderId).reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0);
        return toPending({ ...row, opens: row.opensMicroUsd, opened, isClose: Number(row.isClose) });
      });

  const sideKey = (side: PaperSide) => [...marketKey(side), side.side];
  const listTaken = (side: PaperSide): TakenLevel[] =>
    taken
      .list()
      .filter((row) => sideKey(row).every((part, i) => part === sideKey(side)[i]))
      .map(({ price, offered, taken: size, seenAt }) => ({ price, offered, taken: size, seenAt }));

  const rows: OrderRows = {
    findOrder: (orderId) => orders.find(orderId),
    findOrderOfBot,
    insertOrder: (row) => {
      idsOfBots.insert([row.botId, row.clientOrderId], row.orderId);
      orders.insert([row.orderId], row);
    },
    updateOrder: (change) => {
      const row = orders.find(change.orderId);
      if (row !== null) orders.put([row.orderId], { ...row, ...change });
    },
    listFills,
    listFillsInMarket: (market) =>
      listPlaced(({ orderId }) => {
        const order = orders.find(orderId);
        return order !== null && isIn(market)(order);
      }).map(({ orderId, t, size, notionalMicroUsd, kind = 'trade' as const }) => ({
        t,
        size,
        notionalMicroUsd,
        kind,
        side: (orders.find(orderId) as OrderRow).side,
      })),
    insertFill: (row) => fills.insert([row.orderId, row.fillId], { ...row, seq: ++lastNumber }),
    updateVenueFee: ({ orderId, fillId }, venueFeeMicroUsd) => {
      const fill = fills.find(orderId, fillId);
      if (fill !== null) fills.put([orderId, fillId], { ...fill, venueFeeMicroUsd });
    },
    removeFills: (orderId, leg) => {
      for (const fill of listStored((one) => one.orderId === orderId && one.leg === leg)) {
        fills.remove(orderId, fill.fillId);
      }
    },
    findFillPlace: ({ orderId, fillId }) => {
      const fill = fills.find(orderId, fillId);
      return fill === null ? null : place(fill);
    },
    removeFill: ({ orderId, fillId }) => fills.remove(orderId, fillId),
    findFailedFill: ({ orderId, fillId }) => failed.find(orderId, fillId),
    insertFailedFill: (row) => failed.insert([row.orderId, row.fillId], row),
    // What accounts hold is no part of the rows in memory.
    isMismatched: () => false,
    findPosition,
    listPositions,
    listPending,
    findLastClosing: (market) =>
      closings
        .list()
        .filter(isIn(market))
        .filter(({ kind }) => kind === 'trade')
        .reduce<number | null>((last, { t }) => Math.max(last ?? t, t), null),
    countEngineOrders: (botId, after) =>
      orders
        .list()
        .filter((row) => row.botId === botId && row.createdAt > after && row.source === 'engine')
        .filter(({ state }) => state !== 'rejected').length,
    listPositionsInMarket: ({ venue, storeKey }) =>
      positions.list().filter((row) => row.venue === venue && row.storeKey === storeKey),
    insertPosition: (row) => positions.insert(marketKey(row), row),
    updatePosition: (row) => positions.put(marketKey(row), row),
    removePosition: (market) => positions.remove(...marketKey(market)),
    listClosings: (market) =>
      closings
        .list()
        .filter(isIn(market))
        .sort((a, b) => a.id - b.id)
        .map(({ id: _id, ...row }) => row),
    insertClosing: (row) => {
      const id = ++lastNumber;
      closings.insert([id], { ...row, id });
    },
    removeClosings: (market) => {
      for (const { id } of closings.list().filter(isIn(market))) closings.remove(id);
    },
    listTaken,
    putTaken: (side, level) => taken.put([...sideKey(side), level.price], { ...side, ...level }),
    removeTaken: (side, price) => taken.remove(...sideKey(side), price),
    removeTakenInMarket: ({ venue, storeKey }) => {
      for (const row of taken.list()) {
        if (row.venue === venue && row.storeKey === storeKey) taken.remove(...sideKey(row), row.price);
      }
    },
    findScore: (botId, mode) => scores.find(botId, mode),
    insertScore: (row) => scores.insert([row.botId, row.mode], row),
    updateScore: (row) => scores.put([row.botId, row.mode], row),
    updateActivity: (row) => scores.put([row.botId, row.mode], row),
    // Rows in memory have no days: what asks for them counts fills.
    addToDay: () => undefined,
  };

  const listSettled = () => {
    const all = closings.list();
    const isUndone = (row: (typeof all)[number]) =>
      all.some((other) => other.kind === 'reopened' && isIn(row)(other) && other.id > row.id);
    return all.filter((row) => row.kind === 'settlement' && !isUndone(row));
  };
  const listTape = (mode: ScoreRow['mode']): TapeFill[] =>
    listStored((fill) => fill.mode === mode && fill.kind === undefined).map((fill) => {
      const { venue, venueAsset, side } = orders.find(fill.orderId) as OrderRow;
      const { seq, t, botId, price, costMicroUsd, proceedsMicroUsd, basis } = fill;
      const tradedMicroUsd = (costMicroUsd + proceedsMicroUsd) as TapeFill['tradedMicroUsd'];
      return { seq, t, botId, venue, venueAsset, side, tradedMicroUsd, price, basis };
    });
  const queries: OrderQueries = {
    hasClosed: async (botId, mode, { venue, keyPrefix }) => {
      const isWanted = (row: BotMarket) =>
        row.botId === botId && row.mode === mode && row.venue === venue && row.storeKey.startsWith(keyPrefix);
      const isReconciled = ({ clientOrderId }: OrderRow) => clientOrderId.startsWith('reconciled/');
      return closings.list().some(isWanted) || orders.list().filter(isReconciled).some(isWanted);
    },
    readFees: async (botId, mode) => {
      const ofBot = listStored((fill) => fill.botId === botId && fill.mode === mode);
      const stated = ofBot.filter(({ venueFeeMicroUsd }) => venueFeeMicroUsd !== null);
      return {
        venueFeesMicroUsd: stated.reduce((sum, { venueFeeMicroUsd }) => sum + Number(venueFeeMicroUsd), 0),
        withoutFee: ofBot.length - stated.length,
      };
    },
    findOrderOfBot: async (botId, clientOrderId) => {
      const order = findOrderOfBot(botId, clientOrderId);
      return order === null ? null : withFills(order);
    },
    listRecent: async (botId, limit) =>
      orders
        .list()
        .filter((row) => row.botId === botId)
        .sort((a, b) => byPlace(b, a))
        .slice(0, limit)
        .map(withFills),
    listOpen: async (after, limit) =>
      orders
        .list()
        .filter((row) => isOpen(row) || row.isSettling)
        .filter(isAfter(after))
        .sort(byPlace)
        .slice(0, limit)
        .map((row) => ({
          orderId: row.orderId,
          botId: row.botId,
          clientOrderId: row.clientOrderId,
          venue: row.venue,
          state: row.state,
          createdAt: row.createdAt,
          updatedAt: row.updatedAt,
          cancelRequestedAt: row.cancelRequestedAt,
          opensMicroUsd: row.opensMicroUsd,
        })),
    listWaiting: async (after, limit) =>
      orders.list().filter(isOpen).filter(isAfter(after)).sort(byPlace).slice(0, limit).map(withFills),
    countUnconfirmed: async (mode, sentBefore) => {
      const open = orders
        .list()
        .filter(
          (row) => row.mode === mode && row.state === 'submitted' && Number(row.submittedAt) < sentBefore,
        );
      return [...Map.groupBy(open, ({ venue }) => venue)].map(([venue, { length }]) => ({
        venue,
        count: length,
      }));
    },
    hasOpenOrder: async (market) => orders.list().filter(isIn(market)).some(isOpen),
    findPosition: async (market) => findPosition(market),
    listTaken: async (side) => listTaken(side),
    listPositions: async (botId, mode) => listPositions(botId, mode),
    listPending: async (botId, mode) => listPending(botId, mode),
    listHolders: async (market) =>
      rows.listPositionsInMarket(market).map(({ botId, mode }) => ({ botId, mode })),
    listSettledHolders: async ({ venue, storeKey, resolvedAt }) => {
      const holders = listSettled().filter(
        (row) => row.venue === venue && row.storeKey === storeKey && row.resolvedAt === resolvedAt,
      );
      const named = new Map(holders.map(({ botId, mode }) => [`${botId} ${mode}`, { botId, mode }]));
      return [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, holder]) => holder);
    },
    listSettledMarkets: async (since, after, limit) => {
      const name = ({ venue, storeKey, resolvedAt }: SettledMarket) =>
        `${venue} ${storeKey} ${String(resolvedAt ?? 0).padStart(20, '0')}`;
      const markets = new Map(
        listSettled()
          .filter(({ t }) => t >= since)
          .map(({ venue, storeKey, resolvedAt }) => ({ venue, storeKey, resolvedAt }))
          .map((market) => [name(market), market]),
      );
      return [...markets]
        .filter(([key]) => after === null || key > name(after))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, limit)
        .map(([, market]) => market);
    },
    listOpenMarkets: async (after, limit) => {
      const key = ({ venue, storeKey }: Pick<PositionRow, 'venue' | 'storeKey'>) => `${venue} ${storeKey}`;
      const markets = new Map(positions.list().map((row) => [key(row), row]));
      return [...markets]
        .filter(([name]) => after === null || name > key(after))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, limit)
        .map(([, { venue, storeKey }]) => ({ venue, storeKey }));
    },
    findScore: async (botId, mode) => scores.find(botId, mode),
    countPositions: async (botId, mode) => countPositions(botId, mode),
    listScores: async (mode, limit) =>
      scores
        .list()
        .filter((row) => row.mode === mode && row.fills > 0)
        .sort(
          (a, b) =>
            b.realizedMicroUsd - a.realizedMicroUsd ||
            b.volumeMicroUsd - a.volumeMicroUsd ||
            (a.botId < b.botId ? -1 : 1),
        )
        .slice(0, limit)
        .map((row) => ({ ...row, openPositions: countPositions(row.botId, mode) })),
    listTape: async (mode, afterSeq, limit) =>
      listTape(mode)
        .filter(({ seq }) => seq > afterSeq)
        .slice(0, limit),
    listNewestFills: async (mode, limit) => listTape(mode).reverse().slice(0, limit),
  };
  return { rows, queries };
}
