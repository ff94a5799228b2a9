import type { EpochMs } from '../../../../domain/index.ts';
import type { ChainRows } from '../rows.ts';

/** A request to read streams of a chain again. */
export interface Rewind {
  readonly scope: string;
  readonly streams: readonly string[];
  /** Last position that is not read again: block, slot or time. */
  readonly position: number;
}

/**
 * Moves streams back to a position, from which the next poll continues. A stream that has not reached the position
 * stays: a move forward would leave out deposits.
 *
 * @returns Number of moved streams.
 */
export function rewind(chains: ChainRows, { scope, streams, position }: Rewind, now: EpochMs): number {
  const ahead = streams.filter((stream) => (chains.findCursor(scope, stream)?.position ?? -1) > position);
  for (const stream of ahead) chains.putCursor({ scope, stream, position, mark: null, updatedAt: now });
  return ahead.length;
}
