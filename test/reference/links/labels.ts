import {
  type BinaryState,
  epochMs,
  type MarketTerms,
  NO_TERMS,
  parseAssetId,
} from '../../../src/domain/index.ts';
import type { LinkRelation } from '../../../src/links/link.ts';

/** One file of hand-labelled pairs with the facts of each market that the label rests on. */
export interface LabelFile {
  readonly origin: 'recorded' | 'constructed';
  readonly markets: Readonly<Record<string, LabelledMarket>>;
  readonly pairs: readonly LabelledPair[];
}

export interface LabelledMarket {
  readonly title: string;
  readonly eventTitle: string | null;
  readonly eventKey: string | null;
  readonly outcomes: readonly [string, string];
  readonly closeTime: number | null;
  readonly endDate: number | null;
  readonly rules: string | null;
  readonly exclusive: boolean | null;
  readonly exhaustive: boolean | null;
  readonly terms?: Partial<MarketTerms>;
}

export interface LabelledPair {
  readonly a: string;
  readonly b: string;
  readonly label: LinkRelation | 'none';
  readonly case: string;
  readonly reason: string;
}

/** The markets of a label file as the feed would hold them, without prices. */
export function statesOf({ markets }: LabelFile): BinaryState[] {
  return Object.entries(markets).map(([asset, market]) => stateOf(asset, market));
}

function stateOf(asset: string, market: LabelledMarket): BinaryState {
  const ref = parseAssetId(asset);
  if (ref === null) throw new Error(`not an asset id: ${asset}`);
  return {
    kind: 'binary',
    ref,
    price: null,
    bid: null,
    ask: null,
    volumeCounter: null,
    venueTime: null,
    polled: null,
    rules: market.rules,
    terms: { ...NO_TERMS, ...market.terms },
    ticker: {
      asset,
      venueId: ref.storeKey,
      title: market.title,
      eventTitle: market.eventTitle,
      eventKey: market.eventKey,
      category: null,
      outcomes: market.outcomes,
      yesPrice: null,
      noPrice: null,
      yesBid: null,
      yesAsk: null,
      noBid: null,
      noAsk: null,
      lastPrice: null,
      volume24hUsd: null,
      volumeTotalUsd: null,
      liquidityUsd: null,
      openInterestUsd: null,
      closeTime: market.closeTime === null ? null : epochMs(market.closeTime),
      endDate: market.endDate === null ? null : epochMs(market.endDate),
      status: 'open',
      venueNativeUrl: '',
      exclusive: market.exclusive,
      exhaustive: market.exhaustive,
    },
  };
}
