import type { GetDepositAddressAnswer, GetWalletsAnswer } from '../../../client/src/index.ts';
import { dayTime, MINUTE_MS, zoneName } from '../../format/time.ts';
import { call } from '../../state/calls.ts';
import { settings } from '../../state/settings.ts';
import { copy } from '../notice.ts';
import { panel } from '../panel.ts';
import { rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing } from '../view.ts';

const walletsCall = call<GetWalletsAnswer>('/api/account/wallets', {
  everyMs: MINUTE_MS,
  credential: 'key',
});
const addressCall = call<GetDepositAddressAnswer>('/api/account/deposit-address', {
  everyMs: MINUTE_MS,
  credential: 'key',
});

const ADDRESSES: StaticOptions<GetDepositAddressAnswer['addresses'][number]> = {
  label: 'Deposit addresses',
  columns: [
    {
      id: 'address',
      title: 'Address',
      isName: true,
      width: 180,
      phoneWidth: 120,
      cell: ({ address }) => html`<code title=${address}>${address}</code>`,
    },
    { id: 'chain', title: 'Chain', isText: true, width: 110, phoneWidth: 84, cell: ({ chain }) => chain },
    { id: 'tokens', title: 'Tokens', isText: true, width: 120, cell: ({ assets }) => assets.join(', ') },
    {
      id: 'copy',
      title: 'Copy',
      width: 84,
      phoneWidth: 84,
      cell: ({ address, chain }) =>
        html`<button aria-label="copy the address on ${chain}" @click=${() => void copy(address, 'address')}>copy</button>`,
    },
  ],
  rowClass: () => 'tall',
};

/** Deposit addresses for stablecoins of the caller. */
export const addressPanel = (): Content =>
  panel<GetDepositAddressAnswer>({
    title: 'Deposit addresses',
    unit: 'every transfer to them is credited to you',
    width: 'wide',
    isFlush: true,
    guide: 'deposits#the-owner-of-a-deposit',
    // Without a chain there is nothing to ask for.
    call: () => ((walletsCall.state.value.data?.depositTargets.length ?? 0) > 0 ? addressCall : null),
    waiting: 'This service takes no stablecoins.',
    empty: ({ addresses }) =>
      addresses.length === 0 ? 'No chain gives owners an address of their own.' : null,
    body: ({ addresses }) => rowTable(ADDRESSES, addresses),
  });

const WALLETS: StaticOptions<GetWalletsAnswer['registeredWallets'][number]> = {
  label: 'Registered wallets',
  columns: [
    {
      id: 'address',
      title: 'Address',
      isName: true,
      width: 120,
      phoneWidth: 150,
      cell: ({ address }) => html`<code title=${address}>${address}</code>`,
    },
    { id: 'family', title: 'Family', isText: true, width: 70, phoneWidth: 70, cell: ({ family }) => family },
    {
      id: 'since',
      title: 'Since',
      width: 132,
      cell: ({ registeredAt }) => dayTime(registeredAt, settings.value.zone),
    },
    {
      id: 'proved',
      title: 'Proved',
      note: 'Whether the key of the wallet has signed for you: its first deposit has no lower limit then, and nobody can take it.',
      isText: true,
      width: 84,
      phoneWidth: 84,
      cell: ({ address, proved, replacedAt }) => {
        if (replacedAt !== undefined)
          return html`<span class="bad" title="another owner proved to have its key">■ taken</span>`;
        return proved
          ? '● yes'
          : html`<button aria-label="prove ${address}" @click=${() => void showForm(address)}>prove</button>`;
      },
    },
    {
      id: 'remove',
      title: 'Remove',
      width: 84,
      phoneWidth: 84,
      // One that another owner took by a proof is not the caller's any more.
      cell: ({ address, replacedAt }) =>
        replacedAt === undefined
          ? html`<button aria-label="remove ${address}" @click=${() => void remove(address)}>remove</button>`
          : nothing,
    },
  ],
  rowClass: () => 'tall',
};

/**
 * Shows the form that registers or proves a wallet.
 *
 * @param address Of a registered wallet to be proved; empty: the caller names one.
 */
async function showForm(address: string): Promise<void> {
  const { showWalletForm } = await import('./wallet-form.ts');
  showWalletForm(address, () => walletsCall.refresh());
}

async function remove(address: string): Promise<void> {
  const { showWalletRemoval } = await import('./wallet-removal.ts');
  showWalletRemoval(address, () => walletsCall.refresh());
}

/** Wallets whose deposits are the caller's. */
export const walletPanel = (): Content =>
  panel<GetWalletsAnswer>({
    title: 'Registered wallets',
    unit: () => zoneName(settings.value.zone),
    width: 'wide',
    isFlush: true,
    guide: 'chains#proof-of-a-wallet',
    tools: () => html`<button @click=${() => void showForm('')}>register a wallet</button>`,
    call: walletsCall,
    list: ({ registeredWallets }) => registeredWallets,
    empty: ({ registeredWallets }) => (registeredWallets.length === 0 ? 'No wallet is registered.' : null),
    body: ({ registeredWallets }) => rowTable(WALLETS, registeredWallets),
  });
