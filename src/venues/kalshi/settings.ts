import { createRestSetting, createStreamSetting, venueSettings } from '../../settings/venue-settings.ts';

export const settings = venueSettings('kalshi', {
  pollMs: 30_000,
  addresses: {
    url: createRestSetting('KALSHI', 'https://external-api.kalshi.com/trade-api/v2'),
    wsUrl: createStreamSetting('KALSHI', 'wss://external-api-ws.kalshi.com/trade-api/ws/v2'),
  },
});
