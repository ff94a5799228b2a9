import { Type } from 'typebox';
import { CHAIN_FAMILIES, getFamily } from '../../../../billing/deposits/families.ts';
import { OWNER_PATTERN } from '../../../../billing/ledger/chart.ts';
import * as s from '../../../schemas/schema.ts';

const WALLET_EXAMPLE = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';

/** Joined by hand: loading the language rules of Intl would take 13 ms at every start. */
const ANY_FAMILY = CHAIN_FAMILIES.map((name) => getFamily(name).addressHint)
  .join(', ')
  .replace(/, ([^,]*)$/, ' or $1');

export const NO_WALLET = 'address must be a wallet: 0x and 40 hex digits, T..., or base58 of Solana';

/** Builds the schema of the member that names a wallet. */
export const walletAddress = () =>
  s.named(
    'WalletAddress',
    s.text(`Address of ${ANY_FAMILY}.`, WALLET_EXAMPLE, { minLength: 1, maxLength: 100 }),
  );

/** Builds the schema of the member or parameter by which the operator names an owner. */
export const ownerMember = () =>
  s.text('For the operator: whose wallets.', 'owner_1', {
    pattern: OWNER_PATTERN,
    maxLength: 128,
  });

/** Builds the schema of an owner's wallets, followed by those that other owners took over by a proof. */
export const walletList = () =>
  s.array(
    'Registered wallets, oldest first.',
    s.named(
      'RegisteredWallet',
      s.object('One wallet of the owner.', {
        address: s.text('Address of the wallet; in lower case on EVM chains.', WALLET_EXAMPLE),
        family: s.choice('Family of chains on which its transfers are credited.', CHAIN_FAMILIES),
        registeredAt: s.epochMsField('Time of registration; only transfers in later blocks are credited.'),
        proved: s.bool('Whether the key of the wallet has signed for the owner.', false),
        replacedAt: Type.Optional(
          s.epochMsField(
            'When another owner proved to have its key; from then on its transfers are not yours.',
          ),
        ),
      }),
    ),
  );
