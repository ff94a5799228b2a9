import { randomBytes } from 'node:crypto';

/**
 * Returns unpredictable bytes. Passed in wherever something secret or unique is created, so that tests can repeat it.
 */
export type RandomBytes = (count: number) => Uint8Array;

export const cryptoRandom: RandomBytes = (count) => randomBytes(count);
