import { VENUES, type VenueId } from '../../domain/index.ts';
import { onOff, venues } from '../../settings/parsers.ts';
import { setting } from '../../settings/setting.ts';
import { VENUE_SETTINGS } from '../../venues/settings.ts';

/** What is recorded, and how the venues are reached. */
export const FEED_SETTINGS = {
  venues: setting('VENUES', venues, VENUES as readonly VenueId[], 'venues to record'),
  streams: setting('STREAMS', onOff, true, 'venue WebSockets; off: polling only'),
  allowPrivateUpstreams: setting(
    'ALLOW_PRIVATE_UPSTREAMS',
    onOff,
    false,
    'allows venue addresses inside a private network in production',
  ),
  adapters: VENUE_SETTINGS,
};
