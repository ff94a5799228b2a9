import { Type } from 'typebox';
import { WireSchema } from '../../upstream/client.ts';
import { unreadRows } from '../../upstream/read-each.ts';

// Shapes of the venue's messages, with only the members that are read. Unknown members are ignored. Rows of lists have
// schemas of their own, so that a row of one deployer of a dex or coin cannot spoil the others.

/** Prices, sizes and rates arrive as decimal text. */
const Decimal = Type.String({ pattern: '^-?\\d+(\\.\\d+)?([eE][+-]?\\d{1,2})?$', maxLength: 64 });
const MaybeDecimal = Type.Optional(Type.Union([Decimal, Type.Null()]));
/** Time in epoch ms. */
const Millis = Type.Number({ minimum: 0, maximum: 8_640_000_000_000_000 });
const Id = Type.Integer({ minimum: 0 });

const PerpMeta = Type.Object({
  name: Type.String({ minLength: 1 }),
  szDecimals: Type.Integer(),
  maxLeverage: Type.Optional(Type.Number()),
  isDelisted: Type.Optional(Type.Boolean()),
});
export type PerpMeta = Type.Static<typeof PerpMeta>;
export const perpMeta = new WireSchema('perpetual', PerpMeta, {
  endpoint: 'metaAndAssetCtxs',
});

const PerpContext = Type.Object({
  markPx: Decimal,
  oraclePx: Decimal,
  prevDayPx: Decimal,
  midPx: MaybeDecimal,
  /** Volume of the last 24 hours, USD. */
  dayNtlVlm: MaybeDecimal,
  /** Open interest in coins. */
  openInterest: MaybeDecimal,
  /** Funding rate per hour, as a fraction. */
  funding: MaybeDecimal,
  /** Impact prices: bid and ask. */
  impactPxs: Type.Optional(Type.Union([Type.Tuple([Decimal, Decimal]), Type.Null()])),
});
export type PerpContext = Type.Static<typeof PerpContext>;
export const perpContext = new WireSchema('context', PerpContext, {
  endpoint: 'metaAndAssetCtxs',
});

/** `[meta, contexts]`: the context at an index belongs to the asset at the same index of the universe. */
export const metaAndAssetCtxs = new WireSchema(
  'metaAndAssetCtxs',
  Type.Tuple([Type.Object({ universe: Type.Array(Type.Unknown()) }), Type.Array(Type.Unknown())]),
);

/** List of dexes, of which the first element is null and stands for the main dex. */
export const perpDexs = new WireSchema('perpDexs', Type.Array(Type.Unknown()));
export const perpDex = new WireSchema(
  'dex',
  Type.Union([Type.Null(), Type.Object({ name: Type.String({ minLength: 1 }) })]),
  { endpoint: 'perpDexs' },
);

/** Mids by coin. */
export const allMids = new WireSchema('allMids', Type.Record(Type.String(), Type.Unknown()));
export const midPrice = new WireSchema('mid', Decimal, { endpoint: 'allMids' });

const Outcome = Type.Object({
  outcome: Id,
  name: Type.String(),
  description: Type.String(),
  sideSpecs: Type.Array(Type.Object({ name: Type.String() })),
  quoteToken: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

const Question = Type.Object({
  question: Id,
  name: Type.String(),
  description: Type.Optional(Type.String()),
  fallbackOutcome: Type.Optional(Type.Union([Id, Type.Null()])),
  namedOutcomes: Type.Array(Id),
  settledNamedOutcomes: Type.Optional(Type.Array(Id)),
});

export type WireOutcome = Type.Static<typeof Outcome>;
export type WireQuestion = Type.Static<typeof Question>;

export const outcomeMeta = new WireSchema(
  'outcomeMeta',
  Type.Object({ outcomes: Type.Array(Type.Unknown()), questions: Type.Array(Type.Unknown()) }),
);
export const outcomeRow = new WireSchema('outcome', Outcome, {
  endpoint: 'outcomeMeta',
});
export const questionRow = new WireSchema('question', Question, {
  endpoint: 'outcomeMeta',
});

/** The rows of `outcomeMeta` that could be read. */
export interface OutcomeMeta {
  readonly outcomes: readonly WireOutcome[];
  readonly questions: readonly WireQuestion[];
}

/** The venue's registry of question texts; `{keyword}` stands for a value of the description. */
export const outcomeTemplates = new WireSchema('outcomeTemplates', Type.Array(Type.Unknown()));

const Template = Type.Object({
  id: Type.String(),
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
});
export const outcomeTemplate = new WireSchema('template', Template, { endpoint: 'outcomeTemplates' });
export type OutcomeTemplate = Type.Static<typeof Template>;

/** Answer of `settledOutcome`; null while the outcome is open. */
export const settledOutcome = new WireSchema(
  'settledOutcome',
  Type.Union([Type.Null(), Type.Object({ spec: Outcome, settleFraction: Decimal })]),
);

/** Price in USD, or as a probability of an outcome, and size in coins or shares. */
const Level = Type.Object({ px: Decimal, sz: Decimal });
const BookBody = Type.Object({
  coin: Type.String(),
  // `time` is optional because one stored book of 2025 has none. Every live answer has one.
  time: Type.Optional(Millis),
  levels: Type.Tuple([unreadRows(Level), unreadRows(Level)]),
});
export type WireBook = Type.Static<typeof BookBody>;

/** Level of a book. The whole answer is null for a coin that the venue does not know. */
export const bookLevel = new WireSchema('l2Book level', Level, { endpoint: 'l2Book' });
export const l2Book = new WireSchema('l2Book', Type.Union([Type.Null(), BookBody]));

const CandleBody = Type.Object({
  t: Millis,
  o: Decimal,
  h: Decimal,
  l: Decimal,
  c: Decimal,
  v: MaybeDecimal,
  n: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type WireCandle = Type.Static<typeof CandleBody>;
export const candleSnapshot = new WireSchema('candleSnapshot', Type.Array(Type.Unknown()));
export const candleRow = new WireSchema('candle', CandleBody, { endpoint: 'candleSnapshot' });

/** Funding rate of one hour, as a fraction. */
const FundingRow = Type.Object({ fundingRate: Decimal, time: Millis });
export const fundingHistory = new WireSchema('fundingHistory', Type.Array(Type.Unknown()));
export const fundingRow = new WireSchema('funding', FundingRow, { endpoint: 'fundingHistory' });

// Frames of the stream. `data` of each channel has its own schema.

export const streamFrame = new WireSchema(
  'frame',
  Type.Object({ channel: Type.String(), data: Type.Optional(Type.Unknown()) }),
);

export const allDexsAssetCtxs = new WireSchema(
  'ws allDexsAssetCtxs',
  Type.Object({ ctxs: Type.Array(Type.Unknown()) }),
);
/** The contexts of one dex, in the order of its universe. */
export const dexContexts = new WireSchema(
  'ws contexts of a dex',
  Type.Tuple([Type.String(), Type.Array(Type.Unknown())]),
  { endpoint: 'ws allDexsAssetCtxs' },
);
export const streamedContext = new WireSchema('ws context', PerpContext, { endpoint: 'ws allDexsAssetCtxs' });

const MaybeLevel = Type.Union([Level, Type.Null()]);
export const bbo = new WireSchema(
  'ws bbo',
  Type.Object({ coin: Type.String(), time: Millis, bbo: Type.Tuple([MaybeLevel, MaybeLevel]) }),
);

const Trade = Type.Object({
  coin: Type.String(),
  /**
   * `B`: the taker bought; `A`: the taker sold. Only the tape reads the side, so an unknown value does not cost the
   * trade.
   */
  side: Type.Optional(Type.Unknown()),
  px: Decimal,
  sz: Decimal,
  time: Millis,
  tid: Type.Number(),
});
export type WireTrade = Type.Static<typeof Trade>;
export const streamTrades = new WireSchema('ws trades', Type.Array(Type.Unknown()));
export const streamTrade = new WireSchema('ws trade', Trade, { endpoint: 'ws trades' });
export const recentTrades = new WireSchema('recentTrades', Type.Array(Type.Unknown()));
export const recentTrade = new WireSchema('recent trade', Trade, { endpoint: 'recentTrades' });

/** Confirms that a subscription was accepted or ended. */
export const subscriptionResponse = new WireSchema(
  'ws subscriptionResponse',
  Type.Object({
    method: Type.String(),
    subscription: Type.Object({ type: Type.String(), coin: Type.Optional(Type.String()) }),
  }),
);

/** The context of an outcome side, in the form of a spot coin. */
export const activeSpotAssetCtx = new WireSchema(
  'ws activeSpotAssetCtx',
  Type.Object({ coin: Type.String(), ctx: Type.Object({ dayNtlVlm: MaybeDecimal }) }),
);

const SettledId = Type.Union([Id, Type.Object({ outcome: Id })]);
const ClosedQuestionId = Type.Union([Id, Type.Object({ question: Id })]);
const MetaUpdate = Type.Object({
  outcomeCreated: Type.Optional(Outcome),
  outcomeSettled: Type.Optional(SettledId),
  questionUpdated: Type.Optional(Question),
  questionSettled: Type.Optional(ClosedQuestionId),
});
export type OutcomeMetaUpdate = Type.Static<typeof MetaUpdate>;

/**
 * Either a bare list, as recorded in October 2026, or the same list inside of `updates` with objects in place of ids.
 */
export const outcomeMetaUpdates = new WireSchema(
  'ws outcomeMetaUpdates',
  Type.Union([Type.Array(Type.Unknown()), Type.Object({ updates: Type.Array(Type.Unknown()) })]),
);
export const metaUpdate = new WireSchema('ws metadata update', MetaUpdate, {
  endpoint: 'ws outcomeMetaUpdates',
});
