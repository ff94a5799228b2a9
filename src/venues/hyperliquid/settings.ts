import { restAddress, streamAddress, venueSettings } from '../../settings/venue-settings.ts';

export const settings = venueSettings('hyperliquid', {
  pollMs: 5_000,
  addresses: {
    url: restAddress('HYPERLIQUID', 'https://api.hyperliquid.xyz'),
    wsUrl: streamAddress('HYPERLIQUID', 'wss://api.hyperliquid.xyz/ws'),
  },
});
