import { choice, integer, orNone, text } from '../../settings/parsers.ts';
import { setting } from '../../settings/setting.ts';

const capUsd = (name: string, fallback: number, meaning: string) =>
  setting(`${name}_CAP_USD`, integer(0, 1_000_000_000, 'US dollars'), fallback, meaning);

/** Which deposits are taken, and which wait for somebody to look at them. */
export const DEPOSIT_SETTINGS = {
  stripeMode: setting(
    'STRIPE_MODE',
    orNone(choice('live', 'test')),
    null,
    'only events of this mode of Stripe are taken; not set: of both',
  ),
  capUsd: capUsd('DEPOSIT', 10_000, 'a larger deposit waits for a review'),
  dayCapUsd: capUsd(
    'DEPOSIT_DAY',
    25_000,
    'what one owner is credited a day (UTC) by deposits; the next one waits for a review',
  ),
  firstCapUsd: capUsd(
    'FIRST_DEPOSIT',
    1_000,
    'a larger first deposit of a registered wallet waits for a review',
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
    'addresses that many people share, one a line: nobody can register them',
  ),
  sanctionedWalletsFile: setting(
    'SANCTIONED_WALLETS_FILE',
    orNone(text),
    null,
    'addresses, one a line, that nobody can register and whose deposits wait for a review',
  ),
  walletAttemptsPerOwner: setting(
    'WALLET_ATTEMPTS_PER_OWNER',
    integer(1, 1_000_000),
    60,
    'registrations of wallets that one owner may try in 10 minutes',
  ),
};
