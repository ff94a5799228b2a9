import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  type AssetRef,
  buildKalshiAsset,
  buildLimitlessAsset,
  buildPolymarketAsset,
} from '../../src/domain/index.ts';
import { REFERENCE_COINS, REFERENCE_SOURCES, toDecimal } from '../world/references/reference-prices.ts';
import { describeWindow } from '../world/references/settled-window.ts';
import type { SimulatedVenue } from '../world/venues.ts';
import type { World } from '../world/world.ts';

const SECOND_MS = 1_000;
const QUARTER_HOUR_MS = 900_000;
const MAX_VALUES = 86_400;
const MAX_SPAN_MS = 40 * 86_400_000;

const BUILD_ASSET: Partial<Record<SimulatedVenue, (name: string) => AssetRef>> = {
  polymarket: buildPolymarketAsset,
  kalshi: buildKalshiAsset,
  limitless: buildLimitlessAsset,
};

type Query = Readonly<Record<string, string | undefined>>;

/** The truth about reference prices and the windows that settle by them. */
export function referenceControl(app: FastifyInstance, world: World, now: () => number): void {
  const { publication } = world;

  app.get<{ Querystring: Query }>('/simulator/references', ({ query }, reply) => {
    const source = REFERENCE_SOURCES.find((one) => one === query.source);
    const coin = REFERENCE_COINS.find(({ id }) => id === query.coin)?.id;
    if (source === undefined || coin === undefined) return sendRefusal(reply, 'unknown source or coin');
    const span = readSpan(query, now());
    const stepMs = source === 'rti60' ? QUARTER_HOUR_MS : SECOND_MS;
    if (span === null || (span.to - span.from) / stepMs > MAX_VALUES)
      return sendRefusal(reply, 'from and to, at most 86,400 values');
    const values = [];
    for (let t = Math.ceil(span.from / stepMs) * stepMs; t <= span.to; t += stepMs) {
      const last = publication.listEmissions(source, coin, t).at(-1);
      values.push({
        t,
        text: toDecimal(publication.valueAt(source, coin, t)),
        count: source === 'rti60' ? (last?.count ?? 60) : null,
        sent: publication.isSent(source, coin, t),
      });
    }
    return { values };
  });

  app.get<{ Querystring: Query }>('/simulator/windows', ({ query }, reply) => {
    const span = readSpan(query, now());
    if (span === null || span.to - span.from > MAX_SPAN_MS)
      return sendRefusal(reply, 'from and to, at most 40 days');
    return world
      .listWindows(span.from, span.to)
      .filter(({ listing }) => query.venue === undefined || listing.venue === query.venue)
      .flatMap(({ listing, window }) => {
        const build = BUILD_ASSET[listing.venue];
        return build === undefined ? [] : [describeWindow(publication, build(listing.name).asset, window)];
      });
  });
}

/** The span of a query, which ends now at the latest; null when it states none. */
function readSpan({ from, to }: Query, now: number): { from: number; to: number } | null {
  const span = { from: Number(from ?? Number.NaN), to: Math.min(now, Number(to ?? now)) };
  return Number.isFinite(span.from) && Number.isFinite(span.to) ? span : null;
}

function sendRefusal(reply: FastifyReply, error: string): FastifyReply {
  return reply.code(400).send({ error });
}
