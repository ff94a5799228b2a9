import {
  type AssetKind,
  type BinaryState,
  type Book,
  buildBinaryAsset,
  computeMidPrice,
  type EpochMs,
  NO_NAMES,
  NO_TERMS,
  sortLevels,
  toSidePrices,
} from '../../../../src/domain/index.ts';
import type { TidepoolBook, TidepoolMarket } from './wire.ts';

/** Known to the copy of the sources that has the line of the venue, not to the sources themselves. */
const KIND: string = 'tidepool';

/** Turns a market into its state. The recorded price is the mid; without both sides there is none. */
export function normaliseMarket({ key, title, bid, ask, volumeUsd }: TidepoolMarket): BinaryState {
  const ref = buildBinaryAsset(KIND as AssetKind, key);
  const price = bid === null || ask === null ? null : computeMidPrice(bid, ask);
  return {
    kind: 'binary',
    ref,
    ticker: {
      asset: ref.asset,
      venueId: key,
      title,
      eventTitle: null,
      eventKey: null,
      category: null,
      outcomes: ['Yes', 'No'],
      ...NO_NAMES,
      ...toSidePrices({ price, bid, ask }),
      lastPrice: null,
      volume24hUsd: volumeUsd,
      volumeTotalUsd: null,
      liquidityUsd: null,
      openInterestUsd: null,
      closeTime: null,
      endDate: null,
      status: 'open',
      venueNativeUrl: `https://tidepool.example/${key}`,
      exclusive: null,
      exhaustive: null,
    },
    price,
    bid,
    ask,
    volumeCounter: null,
    venueTime: null,
    polled: { price, bid, ask },
    rules: null,
    terms: NO_TERMS,
  };
}

export function normaliseBook(asset: string, { bids, asks }: TidepoolBook, receivedAt: EpochMs): Book {
  const levels = (side: [number, number][]) => side.map(([price, size]) => ({ price, size }));
  return {
    asset,
    bids: sortLevels(levels(bids), 'bid'),
    asks: sortLevels(levels(asks), 'ask'),
    venueTime: null,
    receivedAt,
  };
}
