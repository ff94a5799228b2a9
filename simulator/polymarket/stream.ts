import type { WebSocket } from 'ws';
import type { Listener } from '../faults.ts';
import { isTurn, readObject, type SimulatedStream, sendText, toTexts } from '../venue-stream.ts';
import type { VenueView } from '../venue-view.ts';
import { countRefreshes, type Listing, quoteAt, yesWon } from '../world/listing.ts';
import { isOpen } from '../world/world.ts';
import * as shapes from './shapes.ts';
import { getTokens } from './tokens.ts';

interface Connection {
  /** Listener of the whole connection. Each token has its own, since it was subscribed at its own moment. */
  readonly listener: Listener;
  readonly ws: WebSocket;
  readonly books: Map<string, StreamedBook>;
  isExtended: boolean;
  until: number;
}

interface StreamedBook {
  readonly listener: Listener;
  /** The levels that were sent last; null before the first book. */
  levels: Levels | null;
  /** Touch and refresh of that book: while they stay the same, so does the book. */
  stamp: string;
  /** Trades up to this time were sent. */
  until: number;
}

type Levels = ReadonlyMap<string, string>;

/** Above this many assets the venue never sends the initial books. */
const MAX_WITH_BOOKS = 750;

export function servePolymarketStream(view: VenueView): SimulatedStream {
  const connections = new Set<Connection>();
  let opened = 0;
  let ticks = 0;
  return {
    accept: (ws) => {
      const connection: Connection = {
        listener: {
          connection: opened++,
          openedAt: view.faults.newestId,
          subscribedAt: view.faults.newestId,
        },
        ws,
        books: new Map(),
        isExtended: false,
        until: view.priceTime(),
      };
      connections.add(connection);
      ws.on('message', (data) => receive(view, connection, String(data)));
      ws.on('error', () => ws.terminate());
      ws.on('close', () => connections.delete(connection));
    },
    tick: () => {
      ticks++;
      for (const connection of connections) speak(view, connection, ticks);
    },
  };
}

function receive(view: VenueView, connection: Connection, text: string): unknown {
  const { ws, books } = connection;
  if (text === 'PING') return sendText(ws, 'PONG');
  const message = readObject(text);
  if (message === null) return sendText(ws, 'INVALID MESSAGE');
  if (message.custom_feature_enabled === true) connection.isExtended = true;
  const tokens = toTexts(message.assets_ids);
  if (message.operation === 'unsubscribe') {
    for (const token of tokens) books.delete(token);
    return null;
  }
  const fresh = tokens.filter((token) => !books.has(token));
  if (fresh.length === 0) return sendText(ws, 'NO NEW ASSETS');
  const listener = { ...connection.listener, subscribedAt: view.faults.newestId };
  const until = view.priceTime();
  for (const token of fresh) books.set(token, { listener, levels: null, stamp: '', until });
  if (books.size > MAX_WITH_BOOKS) return null;
  const initial = fresh.flatMap((token) => {
    const book = view.faults.isSilent('polymarket', token, listener) ? null : findBook(view, token);
    if (book === null) return [];
    books.set(token, { listener, levels: indexLevels(book), stamp: '', until });
    const { min_order_size: _size, neg_risk: _risk, ...event } = book;
    return [{ ...event, event_type: 'book' }];
  });
  return initial.length === 0 ? null : sendText(ws, JSON.stringify(initial));
}

function findBook(view: VenueView, token: string) {
  const found = getTokens(view).get(token);
  if (found === undefined || !isOpen(found.listing, view.priceTime())) return null;
  return shapes.bookObject(found.listing, found.side, view.priceTime(), view.now());
}

function indexLevels({ bids, asks }: ReturnType<typeof shapes.bookObject>): Levels {
  return new Map([
    ...bids.map(({ price, size }) => [`BUY ${price}`, size] as const),
    ...asks.map(({ price, size }) => [`SELL ${price}`, size] as const),
  ]);
}

function speak(view: VenueView, connection: Connection, tick: number): void {
  const { ws, books } = connection;
  const t = view.priceTime();
  const timestamp = String(view.now());
  const known = getTokens(view);
  for (const [token, streamed] of books) {
    const before = streamed.levels;
    const found = known.get(token);
    if (found === undefined || view.faults.isSilent('polymarket', token, streamed.listener)) continue;
    const { listing } = found;
    if (!isTurn(listing.key, tick, books.size)) continue;
    const market = shapes.getIds(listing).clobConditionId;
    const stamp = toStamp(listing, t);
    const book = stamp === streamed.stamp ? null : findBook(view, token);
    streamed.stamp = stamp;
    if (book !== null && before !== null) {
      const levels = indexLevels(book);
      const touch = { best_bid: book.bids.at(-1)?.price ?? '0', best_ask: book.asks.at(-1)?.price ?? '1' };
      const changes = [...new Set([...before.keys(), ...levels.keys()])]
        .filter((key) => before.get(key) !== levels.get(key))
        .map((key) => {
          const [direction, price] = key.split(' ');
          return {
            asset_id: token,
            price,
            size: levels.get(key) ?? '0',
            side: direction,
            hash: book.hash,
            ...touch,
          };
        });
      streamed.levels = levels;
      if (changes.length > 0)
        sendText(
          ws,
          JSON.stringify({ market, price_changes: changes, timestamp, event_type: 'price_change' }),
        );
      if (changes.length > 0 && connection.isExtended) {
        const spread = String(Number((Number(touch.best_ask) - Number(touch.best_bid)).toFixed(6)));
        sendText(
          ws,
          JSON.stringify({
            market,
            asset_id: token,
            ...touch,
            spread,
            timestamp,
            event_type: 'best_bid_ask',
          }),
        );
      }
    }
    for (const row of shapes.tradeRows(listing, streamed.until, t, 50).reverse()) {
      if (row.asset !== token) continue;
      sendText(
        ws,
        JSON.stringify({
          market,
          asset_id: token,
          price: String(row.price),
          size: String(row.size),
          fee_rate_bps: '0',
          side: row.side,
          timestamp,
          event_type: 'last_trade_price',
          transaction_hash: row.transactionHash,
        }),
      );
    }
    streamed.until = t;
  }
  if (connection.isExtended) announce(view, connection, t, timestamp);
  connection.until = t;
}

/** Everything that the book of a listing depends on. */
function toStamp(listing: Listing, t: number): string {
  const { bid, ask } = quoteAt(listing, t);
  return `${bid} ${ask} ${countRefreshes(listing, t)}`;
}

/** Sends new and resolved markets to a connection that subscribed to them. */
function announce(view: VenueView, { ws, until, listener }: Connection, t: number, timestamp: string): void {
  if (view.faults.isSilent('polymarket', '', listener)) return;
  for (const listing of view.universe().byVenue.polymarket) {
    const { openAt, settleAt } = listing.event;
    const { clobConditionId: conditionId, tokens } = shapes.getIds(listing);
    if (openAt > until && openAt <= t) {
      const { id, slug, title, ticker, description } = shapes.eventSummary(listing);
      sendText(
        ws,
        JSON.stringify({
          event_type: 'new_market',
          id: shapes.gammaId(listing),
          question: shapes.getQuestion(listing),
          market: conditionId,
          slug: listing.name,
          description,
          assets_ids: shapes.inListedOrder(listing, tokens),
          outcomes: shapes.inListedOrder(listing, shapes.getOutcomes(listing)),
          event_message: { id, ticker, slug, title, description },
          tags: [],
          condition_id: conditionId,
          active: true,
          clob_token_ids: shapes.inListedOrder(listing, tokens),
          order_price_min_tick_size: String(listing.tick),
          group_item_title: listing.leg.label,
          timestamp,
        }),
      );
    }
    if (settleAt > until && settleAt <= t) {
      const winner = yesWon(listing) ? 0 : 1;
      sendText(
        ws,
        JSON.stringify({
          event_type: 'market_resolved',
          id: shapes.gammaId(listing),
          market: conditionId,
          assets_ids: shapes.inListedOrder(listing, tokens),
          winning_asset_id: tokens[winner],
          winning_outcome: shapes.getOutcomes(listing)[winner],
          timestamp,
          tags: [],
        }),
      );
    }
  }
}
