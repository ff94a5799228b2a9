import { venueTitle } from '../format/venue.ts';
import { apiKey, type Failure } from '../state/service.ts';
import { type Content, html, nothing } from './view.ts';

/** A call that needs a key, a tier, a venue or money: which, how to get it, and the calls that work without. */
export function locked(failure: Failure, freeCall: string | undefined): Content {
  return html`<div class="state locked">
    <p>${wayTo(failure)}</p>
    ${freeCall === undefined ? nothing : html`<p>Free of charge: <code>${freeCall}</code></p>`}
  </div>`;
}

const giveKey = (): Content =>
  html`<button @click=${() => void import('./account/key-form.ts').then((form) => form.showKeyForm())}>${apiKey.value === null ? 'give a key' : 'give another key'}</button>`;

const tiers = (text: string): Content =>
  html`<a href="/docs/guides/accounts#tiers" target="_blank" rel="noopener">${text}</a>`;

/** Shows how a panel can be opened, by the requirement that the service names. */
function wayTo({ code, message, body }: Failure): Content {
  const { minimumTier, venue } = (typeof body === 'object' && body !== null ? body : {}) as {
    readonly minimumTier?: unknown;
    readonly venue?: unknown;
  };
  const lock = html`<strong>Locked:</strong>`;
  switch (code) {
    case 'missing_api_key':
    case 'tier_required':
      return html`${lock} needs a key${typeof minimumTier === 'string' ? html` of tier <b>${minimumTier}</b> or above` : nothing}.
        ${giveKey()} The operator issues them: ${tiers('which tier opens what')}`;
    case 'venue_not_entitled':
      return html`${lock} needs a key for ${typeof venue === 'string' ? venueTitle(venue) : 'this venue'}. ${giveKey()}
        ${tiers('keys and their venues')}`;
    case 'admin_unauthorized':
      return html`${lock} the token is refused: forget it, and give the one that the service was started with
        (<code>CROSSTAPE_ADMIN_TOKEN</code>).`;
    case 'insufficient_balance':
      return html`${lock} the balance does not cover it. <a href="/account">See the balance, redeem a voucher or deposit</a>, then it opens on its own.`;
    default:
      // A refusal that only this service's own version knows: its sentence says most.
      return html`${lock} ${message} ${giveKey()} ${tiers('how to get a key, and which tier opens what')}`;
  }
}
