import type { GetUsageAnswer } from '../../../client/src/index.ts';
import { dayTime, zoneName } from '../../format/time.ts';
import { venueTitle } from '../../format/venue.ts';
import { settings } from '../../state/settings.ts';
import { usageCall } from '../../state/usage.ts';
import { copy } from '../notice.ts';
import { panel } from '../panel.ts';
import { type Content, html } from '../view.ts';
import { commandLine } from '../write-form.ts';
import { operatorCommand } from './operator-command.ts';

/** The key at hand, its replacement by itself, and the operator's actions on keys, as commands. */
export const keysPanel = (): Content =>
  panel<GetUsageAnswer>({
    title: 'Keys',
    unit: () => zoneName(settings.value.zone),
    width: 'full',
    guide: 'accounts#the-customers-path',
    tools: () => html`<button @click=${() => void rotate()}>rotate this key</button>`,
    call: usageCall,
    body: ({ key, owner, tier, venues }) => html`<div class="columns">
      <dl class="facts">
        <dt>this key, by its hash</dt><dd><code title=${key.hash}>${key.hash.slice(0, 12)}…</code> <button @click=${() => void copy(key.hash, 'hash')}>copy</button></dd>
        <dt>owner</dt><dd>${owner}</dd>
        <dt>tier</dt><dd>${tier}</dd>
        <dt>venues</dt><dd>${venues === 'all' ? 'all' : venues.map(venueTitle).join(', ')}</dd>
        <dt>made</dt><dd>${dayTime(key.createdAt, settings.value.zone)}</dd>
        <dt>ends</dt><dd>${key.expiresAt === null ? 'never' : dayTime(key.expiresAt, settings.value.zone)}</dd>
      </dl>
      <div>
        <p class="muted">A key may replace itself and nothing more. The operator lists, issues and revokes, in the folder of the service:</p>
        ${commandLine(operatorCommand(`keys list --owner ${owner}`), 'command')}
        ${commandLine(operatorCommand(`keys issue --owner ${owner} --tier ${tier}`), 'command')}
        ${commandLine(operatorCommand(`keys revoke ${key.hash}`), 'command')}
      </div>
    </div>`,
  });

async function rotate(): Promise<void> {
  const { showRotate } = await import('./rotate.ts');
  showRotate();
}
