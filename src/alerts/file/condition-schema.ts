import { type Static, type TProperties, Type } from 'typebox';
import { LIMIT_NAMES } from '../../bot/limits/limits.ts';
import { ASSET_ID_PATTERN, DAY_MS, MINUTE_MS, SECOND_MS, VENUES } from '../../domain/index.ts';
import { ANOMALY_CODES } from '../../health/anomalies/anomaly.ts';

/** Largest threshold of a price, USD. */
const MAX_PRICE = 1e12;
/** Largest threshold of a funding rate either way, percent of the notional an hour: more than any venue lets it be. */
const MAX_FUNDING_PCT = 100;
/** Longest window or wait of a condition, in ms. */
const MAX_SPAN_MS = 7 * DAY_MS;

const strict = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

const asset = Type.String({ pattern: ASSET_ID_PATTERN, maxLength: 200 });
const venue = Type.Enum([...VENUES]);
const span = (minimum: number) => Type.Integer({ minimum, maximum: MAX_SPAN_MS });
const above0 = (maximum: number) => Type.Number({ exclusiveMinimum: 0, maximum });

/** Conditions of rules, by `type`. A member that may be absent says so by `Optional`. */
export const CONDITIONS = {
  /** The price reaches a threshold: exactly one of `above` and `below`. */
  cross: strict({
    type: Type.Literal('cross'),
    asset,
    above: Type.Optional(above0(MAX_PRICE)),
    below: Type.Optional(above0(MAX_PRICE)),
  }),
  /** The price moves within a window: exactly one of `percent` (perpetuals) and `points` (probabilities). */
  move: strict({
    type: Type.Literal('move'),
    asset,
    percent: Type.Optional(above0(1_000)),
    points: Type.Optional(above0(100)),
    withinMs: span(10 * SECOND_MS),
  }),
  /** Distance of the best bid and ask: basis points of the mid for perpetuals, points for probabilities. */
  spread: strict({ type: Type.Literal('spread'), asset, above: above0(10_000) }),
  /** Distance of a perpetual's mark from its oracle price in basis points, in either direction. */
  basis: strict({ type: Type.Literal('basis'), asset, above: above0(10_000) }),
  /** Funding of the running hour, percent of the notional: longs pay above zero. Exactly one of `above` and `below`. */
  funding: strict({
    type: Type.Literal('funding'),
    asset,
    above: Type.Optional(Type.Number({ minimum: -MAX_FUNDING_PCT, maximum: MAX_FUNDING_PCT })),
    below: Type.Optional(Type.Number({ minimum: -MAX_FUNDING_PCT, maximum: MAX_FUNDING_PCT })),
  }),
  /** Profit of an arbitrage after books and fees as a fraction of its cost, at a notional. */
  edge: strict({
    type: Type.Literal('edge'),
    asset: Type.Optional(asset),
    netFrac: Type.Number({ minimum: 0.0001, maximum: 1 }),
    notionalUsd: Type.Number({ minimum: 1, maximum: 1e6 }),
  }),
  /** No new price of an asset. */
  silence: strict({ type: Type.Literal('silence'), asset, afterMs: span(1) }),
  /** A venue is not read. */
  gap: strict({ type: Type.Literal('gap'), venue, afterMs: span(1) }),
  /** A market is resolved. */
  resolution: strict({ type: Type.Literal('resolution'), asset }),
  /** An anomaly of the health check. */
  anomaly: strict({
    type: Type.Literal('anomaly'),
    codes: Type.Optional(Type.Array(Type.Enum([...ANOMALY_CODES]), { minItems: 1, maxItems: 50 })),
    severity: Type.Optional(Type.Enum(['info', 'warning', 'critical'])),
  }),
  /** A bot's order is filled. */
  fill: strict({
    type: Type.Literal('fill'),
    bot: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  }),
  /** The prepaid balance of an owner falls below an amount. */
  balance: strict({
    type: Type.Literal('balance'),
    owner: Type.String({ minLength: 1, maxLength: 128 }),
    belowMicroUsd: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  }),
  /** A limit of a bot is used up to a fraction. */
  limit: strict({
    type: Type.Literal('limit'),
    bot: Type.String({ minLength: 1, maxLength: 64 }),
    limit: Type.Enum([...LIMIT_NAMES]),
    usedFrac: Type.Number({ minimum: 0.01, maximum: 1 }),
  }),
  /** Books of a venue break more often than they are recorded. */
  book_broken: strict({ type: Type.Literal('book_broken'), venue: Type.Optional(venue) }),
};

/** Condition of a rule in `alerts.json`. */
export type Condition = {
  [Name in keyof typeof CONDITIONS]: Static<(typeof CONDITIONS)[Name]>;
}[keyof typeof CONDITIONS];

/** A `fill` and a `resolution` are told at once and each time, so these members have no use in their rules. */
const timing = {
  forMs: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_SPAN_MS })),
  cooldownMs: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_SPAN_MS })),
};

const Id = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' });

/** Default of `cooldownMs`. */
export const DEFAULT_COOLDOWN_MS = 5 * MINUTE_MS;
const MAX_RULES = 100;
const MAX_ENDPOINTS = 5;

/** A rule of the file without its condition, which is checked by its type. */
export const RuleSchema = strict({
  id: Id,
  when: Type.Object({ type: Type.Enum(Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]) }),
  ...timing,
  tellResolved: Type.Optional(Type.Boolean()),
  to: Type.Array(Id, { minItems: 1, maxItems: MAX_ENDPOINTS, uniqueItems: true }),
});

export const EndpointSchema = strict({
  id: Id,
  url: Type.String({ minLength: 1, maxLength: 2_048 }),
  format: Type.Optional(Type.Enum(['standard', 'slack', 'discord', 'telegram'])),
  secrets: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 2 })),
  chatId: Type.Optional(Type.String({ pattern: '^(-?[0-9]{1,20}|@[A-Za-z0-9_]{1,64})$' })),
});

/** The file without its items, which are checked one by one, so that each problem has its line. */
export const FileSchema = strict({
  endpoints: Type.Array(Type.Unknown(), { maxItems: MAX_ENDPOINTS }),
  rules: Type.Array(Type.Unknown(), { maxItems: MAX_RULES }),
});
