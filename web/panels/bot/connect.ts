import { signal } from '@preact/signals-core';
import type { ConnectedVenue, ConnectedVenues } from '../../../client/src/index.ts';
import { venueTitle } from '../../format/venue.ts';
import { credentials } from '../../state/credentials.ts';
import { ask, type Target } from '../../state/service.ts';
import { formatWriteCurl } from '../../state/write-curl.ts';
import { showDialog } from '../dialog.ts';
import { say } from '../notice.ts';
import { type Content, html, nothing, view } from '../view.ts';
import { commandLine, submission } from '../write-form.ts';
import {
  CREDENTIAL_FORMS,
  type CredentialForm,
  type CredentialMember,
  findFileProblem,
  memberLabel,
  placeholderBody,
  readCredential,
} from './credential-forms.ts';

const TARGET: Target = { path: '/api/bot/credentials', server: 'bot', credential: 'key' };

/**
 * Stores, replaces or removes the credential of a venue. Typed text is in the fields of the form alone, goes to the
 * service once, and is gone with the dialog.
 */
export function showConnect(venue: string, connected: ConnectedVenue | undefined): void {
  const { problem, alert, attempt } = submission();
  const fileProblem = signal<string | null>(null);
  const form = CREDENTIAL_FORMS[venue];
  const title = venueTitle(venue);
  showDialog(`Account at ${title}`, (close) => {
    const submit = async (event: SubmitEvent) => {
      event.preventDefault();
      if (form === undefined) return;
      const body = readCredential(venue, form, new FormData(event.target as HTMLFormElement));
      let stored: ConnectedVenue | undefined;
      const isDone = await attempt(async () => {
        const answer = (await ask(TARGET.path, { ...TARGET, method: 'POST', body })) as ConnectedVenues;
        stored = answer.connected.find((each) => each.venue === venue);
      });
      credentials.refresh();
      if (!isDone) return;
      if (stored?.usable === true) {
        close();
        say(`${title} is connected`);
        return;
      }
      const missing = stored?.missing.map((name) => memberLabel(venue, name)) ?? [];
      const why = missing.length > 0 ? `missing: ${missing.join(', ')}` : (stored?.problem ?? 'not usable');
      problem.value = `stored, but no order can use it: ${why}. Correct it and store it again.`;
    };
    const remove = async () => {
      const isDone = await attempt(() => ask(TARGET.path, { ...TARGET, method: 'DELETE', body: { venue } }));
      credentials.refresh();
      if (!isDone) return;
      close();
      say(`${title} is disconnected; its credential was deleted`);
    };
    return html`<form class="bot-settings" autocomplete="off" @submit=${submit}>
      <h2>${connected === undefined ? 'Connect' : 'Replace the credential of'} ${title}</h2>
      ${
        form === undefined
          ? html`<p>This page has no form for ${title}: the command connects it.</p>`
          : html`<p class="muted">${form.advice}
              <a href="/docs/guides/bot#connecting-a-venue" target="_blank" rel="noopener">More about it.</a></p>
            ${form.members.map((member) => field(member, fileProblem))}`
      }
      ${alert}
      ${view(() => (fileProblem.value === null ? nothing : html`<p class="bad" role="alert">■ ${fileProblem.value}</p>`))}
      <p>
        ${form === undefined ? nothing : html`<button class="primary">${connected === undefined ? 'connect' : 'replace'}</button>`}
        ${connected === undefined ? nothing : html`<button type="button" @click=${remove}>disconnect</button>`}
        <button type="button" @click=${close}>leave it</button>
      </p>
      <p class="muted">It is kept encrypted by the service and never shown again. This page keeps none of it.</p>
      ${commandLine(formatWriteCurl(TARGET, placeholderBody(venue, form ?? UNKNOWN_FORM)))}
    </form>`;
  });
}

const UNKNOWN_FORM: CredentialForm = { kind: 'apiKey', advice: '', members: [] };

function field(member: CredentialMember, fileProblem: { value: string | null }): Content {
  const { name, label, kind, isOptional = false, note } = member;
  const notes = [isOptional ? 'optional' : undefined, note].filter((each) => each !== undefined);
  const words = html`<span>${label}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}</span>`;
  if (kind === 'pem') {
    return html`<label class="field">${words}
        <textarea name=${name} rows="4" class="hidden-text" ?required=${!isOptional} autocomplete="off" spellcheck="false"></textarea></label>
      <label class="field"><span>or its file</span>
        <input type="file" accept=".pem,.key,.txt" @change=${(event: Event) => void readFile(event, name, fileProblem)}></label>`;
  }
  if (typeof kind === 'object') {
    return html`<label class="field">${words}
      <select name=${name}>${kind.choices.map(([value, says]) => html`<option value=${value}>${says}</option>`)}</select></label>`;
  }
  return html`<label class="field">${words}
    <input name=${name} type=${kind === 'secret' ? 'password' : 'text'} ?required=${!isOptional} autocomplete="off" spellcheck="false"></label>`;
}

/** Puts the text of a file into its field; the file itself is not sent. */
async function readFile(event: Event, name: string, problem: { value: string | null }): Promise<void> {
  const input = event.target as HTMLInputElement;
  const [file] = input.files ?? [];
  if (file === undefined) return;
  const text = await file.slice(0, 16_384).text();
  problem.value = findFileProblem(file.size, text);
  input.value = '';
  const area = input.form?.elements.namedItem(name);
  if (problem.value === null && area instanceof HTMLTextAreaElement) area.value = text.trim();
}
