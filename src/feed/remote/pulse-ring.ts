import type { AssetRef } from '../../domain/index.ts';
import type { Pulse } from '../pulses/pulse.ts';
import type { NumberedPulse } from '../pulses/pulses.ts';
import { type FramePosition, formatEventId } from './event-id.ts';
import { readPulse, readVolume } from './pulse-frame.ts';

/** One pulse of one asset, as an index into the numbers of its frame. */
export interface RingEntry extends FramePosition {
  readonly numbers: Float64Array;
}

/** Newest pulses of one asset, and their listeners. */
export interface Ring {
  readonly ref: AssetRef;
  readonly entries: RingEntry[];
  /** Newest pulse that the ring has dropped. A reader at an earlier position has missed pulses. */
  dropped: FramePosition | null;
  /** Listeners, each with a function that counts the readers behind it. */
  readonly listeners: Map<(pulse: NumberedPulse) => void, () => number>;
  /** Listeners that do not make the asset wanted. */
  readonly overhearing: Set<(pulse: NumberedPulse) => void>;
}

/** Whether anyone listens to the asset. */
export function isHeard({ listeners, overhearing }: Ring): boolean {
  return listeners.size + overhearing.size > 0;
}

export function toPulse({ ref }: Ring, { numbers, index }: RingEntry): Pulse {
  return readPulse(numbers, index, ref);
}

export function toNumbered(ring: Ring, entry: RingEntry): NumberedPulse {
  return {
    id: formatEventId(entry),
    pulse: toPulse(ring, entry),
    volume: readVolume(entry.numbers, entry.index),
  };
}
