import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EpochMs, isAssetName, UpstreamError } from '../../domain/index.ts';
import { type Intake, refuse } from '../../upstream/intake.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { PageWalk } from '../page-walk.ts';
import { type MarketsPage, PAGE_SIZE, type PolymarketClient } from './client.ts';
import { classifyMarket, isTracked } from './lifecycle.ts';
import { normaliseMarket, type PolledMarket, readIdentity, withoutRowPrices } from './normalise.ts';
import { contradictsItself } from './quote.ts';
import type { SideMemory } from './side-memory.ts';
import { type GammaMarket, gammaMarket, marketsPage } from './wire.ts';

/**
 * Factor by which a poll may read more pages than the limit needs, because zombies and placeholders occupy rows. When
 * the pages do not suffice, the smallest markets are left out.
 */
const PAGES_FACTOR = 3;

/** Markets of one poll. */
export interface MarketList {
  readonly listed: PolledMarket[];
  /** Whether the venue may list more, smaller markets than were read. */
  readonly isCutAtLimit: boolean;
}

/**
 * Reads the largest markets by 24 h volume, page by page, and processes each page as it arrives. A market that moved to
 * the next page during the walk counts once.
 *
 * @throws {UpstreamError} when any page fails, or the list ends too early: markets of the missing part would look
 * delisted.
 */
export async function readMarketList(
  client: PolymarketClient,
  sides: SideMemory,
  { maxMarkets, clock }: Pick<AdapterOptions, 'maxMarkets' | 'clock'>,
  signal: AbortSignal,
): Promise<MarketList> {
  const listed = new Map<string, PolledMarket>();
  const walk = new PageWalk({
    upstream: 'polymarket-gamma',
    wire: marketsPage,
    cursorMember: '/next_cursor',
    intake: client.intake,
    lastCount: 0,
  });
  const mostPages = PAGES_FACTOR * Math.ceil(maxMarkets / PAGE_SIZE) + 1;
  let cursor: string | null = null;
  for (let page = 0; page < mostPages && listed.size < maxMarkets; page++) {
    const { markets, names, nextCursor }: MarketsPage = await client.readMarketsPage(cursor, signal);
    walk.add({ names, next: nextCursor });
    const receivedAt = clock();
    // Parsing a page takes milliseconds, so other work runs before the next one.
    await nextTurn();
    await sides.recall(markets);
    for (const market of markets) {
      const found = listMarket(market, receivedAt, sides, client.intake);
      if (found === null || listed.has(found.identity.ref.storeKey)) continue;
      listed.set(found.identity.ref.storeKey, found);
      if (listed.size >= maxMarkets) break;
    }
    cursor = nextCursor;
    if (cursor === null) break;
  }
  if (listed.size === 0) {
    throw new UpstreamError('malformed', 'polymarket-gamma: the list of open markets is empty');
  }
  return { listed: [...listed.values()], isCutAtLimit: cursor !== null || listed.size >= maxMarkets };
}

/** Reads a market; null for one that is not an asset, a placeholder, a zombie, or closed. */
function listMarket(
  market: GammaMarket,
  receivedAt: EpochMs,
  sides: SideMemory,
  intake: Intake,
): PolledMarket | null {
  const stated = readIdentity(market);
  if ('reason' in stated) {
    // Placeholders have no ids and are not counted as refused.
    if (stated.isNoBinary !== true && isTracked(classifyMarket(market, receivedAt)))
      intake.count(refuseRow(stated.member, stated.reason, market.slug ?? market.id, stated.value), true);
    return null;
  }
  if (!isAssetName(stated.ref.asset) || !isAssetName(stated.ref.storeKey)) {
    intake.count(refuseRow('/slug', 'the API cannot spell this name', market.id, market.slug), true);
    return null;
  }
  // A market that has ended does not block its name for another market.
  if (!isTracked(classifyMarket(market, receivedAt))) return null;
  const verdict = sides.judge(stated);
  if (verdict.status === 'other_market') {
    const { storeKey } = stated.ref;
    intake.count(
      refuseRow('/slug', 'the slug and the market id belonged to others before', storeKey, market.id),
      true,
    );
    return null;
  }
  const isAgreed = verdict.status === 'agreed';
  const listed = normaliseMarket(market, isAgreed ? verdict.identity : verdict.known, receivedAt);
  if (!isTracked(listed.lifecycle)) return null;
  if (!isAgreed) return withoutRowPrices(listed, verdict.status, verdict.at);
  if (!contradictsItself(listed.quote)) return listed;
  const slug = stated.ref.storeKey;
  const refusal = refuseRow(
    '/outcomePrices',
    'the prices of both sides are exchanged',
    slug,
    market.outcomePrices,
  );
  intake.count(refusal, true);
  return withoutRowPrices(listed, 'contradicted', refusal.at);
}

function refuseRow(member: string, reason: string, row: string, value: unknown) {
  return refuse(gammaMarket.name, reason, { endpoint: gammaMarket.endpoint, row, member, value });
}
