import { Type } from 'typebox';
import { FILL_STATES, NO_FILL_REASONS } from '../../domain/index.ts';
import { ReferenceReportSchema } from '../../references/recording/report.ts';
import { WireSchema } from '../../upstream/client.ts';
import { TapeStatusSchema } from '../tape-status.ts';
import { TapedMarketSchema } from '../taped-markets.ts';

/*
 * Schemas of the answers of a feed's internal port.
 */

export const RefusalSchema = new WireSchema(
  'refusal of the feed',
  Type.Object({
    failure: Type.String(),
    message: Type.String(),
    status: Type.Union([Type.Number(), Type.Null()]),
    retryAfterMs: Type.Union([Type.Number(), Type.Null()]),
  }),
);
const LevelsSchema = Type.Array(Type.Object({ price: Type.Number(), size: Type.Number() }));
const Time = Type.Union([Type.Number(), Type.Null()]);
export const BookSchema = new WireSchema(
  'book of the feed',
  Type.Object({
    asset: Type.String(),
    bids: LevelsSchema,
    asks: LevelsSchema,
    venueTime: Time,
    receivedAt: Type.Number(),
  }),
);
export const CandlesSchema = new WireSchema(
  'candles of the feed',
  Type.Array(
    Type.Object({
      t: Type.Number(),
      open: Type.Number(),
      high: Type.Number(),
      low: Type.Number(),
      close: Type.Number(),
    }),
  ),
);
export const FundingSchema = new WireSchema(
  'funding of the feed',
  Type.Array(Type.Object({ t: Type.Number() })),
);
export const FillsSchema = new WireSchema(
  'fills of the feed',
  Type.Array(
    Type.Object({
      state: Type.Union(FILL_STATES.map((state) => Type.Literal(state))),
      reason: Type.Union([...NO_FILL_REASONS.map((reason) => Type.Literal(reason)), Type.Null()]),
      retryAtMs: Time,
    }),
  ),
);
export const ProbesSchema = new WireSchema(
  'probes of the feed',
  Type.Array(
    Type.Object({
      upstream: Type.String(),
      probedUrl: Type.String(),
      method: Type.String(),
      status: Type.Union([Type.Literal('healthy'), Type.Literal('degraded'), Type.Literal('errored')]),
      statusCode: Type.Union([Type.Number(), Type.Null()]),
      latencyMs: Type.Number(),
      lastChecked: Type.String(),
      error: Type.Union([Type.String(), Type.Null()]),
      reason: Type.Union([
        Type.Literal('slow'),
        Type.Literal('down'),
        Type.Literal('blocked'),
        Type.Literal('rate_limited'),
        Type.Null(),
      ]),
    }),
  ),
);
export const ReferencesSchema = new WireSchema('references of the feed', ReferenceReportSchema);
export const TapeSchema = new WireSchema('tape of the feed', Type.Union([TapeStatusSchema, Type.Null()]));
export const TapedSchema = new WireSchema('taped markets of the feed', Type.Array(TapedMarketSchema));
export const HeadSchema = new WireSchema(
  'state of the feed',
  Type.Record(
    Type.String(),
    Type.Object({
      fence: Type.Number(),
      version: Type.Union([Type.Number(), Type.Null()]),
      fetchedAt: Time,
      status: Type.Unknown(),
    }),
  ),
);
