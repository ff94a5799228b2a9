import { restAddress, streamAddress, venueSettings } from '../../settings/venue-settings.ts';

export const settings = venueSettings('polymarket', {
  pollMs: 30_000,
  addresses: {
    gammaUrl: restAddress('POLYMARKET_GAMMA', 'https://gamma-api.polymarket.com'),
    clobUrl: restAddress('POLYMARKET_CLOB', 'https://clob.polymarket.com'),
    dataUrl: restAddress('POLYMARKET_DATA', 'https://data-api.polymarket.com'),
    wsUrl: streamAddress('POLYMARKET', 'wss://ws-subscriptions-clob.polymarket.com'),
  },
});
