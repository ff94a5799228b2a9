import type { EpochMs } from '../../../../domain/index.ts';
import type { ChainRows } from '../rows.ts';

/** Streams of a chain that are read again. */
export interface Rewind {
  readonly scope: string;
  readonly streams: readonly string[];
  /** Position of the last block, slot or time that is not read again. */
  readonly position: number;
}

/**
 * Moves streams back to a position, so that the next poll reads on from there. One that has not come so far stays: a
 * move forward would leave deposits out.
 *
 * @returns How many were moved.
 */
export function rewind(chains: ChainRows, { scope, streams, position }: Rewind, now: EpochMs): number {
  const ahead = streams.filter((stream) => (chains.findCursor(scope, stream)?.position ?? -1) > position);
  for (const stream of ahead) chains.putCursor({ scope, stream, position, mark: null, updatedAt: now });
  return ahead.length;
}
