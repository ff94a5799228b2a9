import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Scene } from '../scene.ts';
import { type Listing, quoteAt, yesWon } from '../world/listing.ts';
import { isOpen, isSettled } from '../world/world.ts';
import * as shapes from './polymarket-shapes.ts';

type Query = Readonly<Record<string, string | string[] | undefined>>;
const NO_BOOK = 'No orderbook exists for the requested token id';
const LONGEST_WINDOW_S = 15 * 86_400;
const PRESETS: Readonly<Record<string, number>> = {
  '1h': 3_600,
  '6h': 21_600,
  '1d': 86_400,
  '1w': 604_800,
  '1m': 2_592_000,
  max: 7_776_000,
  all: 7_776_000,
};
const FEWEST_MINUTES: Readonly<Record<string, number>> = { '1m': 10, '1w': 5 };

/** A token id with its market, over everything that is still known. */
interface Token {
  readonly listing: Listing;
  readonly side: 0 | 1;
}

function listed(scene: Scene): readonly Listing[] {
  return scene.universe().byVenue.polymarket.filter(({ event }) => scene.priceTime() >= event.openAt);
}

export function tokensOf(scene: Scene): ReadonlyMap<string, Token> {
  return scene.perTick('tokens', () => {
    const tokens = new Map<string, Token>();
    for (const listing of listed(scene)) {
      const [yes, no] = shapes.idsOf(listing).tokens;
      tokens.set(yes, { listing, side: 0 });
      tokens.set(no, { listing, side: 1 });
    }
    return tokens;
  });
}

/** Gamma: discovery and metadata. */
export function gammaRoutes(app: FastifyInstance, scene: Scene): void {
  const market = (listing: Listing) => shapes.marketObject(listing, scene.priceTime(), scene.now());
  const isClosed = (listing: Listing) => isSettled(listing, scene.priceTime());
  const ranked = () =>
    scene.perTick('ranked', (t) =>
      listed(scene)
        .map((listing) => ({ listing, volume: shapes.volume24h(listing, t) }))
        .sort((a, b) => b.volume - a.volume)
        .map(({ listing }) => listing),
    );
  const filtered = (query: Query) => {
    const wanted = {
      slug: many(query.slug),
      condition: many(query.condition_ids),
      token: many(query.clob_token_ids),
      id: many(query.id),
    };
    const closed = query.closed === undefined ? false : query.closed === 'true';
    const rows = ranked().filter((listing) => {
      if (isClosed(listing) !== closed) return false;
      const { conditionId, tokens } = shapes.idsOf(listing);
      if (wanted.slug.length > 0 && !wanted.slug.includes(listing.name)) return false;
      if (wanted.condition.length > 0 && !wanted.condition.includes(conditionId)) return false;
      if (wanted.id.length > 0 && !wanted.id.includes(String(500_000 + listing.id))) return false;
      return wanted.token.length === 0 || tokens.some((token) => wanted.token.includes(token));
    });
    return query.ascending === 'true' ? rows.reverse() : rows;
  };
  const groups = (closed: boolean) => {
    const found = new Map<string, Listing[]>();
    for (const listing of listed(scene)) {
      const slug = shapes.eventSlugOf(listing);
      found.set(slug, [...(found.get(slug) ?? []), listing]);
    }
    return [...found.values()].filter((group) => group.every(isClosed) === closed);
  };
  const eventOf = (group: readonly Listing[]) => eventObject(scene, group);

  app.get<{ Querystring: Query }>('/markets/keyset', ({ query }, reply) => {
    if (query.offset !== undefined) return problem(reply, 422, 'offset is not supported on keyset routes');
    const limit = limitOf(query.limit, 20, 100);
    if (limit === null) return problem(reply, 422, 'limit must be between 1 and 100');
    const from = cursorOf(query.after_cursor);
    if (from === null) return problem(reply, 422, 'invalid cursor');
    const rows = filtered(query);
    const next = from + limit < rows.length ? { next_cursor: encode(from + limit) } : {};
    return { markets: rows.slice(from, from + limit).map(market), ...next };
  });
  app.get<{ Querystring: Query }>('/markets', ({ query }, reply) => {
    if (many(query.clob_token_ids).some((token) => !/^\d+$/.test(token)))
      return problem(reply, 422, 'invalid clob token ids');
    const offset = Number(query.offset ?? 0);
    if (offset > 2_000) return problem(reply, 422, 'offset too large, use /markets/keyset');
    const limit = limitOf(query.limit, 20, 500) ?? 500;
    return filtered(query)
      .slice(offset, offset + limit)
      .map(market);
  });
  const single = (found: Listing | undefined, reply: FastifyReply) =>
    found === undefined ? problem(reply, 404, 'not found') : market(found);
  app.get<{ Params: { slug: string } }>('/markets/slug/:slug', ({ params }, reply) =>
    single(
      listed(scene).find(({ name }) => name === params.slug),
      reply,
    ),
  );
  app.get<{ Params: { id: string } }>('/markets/:id', ({ params }, reply) =>
    single(
      listed(scene).find(({ id }) => String(500_000 + id) === params.id),
      reply,
    ),
  );

  app.get<{ Querystring: Query }>('/events/keyset', ({ query }, reply) => {
    if (query.offset !== undefined) return problem(reply, 422, 'offset is not supported on keyset routes');
    const limit = limitOf(query.limit, 20, 100);
    const from = cursorOf(query.after_cursor);
    if (limit === null || from === null) return problem(reply, 422, 'invalid limit or cursor');
    const rows = groups(query.closed === 'true');
    const next = from + limit < rows.length ? { next_cursor: encode(from + limit) } : {};
    return { events: rows.slice(from, from + limit).map(eventOf), ...next };
  });
  app.get<{ Querystring: Query }>('/events', ({ query }) => {
    const slugs = many(query.slug);
    const rows = groups(query.closed === 'true')
      .map(eventOf)
      .filter(({ slug }) => slugs.length === 0 || slugs.includes(slug));
    const offset = Number(query.offset ?? 0);
    return rows.slice(offset, offset + (limitOf(query.limit, 20, 500) ?? 500));
  });
  const allGroups = () => [...groups(false), ...groups(true)];
  app.get<{ Params: { slug: string } }>('/events/slug/:slug', ({ params }, reply) => {
    const group = allGroups().find(
      ([first]) => first !== undefined && shapes.eventSlugOf(first) === params.slug,
    );
    return group === undefined ? problem(reply, 404, 'not found') : eventOf(group);
  });
  app.get<{ Params: { id: string } }>('/events/:id', ({ params }, reply) => {
    const group = allGroups().find(
      ([first]) => first !== undefined && shapes.eventSummary(first).id === params.id,
    );
    return group === undefined ? problem(reply, 404, 'not found') : eventOf(group);
  });
  app.get<{ Querystring: Query }>('/public-search', ({ query }) => {
    const words = String(query.q ?? '').toLowerCase();
    const events = groups(false)
      .map(eventOf)
      .filter(({ title }) => title.toLowerCase().includes(words));
    const limit = limitOf(query.limit_per_type, 5, 50) ?? 50;
    return {
      events: events.slice(0, limit),
      tags: [],
      profiles: [],
      pagination: { hasMore: events.length > limit, totalResults: events.length },
    };
  });
  app.get('/tags', () => [{ id: '1', label: 'Crypto', slug: 'crypto' }]);
  app.get('/status', (_request, reply) => reply.type('text/plain').send('OK'));
}

function eventObject(scene: Scene, group: readonly Listing[]) {
  const t = scene.priceTime();
  const [first] = group;
  if (first === undefined) throw new Error('an event without markets');
  const summary = shapes.eventSummary(first);
  const markets: object[] = group.map((listing) => shapes.marketObject(listing, t, scene.now()));
  if (first.event.series === 'president')
    markets.push(shapes.placeholderObject(first, 1, t), shapes.placeholderObject(first, 2, t));
  const sum = (of: (listing: Listing) => number) =>
    Number(group.reduce((total, one) => total + of(one), 0).toFixed(6));
  return {
    ...summary,
    closed: group.every((listing) => isSettled(listing, t)),
    createdAt: summary.startDate,
    updatedAt: new Date(scene.now()).toISOString(),
    liquidity: sum(({ depth }) => depth * 4),
    volume: sum(
      (listing) => 0.5 * listing.tape.volume(listing.event.openAt, Math.min(t, listing.event.closeAt)),
    ),
    volume24hr: sum((listing) => shapes.volume24h(listing, t)),
    commentCount: 0,
    markets,
    tags: [
      { id: '21', label: first.event.subject.category, slug: first.event.subject.category.toLowerCase() },
    ],
  };
}

/** The order book service. */
export function clobRoutes(app: FastifyInstance, scene: Scene): void {
  /** A token whose market trades; resolved ones have no book. */
  const live = (token: unknown): Token | null => {
    const found = tokensOf(scene).get(String(token));
    return found !== undefined && isOpen(found.listing, scene.priceTime()) ? found : null;
  };
  const book = ({ listing, side }: Token) => shapes.bookObject(listing, side, scene.priceTime(), scene.now());
  const touch = ({ listing, side }: Token) => {
    const { bid, ask } = quoteAt(listing, scene.priceTime());
    const mirror = (price: number | null) => (price === null ? null : Number((1 - price).toFixed(6)));
    return side === 0 ? { bid, ask } : { bid: mirror(ask), ask: mirror(bid) };
  };
  const midText = (token: Token) => {
    const { bid, ask } = touch(token);
    return String(Number((((bid ?? 0) + (ask ?? 1)) / 2).toFixed(6)));
  };
  const spreadText = (token: Token) => {
    const { bid, ask } = touch(token);
    return String(Number(((ask ?? 1) - (bid ?? 0)).toFixed(6)));
  };
  const priceText = (token: Token, side: unknown) => {
    const { bid, ask } = touch(token);
    return String(side === 'SELL' ? (ask ?? 1) : (bid ?? 0));
  };
  const forToken = (path: string, answer: (token: Token, query: Query) => object) =>
    app.get<{ Querystring: Query }>(path, ({ query }, reply) => {
      if (typeof query.token_id !== 'string') return problem(reply, 400, 'Invalid token id');
      const token = live(query.token_id);
      return token === null ? problem(reply, 404, NO_BOOK) : answer(token, query);
    });
  const forTokens = (
    path: string,
    answer: (token: Token, asked: Readonly<Record<string, unknown>>) => unknown,
  ) =>
    app.post<{ Body: unknown }>(path, ({ body }, reply) => {
      if (!Array.isArray(body) || body.length > 500) return problem(reply, 400, 'Invalid payload');
      const found: [string, Record<string, unknown>, Token][] = [];
      for (const asked of body as Record<string, unknown>[]) {
        const token = live(asked?.token_id);
        if (token !== null) found.push([String(asked.token_id), asked, token]);
      }
      if (path === '/books') return found.map(([, , token]) => book(token));
      const answers: Record<string, unknown> = {};
      for (const [id, asked, token] of found) {
        const value = answer(token, asked);
        answers[id] =
          path === '/prices'
            ? { ...(answers[id] as object | undefined), [String(asked.side)]: value }
            : value;
      }
      return answers;
    });

  app.get('/', () => 'OK');
  app.get('/ok', () => 'OK');
  app.get('/time', (_request, reply) =>
    reply.type('application/json').send(String(Math.floor(scene.now() / 1_000))),
  );
  app.get('/version', () => ({ version: 2 }));
  forToken('/book', book);
  forToken('/midpoint', (token) => ({ mid: midText(token) }));
  forToken('/spread', (token) => ({ spread: spreadText(token) }));
  forToken('/price', (token, { side }) => ({ price: priceText(token, side) }));
  forToken('/last-trade-price', ({ listing, side }) => ({
    price: String(shapes.displayPrice(listing, side, scene.priceTime()) ?? 0.5),
    side: 'BUY',
  }));
  forToken('/tick-size', ({ listing }) => ({ minimum_tick_size: listing.tick }));
  forToken('/neg-risk', ({ listing }) => ({ neg_risk: listing.event.kind === 'exclusive' }));
  forToken('/fee-rate', () => ({ base_fee: 1000 }));
  forTokens('/books', book);
  forTokens('/midpoints', midText);
  forTokens('/spreads', spreadText);
  forTokens('/prices', (token, { side }) => priceText(token, side));
  app.get<{ Querystring: Query }>('/prices-history', ({ query }, reply) => {
    const interval = query.interval as string | undefined;
    const fidelity = Number(query.fidelity ?? (interval === 'max' ? 720 : 60));
    const fewest = FEWEST_MINUTES[interval ?? ''];
    if (fewest !== undefined && fidelity < fewest)
      return problem(reply, 400, `minimum 'fidelity' for '${interval}' range is ${fewest}`);
    const now = Math.floor(scene.priceTime() / 1_000);
    const end = query.endTs === undefined ? now : Math.min(now, Number(query.endTs));
    const start =
      interval === undefined ? Number(query.startTs ?? now - 86_400) : now - (PRESETS[interval] ?? 86_400);
    if (query.endTs !== undefined && end - start > LONGEST_WINDOW_S)
      return problem(reply, 400, "'startTs' and 'endTs' interval is too long");
    const token = tokensOf(scene).get(String(query.market));
    if (token === undefined) return { history: [] };
    return { history: points(token, start, end, Math.max(1, fidelity) * 60).map(({ t, p }) => ({ t, p })) };
  });
  const clobMarket = (listing: Listing) => {
    const { conditionId, questionId, tokens } = shapes.idsOf(listing);
    const t = scene.priceTime();
    const closed = isSettled(listing, t);
    const isWinner = (side: 0 | 1) => closed && yesWon(listing) === (side === 0);
    return {
      enable_order_book: !closed,
      active: true,
      closed,
      archived: false,
      accepting_orders: isOpen(listing, t),
      accepting_order_timestamp: new Date(listing.event.openAt).toISOString(),
      minimum_order_size: 5,
      minimum_tick_size: listing.tick,
      condition_id: conditionId,
      question_id: questionId,
      question: shapes.questionOf(listing),
      description: '',
      market_slug: listing.name,
      end_date_iso: new Date(listing.event.closeAt).toISOString(),
      game_start_time: null,
      seconds_delay: 0,
      fpmm: '',
      maker_base_fee: 0,
      taker_base_fee: 0,
      notifications_enabled: true,
      neg_risk: listing.event.kind === 'exclusive',
      neg_risk_market_id: '',
      neg_risk_request_id: '',
      icon: '',
      image: '',
      rewards: { rates: null, min_size: 0, max_spread: 0 },
      is_50_50_outcome: false,
      tokens: ([0, 1] as const).map((side) => ({
        token_id: tokens[side],
        outcome: shapes.outcomesOf(listing)[side],
        price: closed ? (isWinner(side) ? 1 : 0) : (shapes.displayPrice(listing, side, t) ?? 0.5),
        winner: isWinner(side),
      })),
      tags: ['All', listing.event.subject.category],
    };
  };
  app.get<{ Querystring: Query }>('/markets', ({ query }) => {
    const from =
      query.next_cursor === undefined || query.next_cursor === ''
        ? 0
        : Number(Buffer.from(String(query.next_cursor), 'base64').toString());
    const rows = [...listed(scene)].sort((a, b) => a.event.openAt - b.event.openAt);
    const data = rows.slice(from, from + 500).map(clobMarket);
    const next = from + 500 < rows.length ? Buffer.from(String(from + 500)).toString('base64') : 'LTE=';
    return { data, next_cursor: next, limit: 500, count: data.length };
  });
  app.get<{ Params: { id: string } }>('/markets/:id', ({ params }, reply) => {
    const found = listed(scene).find((listing) => shapes.idsOf(listing).conditionId === params.id);
    return found === undefined ? problem(reply, 404, 'market not found') : clobMarket(found);
  });
}

/** The data service: trades, open interest and the newer price history. */
export function dataRoutes(app: FastifyInstance, scene: Scene): void {
  const byCondition = (value: string | string[] | undefined) => {
    const wanted = many(value);
    return listed(scene).filter((listing) => wanted.includes(shapes.idsOf(listing).conditionId));
  };
  app.get<{ Querystring: Query }>('/v2/prices-history', ({ query }, reply) => {
    const now = Math.floor(scene.priceTime() / 1_000);
    const interval = query.interval as string | undefined;
    const end = Math.min(now, Number(query.end ?? now));
    const start =
      interval === undefined ? Number(query.start ?? now - 86_400) : now - (PRESETS[interval] ?? 86_400);
    const seconds = Number(query.bucket_seconds ?? 3_600);
    const limit = limitOf(query.limit, 10_000, 10_000);
    const from = cursorOf(query.cursor);
    if (limit === null || from === null || !(seconds >= 60 && seconds <= 86_400))
      return problem(reply, 400, 'invalid bucket_seconds, limit or cursor');
    if (interval === undefined && end - start > LONGEST_WINDOW_S)
      return problem(reply, 400, 'window is longer than 15 days');
    const token = tokensOf(scene).get(String(query.token_id));
    if (token === undefined) return { data: [], pagination: { next_cursor: null, has_more: false } };
    const rows = points(token, start, end, seconds);
    const more = from + limit < rows.length;
    return {
      data: rows
        .slice(from, from + limit)
        .map(({ t, p }) => ({ timestamp: t, price: p, resolution_seconds: seconds })),
      pagination: { next_cursor: more ? encode(from + limit) : null, has_more: more },
    };
  });
  app.get<{ Querystring: Query }>('/trades', ({ query }) => {
    const limit = limitOf(query.limit, 100, 500) ?? 500;
    const offset = Math.min(1_000, Number(query.offset ?? 0));
    const chosen = query.market === undefined ? listed(scene) : byCondition(query.market);
    const each = query.market === undefined ? 20 : limit + offset;
    const rows = chosen.flatMap((listing) => shapes.tradeRows(listing, 0, scene.priceTime(), each));
    return rows.sort((a, b) => b.timestamp - a.timestamp).slice(offset, offset + limit);
  });
  app.get<{ Querystring: Query }>('/v2/trades', ({ query }, reply) => {
    const limit = limitOf(query.limit, 100, 500);
    const from = cursorOf(query.cursor);
    if (limit === null || from === null) return problem(reply, 400, 'invalid limit or cursor');
    const rows = byCondition(query.condition)
      .flatMap((listing) => shapes.tradeRows(listing, 0, scene.priceTime(), from + limit + 1))
      .sort((a, b) => b.timestamp - a.timestamp);
    const more = from + limit < rows.length;
    return {
      data: rows
        .slice(from, from + limit)
        .map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [snakeCase(key), value]))),
      pagination: { next_cursor: more ? encode(from + limit) : null, has_more: more },
    };
  });
  app.get<{ Querystring: Query }>('/v2/resolutions', ({ query }) => ({
    data: byCondition(query.condition)
      .filter((listing) => isSettled(listing, scene.priceTime()))
      .map((listing) => ({
        condition_id: shapes.idsOf(listing).conditionId,
        status: 'resolved',
        payouts: yesWon(listing) ? [1, 0] : [0, 1],
        resolved_at: Math.floor(listing.event.settleAt / 1_000),
      })),
    pagination: { next_cursor: null, has_more: false },
  }));
  app.get<{ Querystring: Query }>('/oi', ({ query }) =>
    byCondition(query.market).map((listing) => ({
      market: shapes.idsOf(listing).conditionId,
      value: listing.depth * 25,
    })),
  );
}

function points(
  { listing, side }: Token,
  start: number,
  end: number,
  step: number,
): { t: number; p: number }[] {
  const { openAt, closeAt } = listing.event;
  const rows: { t: number; p: number }[] = [];
  const from = Math.max(start, Math.ceil(openAt / 1_000));
  for (let t = Math.ceil(from / step) * step; t <= Math.min(end, closeAt / 1_000); t += step) {
    const p = shapes.displayPrice(listing, side, t * 1_000);
    if (p !== null) rows.push({ t, p });
  }
  return rows;
}

function problem(reply: FastifyReply, code: number, error: string) {
  return reply.code(code).send({ error });
}

function many(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).flatMap((text) => text.split(','));
}

function limitOf(value: string | string[] | undefined, fallback: number, most: number): number | null {
  const limit = Number(value ?? fallback);
  return Number.isInteger(limit) && limit >= 0 && limit <= most ? limit : null;
}

function encode(offset: number): string {
  return Buffer.from(String(offset)).toString('base64url');
}

function cursorOf(value: string | string[] | undefined): number | null {
  if (value === undefined || value === '') return 0;
  const offset = Number(Buffer.from(String(value), 'base64url').toString());
  return Number.isInteger(offset) && offset >= 0 ? offset : null;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
