import { signal } from '@preact/signals-core';
import type { IssueKeyAnswer, KeyRecord, RevokeKeyAnswer } from '../../../client/src/index.ts';
import { VENUE_IDS, venueTitle } from '../../format/venue.ts';
import { ask, type Target } from '../../state/service.ts';
import { formatWriteCurl } from '../../state/write-curl.ts';
import { showDialog } from '../dialog.ts';
import { say } from '../notice.ts';
import { type Content, html, nothing, view } from '../view.ts';
import { commandLine, shownOnce, submission } from '../write-form.ts';

const KEYS: Target = { path: '/api/account/keys', server: 'main', credential: 'admin' };

/** Ends a key and its replacements. */
export function showRevoke({ hash, owner }: KeyRecord, refresh: () => void): void {
  const { alert, attempt } = submission();
  showDialog('Revoke a key', (close) => {
    const revoke = async () => {
      const isDone = await attempt(async () => {
        const { successors, stored } = (await ask(KEYS.path, {
          ...KEYS,
          method: 'DELETE',
          body: { keyHash: hash },
        })) as RevokeKeyAnswer;
        const more = successors === 0 ? '' : ` and ${successors} from its rotations`;
        const later = stored ? '' : '; written when the disk has room, so do not restart before';
        say(`revoked: ${hash.slice(0, 12)}…${more}${later}`);
      });
      refresh();
      if (isDone) close();
    };
    return html`<h2>Revoke a key of ${owner}?</h2>
      <p><code class="id">${hash}</code></p>
      <p>It ends at once, with every key that replaced it by rotation, and cannot be given back.</p>
      ${alert}
      <p><button class="primary" @click=${revoke}>revoke</button> <button @click=${close}>leave it</button></p>
      ${commandLine(formatWriteCurl(KEYS, { keyHash: hash }, 'DELETE'))}`;
  });
}

/** Reads the form of a key into the request's body. */
function readKeyForm(form: FormData) {
  const venues = VENUE_IDS.filter((venue) => form.getAll('venues').includes(venue));
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const ends = Date.parse(`${text('ends')}T00:00:00Z`);
  return {
    owner: text('owner'),
    tier: text('tier') || 'pro',
    ...(text('label') === '' ? {} : { label: text('label') }),
    venues: venues.length === 0 ? 'all' : venues.join(','),
    ...(Number.isNaN(ends) ? {} : { expiresAt: ends }),
  };
}

/** Issues a key. It is shown once, in this dialog, and is gone with it. */
export function showIssue(refresh: () => void): void {
  const { alert, attempt } = submission();
  const typed = signal(readKeyForm(new FormData()));
  const issued = signal<string | null>(null);
  showDialog('Issue a key', (close) => {
    const read = (event: Event) =>
      readKeyForm(new FormData((event.target as Element).closest('form') ?? undefined));
    const submit = async (event: SubmitEvent) => {
      event.preventDefault();
      const body = read(event);
      await attempt(async () => {
        const answer = (await ask(KEYS.path, { ...KEYS, method: 'POST', body })) as IssueKeyAnswer;
        issued.value = answer.rawKey;
      });
      refresh();
    };
    return html`${view(() => (issued.value === null ? form() : shownOnce(issued.value, nothing, close)))}`;

    function form(): Content {
      return html`<form class="bot-settings" @submit=${submit} @input=${(event: Event) => {
        typed.value = read(event);
      }}>
        <h2>Issue a key</h2>
        <label class="field"><span>Owner (letters, digits and _ . : @ -)</span><input type="text" name="owner" required maxlength="128" autocomplete="off" spellcheck="false"></label>
        <label class="field"><span>Tier</span><select name="tier"><option value="pro">pro</option><option value="free">free</option><option value="enterprise">enterprise</option></select></label>
        <label class="field"><span>Label (optional)</span><input type="text" name="label" maxlength="100" autocomplete="off"></label>
        <fieldset><legend>Venues (none chosen: all)</legend>${VENUE_IDS.map((venue) => html`<label class="check"><input type="checkbox" name="venues" value=${venue}> ${venueTitle(venue)}</label>`)}</fieldset>
        <label class="field"><span>Ends (optional; at the beginning of the day, UTC)</span><input type="date" name="ends"></label>
        ${alert}
        <p><button class="primary">issue</button> <button type="button" @click=${close}>leave it</button></p>
        ${view(() => commandLine(formatWriteCurl(KEYS, typed.value)))}
      </form>`;
    }
  });
}
