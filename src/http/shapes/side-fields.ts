import * as s from '../schemas/schema.ts';

/**
 * Builds the schema members that say what the sides of a binary market stand for, with the same texts in every
 * response.
 */
export const sideFields = () => ({
  yesMeans: s.named(
    'YesMeans',
    s.nullable(
      s.text('Name of the Yes side, which no other market of the event has: show it beside a price.', 'Duke'),
      'the market is alone in its event with the outcomes Yes and No, the asset is a perpetual, or nothing is known of it',
    ),
  ),
  noMeans: s.named(
    'NoMeans',
    s.nullable(
      s.text('Name of the No side, where the venue names both.', 'Down'),
      'the venue names no side of No',
    ),
  ),
});

/** Builds the schema members of the names of a market, listed or not. */
export const marketNameFields = () => ({
  name: s.nullable(s.text('Coin or question.', 'Siena at Duke Winner?'), 'nothing is known of the market'),
  ...sideFields(),
});
