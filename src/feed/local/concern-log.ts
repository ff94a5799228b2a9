import { type EpochMs, HOUR_MS, type VenueId } from '../../domain/index.ts';
import type { Concern } from '../concern.ts';

/** Logs each kind of concern of a venue once an hour, because a venue that changed its format has one in every poll. */
export class ConcernLog {
  readonly #write: (concern: Concern, venue: VenueId) => void;
  readonly #saidAt = new Map<string, EpochMs>();

  constructor(write: (concern: Concern, venue: VenueId) => void) {
    this.#write = write;
  }

  note(venue: VenueId, concerns: readonly Concern[], now: EpochMs): void {
    for (const concern of concerns) {
      const key = `${venue} ${concern.code}`;
      const saidAt = this.#saidAt.get(key);
      // The absolute difference is used, so that a clock that was set back does not suppress a concern.
      if (saidAt !== undefined && Math.abs(now - saidAt) < HOUR_MS) continue;
      this.#saidAt.set(key, now);
      this.#write(concern, venue);
    }
  }
}
