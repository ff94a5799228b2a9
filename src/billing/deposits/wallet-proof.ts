import type { EpochMs } from '../../domain/index.ts';
import { epochMs, MINUTE_MS, type RandomBytes } from '../../domain/index.ts';
import type { FamilyAddress } from './chains/chain.ts';
import type { WalletChallenge } from './chains/wallets.ts';

/** Lifetime of a challenge. A person signs within minutes; a longer lifetime would only help a thief of the text. */
const CHALLENGE_MS = 10 * MINUTE_MS;
const NONCE_BYTES = 16;

interface ChallengeFacts {
  /** Base address of the service; null: none is configured. */
  readonly publicUrl: string | null;
  readonly owner: string;
  readonly wallet: FamilyAddress;
  /** Address in the form that people compare. */
  readonly shown: string;
  readonly random: RandomBytes;
  readonly now: EpochMs;
}

/** Creates the text that the key of a wallet signs for one owner of one service, with its expiry. */
export function createChallenge({ publicUrl, owner, shown, random, now }: ChallengeFacts): WalletChallenge {
  const nonce = Buffer.from(random(NONCE_BYTES)).toString('hex');
  const expiresAt = epochMs(now + CHALLENGE_MS);
  const message = [
    'I am the holder of this wallet, and its deposits belong to the owner named here.',
    '',
    `Service: ${publicUrl ?? 'Crosstape without a public address'}`,
    `Owner: ${owner}`,
    `Wallet: ${shown}`,
    `Nonce: ${nonce}`,
    `Time: ${new Date(now).toISOString()}`,
  ].join('\n');
  return { nonce, message, expiresAt };
}
