import type { FastifyInstance } from 'fastify';
import type { VenueView } from '../venue-view.ts';
import { type Listing, yesWon } from '../world/listing.ts';
import { isSettled } from '../world/world.ts';
import { encode, findCursor, parseLimit, type Query, sendProblem, toList } from './query.ts';
import * as shapes from './shapes.ts';
import { buildPoints, getTokens, listListed, MAX_WINDOW_S, PRESETS } from './tokens.ts';

/** The data service: trades, open interest and the newer price history. */
export function dataRoutes(app: FastifyInstance, view: VenueView): void {
  const byCondition = (value: string | string[] | undefined) => {
    const wanted = toList(value);
    return listListed(view).filter((listing) => wanted.includes(shapes.getIds(listing).conditionId));
  };
  app.get<{ Querystring: Query }>('/v2/prices-history', ({ query }, reply) => {
    const now = Math.floor(view.priceTime() / 1_000);
    const interval = query.interval as string | undefined;
    const end = Math.min(now, Number(query.end ?? now));
    const start =
      interval === undefined ? Number(query.start ?? now - 86_400) : now - (PRESETS[interval] ?? 86_400);
    const seconds = Number(query.bucket_seconds ?? 3_600);
    const limit = parseLimit(query.limit, 10_000, 10_000);
    const from = findCursor(query.cursor);
    if (limit === null || from === null || !(seconds >= 60 && seconds <= 86_400))
      return sendProblem(reply, 400, 'invalid bucket_seconds, limit or cursor');
    if (interval === undefined && end - start > MAX_WINDOW_S)
      return sendProblem(reply, 400, 'window is longer than 15 days');
    const token = getTokens(view).get(String(query.token_id));
    if (token === undefined) return { data: [], pagination: { next_cursor: null, has_more: false } };
    const rows = buildPoints(token, start, end, seconds);
    const more = from + limit < rows.length;
    return {
      data: rows
        .slice(from, from + limit)
        .map(({ t, p }) => ({ timestamp: t, price: p, resolution_seconds: seconds })),
      pagination: { next_cursor: more ? encode(from + limit) : null, has_more: more },
    };
  });
  app.get<{ Querystring: Query }>('/trades', ({ query }) => {
    const limit = parseLimit(query.limit, 100, 500) ?? 500;
    const offset = Math.min(1_000, Number(query.offset ?? 0));
    const chosen = query.market === undefined ? listListed(view) : byCondition(query.market);
    const each = query.market === undefined ? 20 : limit + offset;
    const rows = chosen.flatMap((listing) => listSettled(view, listing, each));
    return rows.sort((a, b) => b.timestamp - a.timestamp).slice(offset, offset + limit);
  });
  app.get<{ Querystring: Query }>('/v2/trades', ({ query }, reply) => {
    const limit = parseLimit(query.limit, 100, 1_000);
    const from = findCursor(query.cursor);
    if (limit === null || from === null) return sendProblem(reply, 400, 'invalid limit or cursor');
    const rows = byCondition(query.condition)
      .flatMap((listing) => listSettled(view, listing, from + limit + 1))
      .sort((a, b) => b.timestamp - a.timestamp);
    const more = from + limit < rows.length;
    return {
      data: rows.slice(from, from + limit).map(({ asset, ...row }) => ({
        ...Object.fromEntries(Object.entries(row).map(([key, value]) => [snakeCase(key), value])),
        token_id: asset,
        type: 'TRADE',
        usdc_size: Number((row.price * row.size).toFixed(6)),
      })),
      pagination: { next_cursor: more ? encode(from + limit) : null, has_more: more },
    };
  });
  app.get<{ Querystring: Query }>('/v2/resolutions', ({ query }) => ({
    data: byCondition(query.condition)
      .filter((listing) => isSettled(listing, view.priceTime()))
      .map((listing) => ({
        condition_id: shapes.getIds(listing).conditionId,
        status: 'resolved',
        payouts: yesWon(listing) ? [1, 0] : [0, 1],
        resolved_at: Math.floor(listing.event.settleAt / 1_000),
      })),
    pagination: { next_cursor: null, has_more: false },
  }));
  app.get<{ Querystring: Query }>('/oi', ({ query }) =>
    byCondition(query.market).map((listing) => ({
      market: shapes.getIds(listing).conditionId,
      value: listing.depth * 25,
    })),
  );
}

/** Trades of a market that are looked through where some have not settled. */
const MOST_PRINTS = 20_000;

/** The newest trades of a market that have settled. */
function listSettled(view: VenueView, listing: Listing, limit: number) {
  const { faults } = view;
  const most = faults.hasUnsettled ? MOST_PRINTS : limit;
  const settled = shapes
    .listPrints(listing, 0, view.priceTime(), most)
    .filter(({ slot, time }) => !faults.isUnsettled('polymarket', { key: listing.key, slot, time }));
  return shapes.tradeRows(listing, settled.slice(0, limit));
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
