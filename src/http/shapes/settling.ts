import { Type } from 'typebox';
import * as s from '../schemas/schema.ts';

/** Builds the schema of the terms by which a market settles. */
export const settlingTermsSchema = () =>
  s.named(
    'SettlingTerms',
    s.object(
      'How the market settles, as its venue states it. A member that the venue does not state is null.',
      {
        source: s.nullable(s.text('Source of the values.', 'twap60'), UNSAID),
        coin: s.nullable(s.text('Coin in lower case; source and coin name a series.', 'btc'), UNSAID),
        statistic: s.nullable(
          s.text('`at`: the value at a moment. Others are stated and not reproduced.', 'at'),
          UNSAID,
        ),
        openAt: s.nullable(s.epochMsField('Moment of the opening value.'), UNSAID),
        closeAt: s.nullable(s.epochMsField('Moment of the closing value.'), UNSAID),
        strikeFrom: s.nullable(
          s.choice('Where the strike is from: the terms, or the value at `openAt`.', ['stated', 'opening']),
          UNSAID,
        ),
        strike: s.nullable(
          s.text('Strike as decimal text; lower end of a range.', '86513.574462924859113472'),
          UNSAID,
        ),
        strikeHigh: s.nullable(s.text('Upper end of a range, decimal text.', '87000'), UNSAID),
        test: s.nullable(s.choice('When Yes wins.', ['above', 'below', 'between']), UNSAID),
        tie: s.nullable(s.choice('Meaning of a value equal to the strike.', ['yes', 'no', 'half']), UNSAID),
        decimals: s.nullable(
          s.int('Places to which values are rounded before they are compared.', 2),
          'they are not rounded',
        ),
        toleranceSeconds: s.nullable(
          s.int('Seconds within which the next value counts where the moment has none at its source.', 5),
          UNSAID,
        ),
      },
    ),
  );

/** Builds the schema of where the venue states each of the terms. */
export const statedByField = () =>
  s.nullable(
    s.named(
      'StatedBy',
      Type.Unsafe<Readonly<Record<string, string>>>({
        type: 'object',
        description: 'Where the venue states each member of `settling`, or which of its statements differ.',
        additionalProperties: s.text('Members or text of the venue.', 'resolutionSource'),
        examples: [{ source: 'resolutionSource', closeAt: 'endDate' }],
      }),
    ),
    'no terms are known, or they were imported',
  );

const UNSAID = 'the venue does not state it, or in two ways';
