import { Type } from 'typebox';
import type { MarketBlock, Quote } from '../../../../m2m/quote.ts';
import { NULL_WHEN } from '../../../schemas/null-when.ts';
import * as s from '../../../schemas/schema.ts';
import {
  apiVersionField,
  change24hPtsField,
  fairValueSourceField,
  feedAgeField,
  identity,
  isStaleField,
  perpChangeField,
  priceFields,
  venueNativeUrlField,
} from '../../../shapes/m2m-fields.ts';
import { marketNameFields } from '../../../shapes/side-fields.ts';
import { whyNullField } from '../../../shapes/why-null.ts';

/** Builds the schema of the response of GET /api/m2m/:asset/quote. */
export const quoteSchema = () =>
  Type.Unsafe<Quote>(
    s.object('Price and freshness of one asset.', {
      ok: s.okTrue(),
      generatedAt: s.generatedAtField(),
      apiVersion: apiVersionField(),
      ...identity(),
      ...marketNameFields(),
      price: s.object('Current price and its distance from fair value.', {
        ...priceFields(),
        change24hPct: perpChangeField(),
        change24hPts: change24hPtsField('in every quote: quotes do not read stored records'),
        change24hSource: s.nullable(
          s.choice("Source of the change; `snapshot` is the venue's own figure.", ['snapshot']),
          'change24hPct is null',
        ),
        fairValueSource: fairValueSourceField(),
      } satisfies s.Members<Quote['price']>),
      freshness: s.object('Age of the data behind the answer.', {
        feedAgeMs: feedAgeField(),
        isStale: isStaleField(),
        historyLastEverMs: Type.Optional(
          s.nullable(
            s.epochMsField('Time of the newest stored record. Present with `activity=true`.'),
            'the asset has no record',
          ),
        ),
      }),
      market: Type.Optional(
        s.nullable(
          s.object('Figures and terms of the market as the venue states them. Present with `market=true`.', {
            volume24hUsd: s.nullable(s.num('24 h volume in USD.', 1_930_000_000), NULL_WHEN.notPublished),
            openInterestUsd: s.nullable(
              s.num('Open interest in USD.', 2_477_900_000),
              NULL_WHEN.notPublished,
            ),
            liquidityUsd: s.nullable(
              s.num('Resting liquidity of a binary in USD, as its venue counts it.', 18_300),
              'the asset is a perpetual, or the venue does not publish it',
            ),
            endsAtMs: s.nullable(
              s.epochMsField('When a binary is due to be decided, else when its trading ends.'),
              'the asset is a perpetual, or the venue states neither',
            ),
            fundingHourly: s.nullable(
              s.num(
                'Funding rate of the current hour as a fraction of notional; positive when longs pay.',
                0.0000125,
              ),
              'the asset is a binary, or the venue does not publish it',
            ),
            nextFundingMs: s.nullable(
              s.epochMsField('When funding is paid next: at the end of each hour.'),
              'fundingHourly is null',
            ),
            maxLeverage: s.nullable(
              s.num('Highest leverage that the venue allows.', 40),
              'the asset is a binary, or the venue does not publish it',
            ),
          } satisfies s.Members<MarketBlock>),
          'the venue no longer lists the asset',
        ),
      ),
      venueNativeUrl: Type.Optional(
        s.nullable(venueNativeUrlField(), 'the asset is a binary that has left its venue'),
      ),
      whyNull: whyNullField(),
    } satisfies s.Members<Quote>),
  );
