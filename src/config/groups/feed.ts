import { VENUES, type VenueId } from '../../domain/index.ts';
import { integer, onOff, venues } from '../../settings/parsers.ts';
import { setting } from '../../settings/setting.ts';
import { VENUE_SETTINGS } from '../../venues/settings.ts';
import { TAPE_SETTINGS } from './tape.ts';

/** Settings of recording, and of the connections to venues. */
export const FEED_SETTINGS = {
  venues: setting('VENUES', venues, VENUES as readonly VenueId[], 'venues to record'),
  streams: setting('STREAMS', onOff, true, 'venue WebSockets; off: polling only'),
  allowPrivateUpstreams: setting(
    'ALLOW_PRIVATE_UPSTREAMS',
    onOff,
    false,
    'allows venue addresses inside a private network in production',
  ),
  outboxMaxMb: setting(
    'OUTBOX_MAX_MB',
    integer(1, 100_000_000),
    20_000,
    'MB of records that may wait in PostgreSQL while ClickHouse is away; what comes then is not recorded, and leaves a gap. Those of the last 48 hours are kept there beside it',
  ),
  tape: TAPE_SETTINGS,
  adapters: VENUE_SETTINGS,
};
