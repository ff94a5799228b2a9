import { type EpochMs, epochMs, MINUTE_MS, type VenueId } from '../domain/index.ts';
import type { RecorderStore } from './patient-writes.ts';
import type { VenueTrack } from './venue-track.ts';

/** A run continues the series that had a price this long before its last poll: some are read once in two minutes. */
export const CONTINUED_MS = 2 * MINUTE_MS;

/**
 * Tracks the series that an earlier run recorded until it ended. One that does not come back is missed from there on: an
 * asset that is absent over a restart is as absent as without one.
 *
 * @param since Time of the oldest last record of such a series.
 */
export async function continueSeries(
  history: Pick<RecorderStore, 'scanAssets'>,
  track: VenueTrack,
  {
    venue,
    lastPollAt,
    since,
  }: { readonly venue: VenueId; readonly lastPollAt: EpochMs; readonly since: EpochMs },
): Promise<void> {
  for await (const entries of history.scanAssets({ venue, activeSince: since })) {
    for (const { storeKey, asset, lastMs } of entries) {
      if (track.leftOpen.has(storeKey)) continue;
      const pricedAt = epochMs(Math.min(lastMs, lastPollAt));
      track.series.set(storeKey, {
        asset,
        lastT: pricedAt,
        lastP: null,
        volumeCounter: null,
        pricedAt,
        listed: true,
        endsAt: null,
        openGap: null,
      });
    }
  }
}
