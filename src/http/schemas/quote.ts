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
import * as s from './schema.ts';
import { whyNullField } from './why-null.ts';

/** The answer of GET /api/m2m/:asset/quote. */
export const quoteSchema = () =>
  Type.Unsafe<Quote>(
    s.object('Price and freshness of one asset.', {
      ok: s.okTrue(),
      generatedAt: s.generatedAtField(),
      apiVersion: apiVersionField(),
      ...identity(),
      price: s.object('Price now.', {
        ...priceFields(),
        change24hPct: s.nullable(
          s.num('Perpetuals: change of 24 hours in percent.', 1.45),
          'the asset is a binary, or no price of then is known',
        ),
        change24hPts: change24hPtsField('always: a quote reads no record of yesterday'),
        change24hSource: s.nullable(
          s.choice('Where the change comes from.', ['snapshot']),
          'change24hPct is null',
        ),
      } satisfies s.Members<Quote['price']>),
      freshness: s.object('Freshness of the answer.', {
        feedAgeMs: feedAgeField(),
        isStale: isStaleField(),
        historyLastEverMs: Type.Optional(
          s.nullable(s.epochMsField('With `activity`: newest record of all.'), 'there is none'),
        ),
      }),
      venueNativeUrl: Type.Optional(s.nullable(nativeUrl(), 'a binary has left its venue')),
      whyNull: whyNullField(),
    } satisfies s.Members<Quote>),
  );
