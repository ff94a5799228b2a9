import type { EpochMs, Gap } from '../domain/index.ts';
import type { ForecastSampler } from './forecast-sampler.ts';
import { GapOutbox } from './gap-outbox.ts';
import { LeftOpenGaps } from './left-open-gaps.ts';
import { ListedMarkets } from './listed-markets.ts';
import type { Track } from './series-gaps.ts';

/** State of one venue that the recorder keeps between polls. */
export interface VenueTrack {
  readonly series: Map<string, Track>;
  lastPollAt: EpochMs | null;
  openGap: Gap | null;
  /** Gaps that the store has open for assets without a track here. */
  readonly leftOpen: LeftOpenGaps;
  /**
   * Whether gaps that end ahead of the clock have not been looked for since the start, or since the clock was set back.
   */
  hasFutureGaps: boolean;
  /** Gaps of assets that are to be written. */
  readonly outbox: GapOutbox;
  /** The markets that the register has stored. */
  readonly listed: ListedMarkets;
  readonly forecasts: ForecastSampler;
  /** Why the last poll failed; null when it worked. */
  failure: string | null;
}

/** The state of a venue before its first poll. @param putGap Stores a gap. */
export function createVenueTrack(
  putGap: (gap: Gap) => Promise<void>,
  forecasts: ForecastSampler,
): VenueTrack {
  return {
    series: new Map(),
    lastPollAt: null,
    openGap: null,
    leftOpen: new LeftOpenGaps(),
    hasFutureGaps: true,
    listed: new ListedMarkets(),
    outbox: new GapOutbox(putGap),
    forecasts,
    failure: null,
  };
}
