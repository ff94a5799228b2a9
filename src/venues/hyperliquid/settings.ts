import { createRestSetting, createStreamSetting, venueSettings } from '../../settings/venue-settings.ts';

export const settings = venueSettings('hyperliquid', {
  pollMs: 5_000,
  addresses: {
    url: createRestSetting('HYPERLIQUID', 'https://api.hyperliquid.xyz'),
    wsUrl: createStreamSetting('HYPERLIQUID', 'wss://api.hyperliquid.xyz/ws'),
  },
});
