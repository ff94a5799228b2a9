import { restAddress, streamAddress, venueSettings } from '../../settings/venue-settings.ts';

export const settings = venueSettings('limitless', {
  pollMs: 60_000,
  addresses: {
    url: restAddress('LIMITLESS', 'https://api.limitless.exchange'),
    wsUrl: streamAddress('LIMITLESS', 'wss://ws.limitless.exchange'),
  },
});
