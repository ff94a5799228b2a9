import { randomBytes } from 'node:crypto';

/** Unpredictable bytes. Passed in wherever something secret or unique is made, so that tests can repeat it. */
export type RandomBytes = (count: number) => Uint8Array;

export const cryptoRandom: RandomBytes = (count) => randomBytes(count);
