import { createRestSetting, createStreamSetting, venueSettings } from '../../settings/venue-settings.ts';

export const settings = venueSettings('polymarket', {
  pollMs: 30_000,
  addresses: {
    gammaUrl: createRestSetting('POLYMARKET_GAMMA', 'https://gamma-api.polymarket.com'),
    clobUrl: createRestSetting('POLYMARKET_CLOB', 'https://clob.polymarket.com'),
    dataUrl: createRestSetting('POLYMARKET_DATA', 'https://data-api.polymarket.com'),
    wsUrl: createStreamSetting('POLYMARKET', 'wss://ws-subscriptions-clob.polymarket.com'),
  },
});
