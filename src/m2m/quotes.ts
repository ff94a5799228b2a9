import { spreadBps } from '../analytics/index.ts';
import {
  type Clock,
  type EpochMs,
  epochMs,
  formatIsoTime,
  HOUR_MS,
  isPerpKind,
  latestTime,
  type MarketState,
} from '../domain/index.ts';
import type { ResolvedAsset } from '../feed/feed.ts';
import type { HistoryReader } from '../history/contract/history-store.ts';
import { computePoints, findLastPrice } from './build-bundle.ts';
import type { FairValues } from './fair-values.ts';
import { readNames } from './find-name.ts';
import type { LiveViews } from './live-view.ts';
import type { MarketBlock, Quote } from './quote.ts';
import { findVenueUrl } from './venue-address.ts';
import { API_VERSION } from './versions.ts';
import { explainQuoteNulls } from './why-null.ts';

export interface QuotesOptions {
  readonly views: LiveViews;
  readonly fairValues: FairValues;
  readonly history: HistoryReader;
  readonly clock: Clock;
}

export interface QuoteWishes {
  /** Whether to find the time of the asset's last record. */
  readonly activity: boolean;
  readonly venueNativeUrl: boolean;
  /** Whether to add what the venue states about the market. */
  readonly market: boolean;
}

/** Builds quotes. They come from memory, unless the asset has left its venue or activity is requested. */
export class Quotes {
  readonly #options: QuotesOptions;

  constructor(options: QuotesOptions) {
    this.#options = options;
  }

  async quote(found: ResolvedAsset, wishes: QuoteWishes): Promise<Quote> {
    const { views, fairValues, history, clock } = this.#options;
    const { ref, state } = found;
    const [newest, names] = await Promise.all([
      wishes.activity || state === null ? history.findLast(ref, latestTime(clock())) : null,
      readNames(history, found),
    ]);
    const view = views.build(found);
    const last = findLastPrice(view, newest?.p ?? null);
    const { value, basisBps, source } = fairValues.compute({ ...view, last });
    const change24hPct = state?.kind === 'perp' ? state.ticker.changePct : null;
    const quote = {
      ok: true as const,
      generatedAt: formatIsoTime(clock()),
      apiVersion: API_VERSION,
      asset: ref.asset,
      venue: ref.venue,
      storeKey: ref.storeKey,
      ...names,
      price: {
        last,
        bid: view.bid,
        ask: view.ask,
        spreadBps: spreadBps(view.bid, view.ask),
        change24hPct,
        change24hSource: change24hPct === null ? null : ('snapshot' as const),
        fairValue: value,
        fairValueSource: source,
        basisBps,
        ...computePoints(ref, { last, bid: view.bid, ask: view.ask, change24hPct, fairValue: value }),
      },
      freshness: {
        feedAgeMs: view.feedAgeMs,
        isStale: view.isStale,
        ...(wishes.activity ? { historyLastEverMs: newest?.t ?? null } : {}),
      },
      ...(wishes.market ? { market: state === null ? null : buildMarket(state, clock()) } : {}),
      ...(wishes.venueNativeUrl ? { venueNativeUrl: findVenueUrl(ref, state) } : {}),
    };
    const { isBeyondLimit } = view;
    const facts = { isListed: state !== null, isBeyondLimit, isBinary: !isPerpKind(ref.kind) };
    return { ...quote, whyNull: explainQuoteNulls(quote, facts) };
  }
}

function buildMarket(state: MarketState, nowMs: EpochMs): MarketBlock {
  const { volume24hUsd, openInterestUsd } = state.ticker;
  if (state.kind === 'binary') {
    const { liquidityUsd, endDate, closeTime } = state.ticker;
    return { ...NO_MARKET, volume24hUsd, openInterestUsd, liquidityUsd, endsAtMs: endDate ?? closeTime };
  }
  const { fundingHourly, maxLeverage } = state.ticker;
  const nextFundingMs = fundingHourly === null ? null : findNextFunding(nowMs);
  return { ...NO_MARKET, volume24hUsd, openInterestUsd, fundingHourly, nextFundingMs, maxLeverage };
}

const NO_MARKET: MarketBlock = {
  volume24hUsd: null,
  openInterestUsd: null,
  liquidityUsd: null,
  endsAtMs: null,
  fundingHourly: null,
  nextFundingMs: null,
  maxLeverage: null,
};

/** Perpetuals state their rate by the hour, and are paid at the end of each hour of UTC. */
const findNextFunding = (nowMs: EpochMs): EpochMs => epochMs((Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS);
