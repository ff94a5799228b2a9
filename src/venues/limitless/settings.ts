import { createRestSetting, createStreamSetting, venueSettings } from '../../settings/venue-settings.ts';

export const settings = venueSettings('limitless', {
  pollMs: 60_000,
  addresses: {
    url: createRestSetting('LIMITLESS', 'https://api.limitless.exchange'),
    wsUrl: createStreamSetting('LIMITLESS', 'wss://ws.limitless.exchange'),
  },
});
