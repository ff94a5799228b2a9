/** A 32-bit mix of two integers; every choice of the simulated world comes from it. */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul((b | 0) ^ 0x165667b1, 0xc2b2ae35);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  h ^= h >>> 12;
  h = Math.imul(h, 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

/** A 32-bit number for a name under a seed. */
export function hashName(seed: number, name: string): number {
  let h = 0x811c9dc5 ^ seed;
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  return mix(h, name.length);
}

/** Draws a number in [0, 1) for an index under a key. Indexes beyond 32 bits count by both halves. */
export function unit(key: number, index: number): number {
  const high = Math.floor(index / 0x1_0000_0000);
  return mix(high === 0 ? key : mix(key, high), index) / 0x1_0000_0000;
}

/** Draws a whole number in [from, to] for an index under a key. */
export function whole(key: number, index: number, from: number, to: number): number {
  return from + Math.floor(unit(key, index) * (to - from + 1));
}

export function pick<T>(key: number, index: number, list: readonly T[]): T {
  const chosen = list[Math.floor(unit(key, index) * list.length)];
  if (chosen === undefined) throw new RangeError('nothing to pick from');
  return chosen;
}
