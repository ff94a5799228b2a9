import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '../../src/domain/index.ts';
import { countRows } from '../rate-hooks.ts';
import type { TradingRegistry } from '../trading/registry.ts';
import type { VenueView } from '../venue-view.ts';
import { DEXES } from '../world/perps.ts';
import { buildCandles, INTERVALS } from './candles.ts';
import { findGrouping, groupedBook } from './grouping.ts';
import { answerUserInfo } from './info.ts';
import * as outcomes from './outcomes.ts';
import * as shapes from './shapes.ts';

const FUNDING_PAGE = 500;

/** Answers `POST /info`; undefined for a body that fits no query. */
export function answerInfo(view: VenueView, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('type' in body)) return undefined;
  const query = body as Readonly<Record<string, unknown>>;
  const t = view.priceTime();
  const now = view.now();
  const dex = typeof query.dex === 'string' ? query.dex : '';
  const known = dex === '' || DEXES.some(({ name }) => name === dex);
  switch (query.type) {
    case 'metaAndAssetCtxs':
      if (!known) return null;
      return view.perTick(`ctxs ${dex}`, (tick) => [
        shapes.buildMeta(view, dex),
        shapes.listPerps(view, dex).map((perp) => shapes.buildContext(perp, tick)),
      ]);
    case 'meta':
      return known ? shapes.buildMeta(view, dex) : null;
    case 'allPerpMetas':
      return ['', ...DEXES.map(({ name }) => name)].map((name) => shapes.buildMeta(view, name));
    case 'allMids':
      return buildMids(view, dex);
    case 'perpDexs':
      return shapes.buildPerpDexs(view);
    case 'outcomeMeta':
      return view.perTick('outcomeMeta', (tick) => outcomes.buildOutcomeMeta(view, tick));
    case 'outcomeTemplates':
      return outcomes.TEMPLATES;
    case 'settledOutcome':
      return outcomes.findSettledOutcome(view, Number(query.outcome), t);
    case 'l2Book': {
      const coin = shapes.findCoin(view, String(query.coin));
      if (coin === null) return null;
      const grouping = findGrouping(query);
      if (grouping === undefined) return undefined;
      return grouping === null ? shapes.buildBook(coin, t, now) : groupedBook(coin, t, now, grouping);
    }
    case 'recentTrades': {
      const coin = shapes.findCoin(view, String(query.coin));
      return coin === null ? null : shapes.listTrades(coin, 0, t, 10);
    }
    case 'candleSnapshot':
      return candles(view, query.req, t);
    case 'fundingHistory':
      return funding(view, query, t);
    case 'predictedFundings':
      return predictedFundings(view, t);
    case 'exchangeStatus':
      return { time: now, specialStatuses: null };
    case 'spotMeta':
      return SPOT_META;
    case 'spotMetaAndAssetCtxs':
      return [SPOT_META, [SPOT_CONTEXT]];
    default:
      return undefined;
  }
}

/** Fallbacks have a mid and nothing else. */
export function buildMids(view: VenueView, dex: string): Record<string, string> {
  return view.perTick(`mids ${dex}`, (tick) => {
    const mids = shapes.buildMids(view, dex, tick);
    if (dex !== '') return mids;
    for (const id of outcomes.listFallbacks(view, tick)) {
      mids[`#${id * 10}`] = '0.5';
      mids[`#${id * 10 + 1}`] = '0.5';
    }
    return mids;
  });
}

/** Adds the query address. Everything the venue refuses to read is 422 in plain text. */
export function hyperliquidRoutes(app: FastifyInstance, view: VenueView, trading: TradingRegistry): void {
  app.post('/info', (request, reply) => {
    const known = answerInfo(view, request.body);
    const answer = known === undefined ? answerUserInfo(view, trading, request.body) : known;
    if (answer === undefined) {
      return reply
        .code(422)
        .type('text/plain')
        .send('Failed to deserialize the JSON body into the target type');
    }
    countRows(request, answer);
    return reply.type('application/json').send(JSON.stringify(answer));
  });
}

function candles(view: VenueView, request: unknown, t: number): unknown {
  if (typeof request !== 'object' || request === null) return undefined;
  const { coin, interval, startTime, endTime } = request as Readonly<Record<string, unknown>>;
  if (typeof interval !== 'string' || !(interval in INTERVALS)) return undefined;
  if (typeof startTime !== 'number') return undefined;
  const found = shapes.findCoin(view, String(coin));
  if (found === null) return [];
  return buildCandles(found, interval, startTime, typeof endTime === 'number' ? endTime : t, t);
}

function funding(view: VenueView, query: Readonly<Record<string, unknown>>, t: number): unknown {
  const found = shapes.findCoin(view, String(query.coin));
  if (typeof query.startTime !== 'number') return undefined;
  if (found?.kind !== 'perp') return [];
  const endTime = Math.min(t, typeof query.endTime === 'number' ? query.endTime : t);
  const rows = [];
  for (let hour = Math.floor(query.startTime / HOUR_MS) * HOUR_MS; hour <= endTime; hour += HOUR_MS) {
    const time = hour + 21 + (found.perp.key % 60);
    if (time < query.startTime || time > endTime) continue;
    const rate = shapes.decimal(found.perp.funding(hour));
    const premium = shapes.decimal(found.perp.markPrice(hour) / found.perp.oraclePrice(hour) - 1);
    rows.push({ coin: found.coin, fundingRate: rate, premium, time });
    if (rows.length === FUNDING_PAGE) break;
  }
  return rows;
}

function predictedFundings(view: VenueView, t: number) {
  const nextFundingTime = (Math.floor(t / HOUR_MS) + 1) * HOUR_MS;
  return shapes
    .listPerps(view, '')
    .filter(({ isDelisted }) => !isDelisted)
    .map((perp) => {
      const hourly = perp.funding(t);
      return [
        perp.coin,
        [
          ['BinPerp', { fundingRate: shapes.decimal(hourly * 7), nextFundingTime, fundingIntervalHours: 8 }],
          ['HlPerp', { fundingRate: shapes.decimal(hourly), nextFundingTime, fundingIntervalHours: 1 }],
          ['BybitPerp', null],
        ],
      ];
    });
}

const TOKEN = {
  weiDecimals: 8,
  isCanonical: true,
  evmContract: null,
  fullName: null,
  deployerTradingFeeShare: '0.0',
};
const SPOT_META = {
  universe: [{ tokens: [1, 0], name: 'PURR/USDC', index: 0, isCanonical: true }],
  tokens: [
    { ...TOKEN, name: 'USDC', szDecimals: 8, index: 0, tokenId: '0x6d1e7cde53ba9467b783cb7c530ce054' },
    { ...TOKEN, name: 'PURR', szDecimals: 0, index: 1, tokenId: '0xc1fb593aeffbeb02f85e0308e9956a90' },
  ],
};
const SPOT_CONTEXT = {
  prevDayPx: '0.15',
  dayNtlVlm: '412000.5',
  markPx: '0.1512',
  midPx: '0.1512',
  circulatingSupply: '598274922.0',
  coin: 'PURR/USDC',
  totalSupply: '598274922.0',
  dayBaseVlm: '2720000.0',
};
