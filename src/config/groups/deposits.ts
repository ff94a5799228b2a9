import { choice, integer, orNone, text } from '../../settings/parsers.ts';
import { setting } from '../../settings/setting.ts';

const capUsd = (name: string, fallback: number, meaning: string) =>
  setting(`${name}_CAP_USD`, integer(0, 1_000_000_000, 'US dollars'), fallback, meaning);

/** Settings of deposits: which are accepted, and which wait for the operator's review. */
export const DEPOSIT_SETTINGS = {
  stripeMode: setting(
    'STRIPE_MODE',
    orNone(choice('live', 'test')),
    null,
    'Stripe mode whose events are accepted; not set: both',
  ),
  capUsd: capUsd('DEPOSIT', 10_000, 'larger deposits are held for review'),
  dayCapUsd: capUsd(
    'DEPOSIT_DAY',
    25_000,
    'largest sum of deposits credited to one owner a day (UTC); further ones are held for review',
  ),
  firstCapUsd: capUsd(
    'FIRST_DEPOSIT',
    1_000,
    'a larger first deposit of a registered wallet is held for review',
  ),
  minUsd: setting(
    'DEPOSIT_MIN_USD',
    integer(0, 1_000, 'US dollars'),
    1,
    'what unknown senders send to a treasury below this is summed up in one deposit a chain, token and day',
  ),
  chainsFile: setting(
    'CHAINS_FILE',
    orNone(text),
    null,
    'JSON file of the chains whose deposits are watched',
  ),
  sharedWalletsFile: setting(
    'SHARED_WALLETS_FILE',
    orNone(text),
    null,
    'addresses that many people share, one a line; they cannot be registered',
  ),
  sanctionedWalletsFile: setting(
    'SANCTIONED_WALLETS_FILE',
    orNone(text),
    null,
    'sanctioned addresses, one a line; they cannot be registered and their deposits are held for review',
  ),
  walletAttemptsPerOwner: setting(
    'WALLET_ATTEMPTS_PER_OWNER',
    integer(1, 1_000_000),
    60,
    'wallet registrations that one owner may attempt in 10 minutes',
  ),
};
