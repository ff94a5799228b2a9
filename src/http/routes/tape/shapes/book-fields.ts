import * as s from '../../../schemas/schema.ts';
import { priceLevels } from '../../../shapes/price-levels.ts';

/** Builds the schema members of a known book. */
export const bookFields = () => ({
  bids: priceLevels('Bids, best (highest) first.'),
  asks: priceLevels('Asks, best (lowest) first.'),
  bookTime: s.epochMsField(
    'Our time of the last message that altered the book, or of the whole book that began its span; of a sampled book the full minute.',
  ),
  venueTime: s.nullable(s.epochMsField("The venue's time of that message."), 'the venue stated none'),
  ageMs: s.int('t minus bookTime, in ms.', 120),
  everyMs: s.int('0: every change was recorded; else the time between two states in ms.', 0),
  crossed: s.bool('Whether the best bid is above the best ask.', false),
});

const UNKNOWN = 'the book is not known at that moment';

/** Builds the schema members of a book that may be unknown. */
export const maybeBookFields = () => {
  const { bids, asks, bookTime, ageMs, everyMs, crossed } = bookFields();
  return {
    bids: s.nullable(bids, UNKNOWN),
    asks: s.nullable(asks, UNKNOWN),
    bookTime: s.nullable(bookTime, UNKNOWN),
    venueTime: s.nullable(
      s.epochMsField("The venue's time of the last message that altered the book."),
      `the venue stated none, or ${UNKNOWN}`,
    ),
    ageMs: s.nullable(ageMs, UNKNOWN),
    everyMs: s.nullable(everyMs, UNKNOWN),
    crossed: s.nullable(crossed, UNKNOWN),
    spanFromMs: s.nullable(s.epochMsField('Moment since which the book is known without a break.'), UNKNOWN),
    depth: s.nullable(
      s.int('Most levels of a side that the venue sends.', 20),
      `the venue sends all levels, or ${UNKNOWN}`,
    ),
  };
};
