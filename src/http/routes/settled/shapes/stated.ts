import { Type } from 'typebox';
import * as s from '../../../schemas/schema.ts';

/** Builds the schema of a venue's statements about a market after its end. */
export const statedSchema = () =>
  s.named(
    'StatedAfterwards',
    s.object('What the venue stated after the end.', {
      strike: price('Strike that the venue stated.'),
      value: price('Closing value that the venue stated.'),
      openTakenAt: s.nullable(s.epochMsField('Moment whose value the venue took for the strike.'), UNSAID),
      closeTakenAt: s.nullable(s.epochMsField('Moment whose value the venue took for the result.'), UNSAID),
    }),
  );

const UNSAID = 'the venue does not say';

const price = (description: string) =>
  s.nullable(
    s.named(
      'StatedPrice',
      s.object(description, {
        kind: s.choice('`exact` decimal, nearest `double`, or `rounded` to `decimals` places.', [
          'exact',
          'double',
          'rounded',
        ]),
        text: s.text('The price as decimal text.', '86513.574462924859113472'),
        decimals: Type.Optional(s.int('Places that it is rounded to.', 2)),
      }),
    ),
    UNSAID,
  );
