import { integer, url } from './parsers.ts';
import { type Setting, setting } from './setting.ts';

/** Settings of one venue: how it is polled, and its addresses. */
export type VenueSettings = {
  readonly pollMs: Setting<number>;
  readonly maxMarkets: Setting<number>;
  /** Addresses of the venue, by the names that its adapter uses. */
  readonly addresses: Readonly<Record<string, Setting<string>>>;
};

/**
 * Declares the settings of a venue: `CROSSTAPE_<VENUE>_POLL_MS`, `_MAX_MARKETS`, and its addresses.
 *
 * @param venue Id of the venue.
 * @param pollMs Default interval between polls.
 */
export function venueSettings<Addresses extends Readonly<Record<string, Setting<string>>>>(
  venue: string,
  { pollMs, addresses }: { readonly pollMs: number; readonly addresses: Addresses },
) {
  const name = venue.toUpperCase();
  return {
    pollMs: setting(
      `${name}_POLL_MS`,
      integer(1_000, 3_600_000, 'milliseconds'),
      pollMs,
      'interval between polls in ms',
    ),
    maxMarkets: setting(
      `${name}_MAX_MARKETS`,
      integer(1, 100_000),
      2_000,
      'number of markets tracked, largest 24 h volume first; all perpetuals are tracked',
    ),
    addresses,
  };
}

/** Declares the setting `CROSSTAPE_<NAME>_URL`. */
export function createRestSetting(name: string, fallback: string): Setting<string> {
  return setting(`${name}_URL`, url('https', 'http'), fallback, 'base address');
}

/** Declares the setting `CROSSTAPE_<NAME>_WS_URL`. */
export function createStreamSetting(name: string, fallback: string): Setting<string> {
  return setting(`${name}_WS_URL`, url('wss', 'ws'), fallback, 'base address of the streams');
}
