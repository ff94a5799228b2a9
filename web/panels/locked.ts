import { apiKey, type Failure } from '../state/service.ts';
import { type Content, html, nothing } from './view.ts';

/** A call that needs a key, a tier, a venue or money: which, how to get it, and the calls that work without. */
export function locked(failure: Failure, freeCall: string | undefined): Content {
  const { code, message } = failure;
  return html`<div class="state locked">
    <strong>locked</strong> ${message} <span class="muted">${code}</span>
    <p>${wayTo(failure)}</p>
    ${freeCall === undefined ? nothing : html`<p>Free of charge: <code>${freeCall}</code></p>`}
  </div>`;
}

const giveKey = (): Content =>
  html`<button @click=${() => void import('./account/key-form.ts').then((form) => form.showKeyForm())}>${apiKey.value === null ? 'give a key' : 'give another key'}</button>`;

const tiers = (text: string): Content =>
  html`<a href="/docs/guides/accounts#tiers" target="_blank" rel="noopener">${text}</a>`;

/** How to open a panel, by the requirement that the service names. */
function wayTo({ code, body }: Failure): Content {
  const { minimumTier, venue } = (typeof body === 'object' && body !== null ? body : {}) as {
    readonly minimumTier?: unknown;
    readonly venue?: unknown;
  };
  switch (code) {
    case 'tier_required':
      return html`It needs a key of tier <b>${typeof minimumTier === 'string' ? minimumTier : 'pro'}</b> or above.
        ${giveKey()} Its operator issues them: ${tiers('which tier opens what')}`;
    case 'venue_not_entitled':
      return html`It needs a key for ${typeof venue === 'string' ? venue : 'this venue'}. ${giveKey()}
        ${tiers('keys and their venues')}`;
    case 'admin_unauthorized':
      return html`The token is refused: forget it, and give the one that the service was started with
        (<code>CROSSTAPE_ADMIN_TOKEN</code>).`;
    case 'insufficient_balance':
      return html`<a href="/account">See the balance, redeem a voucher or deposit</a>, then it opens on its own.`;
    default:
      return html`It needs a key. ${giveKey()} ${tiers('how to get one, and which tier opens what')}`;
  }
}
