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
  /** Open gaps in the store of assets without a track here. */
  readonly leftOpen: LeftOpenGaps;
  /**
   * Whether gaps that end ahead of the clock must still be searched, after the start or after the clock was set back.
   */
  hasFutureGaps: boolean;
  /** Gaps of assets that must be written. */
  readonly outbox: GapOutbox;
  /** Markets that the register has stored. */
  readonly listed: ListedMarkets;
  readonly forecasts: ForecastSampler;
  /** Reason why the last poll failed; null when it succeeded. */
  failure: string | null;
}

/** Creates the state of a venue before its first poll. @param putGap Stores a gap. */
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
