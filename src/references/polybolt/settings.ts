import { url } from '../../settings/parsers.ts';
import { setting } from '../../settings/setting.ts';

export const wsUrl = setting(
  'POLYBOLT_WS_URL',
  url('wss', 'ws'),
  'wss://ws-live-v2.polymarket.com/ws',
  'address of the socket of prices with credentials; used as it is',
);
