import { DEFAULT_REFERENCE_COINS } from '../../domain/index.ts';
import type { RelayProfile } from '../relay-profile.ts';
import { CHANNELS } from './normalise.ts';
import { PolyboltRelay } from './stream.ts';

const CREDENTIALS = 'CROSSTAPE_POLYBOLT_KEY, _SECRET and _PASSPHRASE';

export const profile: RelayProfile = {
  sources: Object.keys(CHANNELS),
  coins: DEFAULT_REFERENCE_COINS,
  credentials: CREDENTIALS,
  isReady: ({ polybolt }) => polybolt !== null,
  create: (options, { polybolt }) => {
    if (polybolt === null) throw new RangeError(`the relay needs ${CREDENTIALS}`);
    return new PolyboltRelay({ ...options, credentials: polybolt });
  },
};
