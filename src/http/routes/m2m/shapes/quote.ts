import { Type } from 'typebox';
import type { Quote } from '../../../../m2m/quote.ts';
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
import { sideFields } from '../../../shapes/side-fields.ts';
import { whyNullField } from '../../../shapes/why-null.ts';

/** Builds the schema of the response of GET /api/m2m/:asset/quote. */
export const quoteSchema = () =>
  Type.Unsafe<Quote>(
    s.object('Price and freshness of one asset.', {
      ok: s.okTrue(),
      generatedAt: s.generatedAtField(),
      apiVersion: apiVersionField(),
      ...identity(),
      ...sideFields(),
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
      venueNativeUrl: Type.Optional(
        s.nullable(venueNativeUrlField(), 'the asset is a binary that has left its venue'),
      ),
      whyNull: whyNullField(),
    } satisfies s.Members<Quote>),
  );
