import {
  DEFAULT_REFERENCE_COINS,
  REFERENCE_COINS,
  RELAYS,
  type RelayId,
  SOURCE_LIST,
} from '../../domain/index.ts';
import { pythTickers } from '../../references/kalshi/settings.ts';
import { wsUrl as polyboltUrl } from '../../references/polybolt/settings.ts';
import { wsUrl as rtdsUrl } from '../../references/rtds/settings.ts';
import { type Parser, someOf } from '../../settings/parsers.ts';
import { setting } from '../../settings/setting.ts';

const SOURCES = SOURCE_LIST.map(({ id }) => id);
const DEFAULT_SOURCES: readonly string[] = ['chainlink', 'twap60', 'rti', 'rti60'];

const relayList = someOf(RELAYS);
const relays: Parser<'auto' | 'off' | readonly RelayId[]> = {
  allowed: `auto, off, or ${relayList.allowed}`,
  parse: (value) => {
    const word = value.trim().toLowerCase();
    return word === 'auto' || word === 'off' ? word : relayList.parse(value);
  },
};

/** Settings of reference prices. Relays depend only on these settings, not on whether the streams of venues are on. */
export const REFERENCE_SETTINGS = {
  relays: setting(
    'REFERENCES',
    relays,
    'auto' as 'auto' | 'off' | readonly RelayId[],
    'relays of reference prices: auto (each that has what it needs), off, or by name',
  ),
  sources: setting(
    'REFERENCE_SOURCES',
    someOf(SOURCES),
    DEFAULT_SOURCES,
    'sources of reference prices that are recorded; pyth also comes with its tickers',
  ),
  coins: setting(
    'REFERENCE_COINS',
    someOf(REFERENCE_COINS),
    DEFAULT_REFERENCE_COINS,
    'coins whose reference prices are recorded',
  ),
  pythTickers,
  share: setting(
    'REFERENCE_SHARE',
    someOf(SOURCES),
    [] as readonly string[],
    'sources whose values API keys may see with paid gating on; none: they are withheld',
  ),
  rtdsUrl,
  polyboltUrl,
};
