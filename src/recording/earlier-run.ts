import { type EpochMs, epochMs, MINUTE_MS, type VenueId } from '../domain/index.ts';
import type { RecorderStore } from './patient-writes.ts';
import type { VenueTrack } from './venue-track.ts';

/**
 * Time before the last poll of an earlier run within which a series must have had a price to be continued. Some series
 * are read only once in two minutes.
 */
export const CONTINUED_MS = 2 * MINUTE_MS;

/**
 * Continues the series that an earlier run recorded until it ended. A series that does not return gets a gap from there
 * on, as it would without the restart.
 *
 * @param since Time from which a series must have a record.
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
