import { DEFAULT_REFERENCE_COINS } from '../../domain/index.ts';
import type { RelayProfile } from '../relay-profile.ts';
import { TOPICS } from './normalise.ts';
import { RtdsRelay } from './stream.ts';

export const profile: RelayProfile = {
  sources: Object.keys(TOPICS),
  coins: DEFAULT_REFERENCE_COINS,
  credentials: null,
  isReady: () => true,
  create: (options) => new RtdsRelay(options),
};
