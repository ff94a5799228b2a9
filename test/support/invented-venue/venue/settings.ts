import {
  createRestSetting,
  createStreamSetting,
  venueSettings,
} from '../../../../src/settings/venue-settings.ts';

export const settings = venueSettings('tidepool', {
  pollMs: 1_000,
  addresses: {
    url: createRestSetting('TIDEPOOL', 'https://api.tidepool.example'),
    wsUrl: createStreamSetting('TIDEPOOL', 'wss://api.tidepool.example/ws'),
  },
});
