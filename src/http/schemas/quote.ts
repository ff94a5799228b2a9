import { Type } from 'typebox';
import type { Quote } from '../../m2m/quote.ts';
import {
  apiVersionField,
  change24hPtsField,
  feedAgeField,
  identity,
  isStaleField,
  nativeUrl,
  priceFields,
} from './m2m-fields.ts';
import {
  choice,
  epochMsField,
  generatedAtField,
  type Members,
  nullable,
  num,
  object,
  okTrue,
} from './schema.ts';
import { whyNullField } from './why-null.ts';

/** The answer of GET /api/m2m/:asset/quote. */
export const quoteSchema = () =>
  Type.Unsafe<Quote>(
    object('Price and freshness of one asset.', {
      ok: okTrue(),
      generatedAt: generatedAtField(),
      apiVersion: apiVersionField(),
      ...identity(),
      price: object('Price now.', {
        ...priceFields(),
        change24hPct: nullable(
          num('Perpetuals: change of 24 hours in percent.', 1.45),
          'the asset is a binary, or no price of then is known',
        ),
        change24hPts: change24hPtsField('always: a quote reads no record of yesterday'),
        change24hSource: nullable(
          choice('Where the change comes from.', ['snapshot']),
          'change24hPct is null',
        ),
      } satisfies Members<Quote['price']>),
      freshness: object('How old this is.', {
        feedAgeMs: feedAgeField(),
        isStale: isStaleField(),
        historyLastEverMs: Type.Optional(
          nullable(epochMsField('With `activity`: newest record of all.'), 'there is none'),
        ),
      }),
      venueNativeUrl: Type.Optional(nullable(nativeUrl(), 'a binary has left its venue')),
      whyNull: whyNullField(),
    } satisfies Members<Quote>),
  );
