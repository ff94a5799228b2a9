import { url } from '../../settings/parsers.ts';
import { setting } from '../../settings/setting.ts';

export const wsUrl = setting(
  'POLYMARKET_RTDS_WS_URL',
  url('wss', 'ws'),
  'wss://ws-live-data.polymarket.com',
  'address of the keyless socket of prices; used as it is',
);
