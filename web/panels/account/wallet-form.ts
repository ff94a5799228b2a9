import { signal } from '@preact/signals-core';
import type { RegisterWalletAnswer } from '../../../client/src/index.ts';
import { clockTime, zoneName } from '../../format/time.ts';
import { ask, type Target } from '../../state/service.ts';
import { settings } from '../../state/settings.ts';
import { formatWriteCurl } from '../../state/write-curl.ts';
import { showDialog } from '../dialog.ts';
import { copy, say } from '../notice.ts';
import { type Content, html, view } from '../view.ts';
import { commandLine, submission } from '../write-form.ts';
import { describeSigning, findWalletFamily } from './wallet-model.ts';

const WALLETS: Target = { path: '/api/account/wallets', server: 'main', credential: 'key' };

/** The text that the key of a wallet has to sign. */
interface Challenge {
  readonly message: string;
  readonly expiresAtMs: number;
}

/**
 * Registers a wallet of the caller, by its address alone or with the signature of its key. The key itself stays in the wallet: the
 * page gives a text to sign, and takes the signature.
 *
 * @param address Of a wallet that is registered already, to be proved; empty: the caller names one.
 */
export function showWalletForm(address: string, refresh: () => void): void {
  const { alert, attempt } = submission();
  const named = signal(address);
  const challenge = signal<Challenge | null>(null);
  const proof = signal('');

  showDialog(address === '' ? 'Register a wallet' : 'Prove a wallet', (close) => {
    const send = async (body: object): Promise<RegisterWalletAnswer | null> => {
      let answer: RegisterWalletAnswer | null = null;
      await attempt(async () => {
        answer = (await ask(WALLETS.path, { ...WALLETS, method: 'POST', body })) as RegisterWalletAnswer;
      });
      return answer;
    };
    const askForText = async (event: SubmitEvent) => {
      event.preventDefault();
      const { message, expiresAtMs } = (await send({ address: named.peek(), challenge: true })) ?? {};
      if (message !== undefined && expiresAtMs !== undefined) challenge.value = { message, expiresAtMs };
    };
    const finish = async (body: object, done: string) => {
      if ((await send(body)) === null) return;
      refresh();
      close();
      say(`${done}: ${named.peek()}`);
    };
    const prove = (event: SubmitEvent) => {
      event.preventDefault();
      void finish({ address: named.peek(), proof: proof.peek() }, 'proved');
    };
    return html`${view(() => (challenge.value === null ? addressForm() : signatureForm(challenge.value)))}`;

    function addressForm(): Content {
      const isNew = address === '';
      return html`<form class="bot-settings" @submit=${askForText}>
        <h2>${isNew ? 'Register a wallet' : 'Prove this wallet'}</h2>
        <p class="muted">What a registered wallet sends to the shared addresses is credited to you. With a signature of its key
          the first deposit has no lower limit, and nobody else can take the wallet.</p>
        <label class="field"><span>Address</span>
          <input type="text" name="address" required maxlength="100" ?readonly=${!isNew} value=${named.peek()} autocomplete="off" spellcheck="false" @input=${onInput(named)}></label>
        ${alert}
        <p><button class="primary">get the text to sign</button>
          ${isNew ? html`<button type="button" @click=${() => void finish({ address: named.peek() }, 'registered')}>register without a proof</button>` : ''}
          <button type="button" @click=${close}>leave it</button></p>
        ${view(() => commandLine(formatWriteCurl(WALLETS, { address: named.value, challenge: true })))}
      </form>`;
    }

    function signatureForm({ message, expiresAtMs }: Challenge): Content {
      const { zone } = settings.value;
      return html`<form class="bot-settings" @submit=${prove}>
        <h2>Sign this text</h2>
        <pre class="to-sign">${message}</pre>
        <p><button type="button" @click=${() => void copy(message, 'text to sign')}>copy the text</button>
          <span class="muted">${describeSigning(findWalletFamily(named.peek()))} Until ${clockTime(expiresAtMs, zone)} ${zoneName(zone)}, once.</span></p>
        <label class="field"><span>Signature</span>
          <input type="text" name="proof" required maxlength="200" autocomplete="off" spellcheck="false" @input=${onInput(proof)}></label>
        ${alert}
        <p><button class="primary">prove it</button>
          <button type="button" @click=${() => {
            challenge.value = null;
          }}>another text</button>
          <button type="button" @click=${close}>leave it</button></p>
        ${view(() => commandLine(formatWriteCurl(WALLETS, { address: named.value, proof: proof.value })))}
      </form>`;
    }
  });
}

const onInput =
  (into: { value: string }) =>
  (event: Event): void => {
    into.value = (event.target as HTMLInputElement).value.trim();
  };
