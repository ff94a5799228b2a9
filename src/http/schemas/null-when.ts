/** Reasons of null members that many schemas share. Each continues the words "null when". */
export const NULL_WHEN = {
  noPrice: 'the market has none: its book is empty or it has ended',
  noTouch: 'this side of the book is empty or not known',
  noFairValue: 'there is no oracle price and fewer than two linked venues have a fresh mid',
  notPublished: 'the venue publishes none',
  notSaid: 'the venue does not say',
  fewRecords: 'too few records are usable',
  noRatio: 'too few records are usable or the denominator is 0',
} as const;
