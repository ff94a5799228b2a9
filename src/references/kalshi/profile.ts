import { createPrivateKey } from 'node:crypto';
import { REFERENCE_COINS } from '../../domain/index.ts';
import type { RelayProfile } from '../relay-profile.ts';
import { KalshiRelay } from './stream.ts';

const CREDENTIALS = 'CROSSTAPE_KALSHI_KEY_ID and _PRIVATE_KEY';

export const profile: RelayProfile = {
  sources: ['rti', 'rti60', 'pyth'],
  coins: REFERENCE_COINS,
  credentials: CREDENTIALS,
  isReady: ({ kalshiKey }) => kalshiKey !== null,
  create: (options, { kalshiKey }) => {
    if (kalshiKey === null) throw new RangeError(`the relay needs ${CREDENTIALS}`);
    const { id, privateKeyPem } = kalshiKey;
    return new KalshiRelay({
      ...options,
      key: { id, privateKey: createPrivateKey(privateKeyPem.replaceAll('\\n', '\n').trim()) },
    });
  },
};
