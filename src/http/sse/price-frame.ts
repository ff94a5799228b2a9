import type { Pulse } from '../../feed/pulses/pulse.ts';

/** Returns the members of a pulse that streams of prices send. */
export function toPriceFrame({ asset, kind, price, bid, ask, change24hPct, venueTime, receivedAt }: Pulse) {
  return { asset, kind, price, bid, ask, change24hPct, venueTime, receivedAt };
}
