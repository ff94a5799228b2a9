/**
 * Whether tests run in their long form, as in `.ci/full`: more rounds, more seeds, and suites on more engines.
 */
export const isLong = process.env.CROSSTAPE_LONG_TESTS === '1';

/** Reason for skipping tests of the long form; false where they run. */
export const skipShort = isLong ? false : 'takes long: CROSSTAPE_LONG_TESTS=1';

/** Chooses the number of repetitions of a test: the first one in `npm test`, the second one in the long form. */
export function rounds(usual: number, long: number): number {
  return isLong ? long : usual;
}
