/** Numbers in [0, 1) that a seed decides: a linear congruential generator of 48 bits, as POSIX drand48. */
export function seededRandom(seed: number): () => number {
  let state = (BigInt(seed) << 16n) | 0x330en;
  return () => {
    state = (state * 0x5deece66dn + 11n) & 0xffff_ffff_ffffn;
    return Number(state) / 2 ** 48;
  };
}
