import type { TapedMarket, TapedMarketReader } from '../../src/feed/taped-markets.ts';
import type { TapeCoverage } from '../../src/history/tape/contract/tape-coverage.ts';
import type { TapeReader } from '../../src/history/tape/contract/tape-reader.ts';
import type { TapeAccess } from '../../src/http/parameters/tape-access.ts';

const NEVER: TapeCoverage = {
  state: 'never',
  recordedFromMs: null,
  recordedToMs: null,
  recordedFrac: 0,
  notRecorded: [],
  sampled: [],
  resyncs: [],
  more: false,
};

const NO_ROWS = new Float64Array();

/** A tape on which nothing was recorded. */
export const EMPTY_TAPE: TapeReader = {
  findNewestMs: async () => null,
  findBook: async () => ({ book: null, why: 'never' }),
  visitBooks: async () => undefined,
  readChanges: async () => ({
    columns: {
      length: 0,
      t: NO_ROWS,
      venueT: NO_ROWS,
      kind: new Uint8Array(),
      side: new Uint8Array(),
      price: NO_ROWS,
      size: NO_ROWS,
      reasons: new Map(),
      everyMs: NO_ROWS,
    },
    next: null,
  }),
  visitTrades: async () => undefined,
  readTrades: async () => ({ trades: [], next: null }),
  readBookCoverage: async () => NEVER,
  readTradeCoverage: async () => NEVER,
  listDays: async () => [],
  listMarkets: async () => [],
  close: async () => undefined,
};

/** Access to a tape that is absent, as routes ask for it. */
export const NO_TAPE: TapeAccess = {
  isThere: () => true,
  waitFor: async () => null,
  findExclusion: async () => null,
};

/** A market of which nothing is recorded. */
export const NO_TAPED_MARKET: TapedMarket = { isLeftOut: false, stated: null, whyNone: 'no_trades' };

export const NO_TAPED_MARKETS: TapedMarketReader = {
  readMarkets: async (refs) => refs.map(() => NO_TAPED_MARKET),
};
