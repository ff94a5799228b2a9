import type { RemoveWalletAnswer } from '../../../client/src/index.ts';
import { ask, type Target } from '../../state/service.ts';
import { formatWriteCurl } from '../../state/write-curl.ts';
import { showDialog } from '../dialog.ts';
import { say } from '../notice.ts';
import { html } from '../view.ts';
import { commandLine, submission } from '../write-form.ts';

const WALLETS: Target = { path: '/api/account/wallets', server: 'main', credential: 'key' };

/** Gives a wallet of the caller up, once the caller has confirmed it. */
export function showWalletRemoval(address: string, refresh: () => void): void {
  const { alert, attempt } = submission();
  showDialog('Remove a wallet', (close) => {
    const remove = async () => {
      const isDone = await attempt(async () => {
        const body = { address };
        const { applied } = (await ask(WALLETS.path, {
          ...WALLETS,
          method: 'DELETE',
          body,
        })) as RemoveWalletAnswer;
        say(applied ? `removed: ${address}` : `not registered: ${address}`);
      });
      refresh();
      if (isDone) close();
    };
    return html`<h2>Remove this wallet?</h2>
      <p><code class="id">${address}</code></p>
      <p>What it sent until now is still credited to you, what it sends later is not. You can register it again at once,
        another owner a day later.</p>
      ${alert}
      <p><button class="primary" @click=${remove}>remove</button> <button @click=${close}>leave it</button></p>
      ${commandLine(formatWriteCurl(WALLETS, { address }, 'DELETE'))}`;
  });
}
