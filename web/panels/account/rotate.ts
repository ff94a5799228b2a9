import { signal } from '@preact/signals-core';
import type { RotateKeyAnswer } from '../../../client/src/index.ts';
import { dayTime, HOUR_MS, zoneName } from '../../format/time.ts';
import { ask, isKeyKept, setApiKey, type Target } from '../../state/service.ts';
import { settings } from '../../state/settings.ts';
import { formatWriteCurl } from '../../state/write-curl.ts';
import { showDialog } from '../dialog.ts';
import { type Content, html, nothing, view } from '../view.ts';
import { commandLine, shownOnce, submission } from '../write-form.ts';

const TARGET: Target = { path: '/api/account/keys/rotate', server: 'main', credential: 'key' };

/** Choices for the time that an old key continues to work. */
const GRACES = [
  [0, 'at once'],
  [HOUR_MS, 'in an hour'],
  [24 * HOUR_MS, 'in a day'],
  [7 * 24 * HOUR_MS, 'in seven days'],
] as const;

/**
 * Replaces the key at hand by a new one, which this page uses from then on. The new key is shown once, in this dialog,
 * and is gone with it.
 */
export function showRotate(): void {
  const { problem, alert, attempt } = submission();
  const graceMs = signal<number>(HOUR_MS);
  const issued = signal<{ readonly key: string; readonly oldEndsAt: number | null } | null>(null);
  showDialog('Rotate this key', (close) => {
    const submit = async (event: SubmitEvent) => {
      event.preventDefault();
      const body = { graceMs: graceMs.peek() };
      let answer: RotateKeyAnswer | null = null;
      const isDone = await attempt(async () => {
        answer = (await ask(TARGET.path, { ...TARGET, method: 'POST', body })) as RotateKeyAnswer;
      });
      if (!isDone || answer === null) return;
      const { rawKey, previous } = answer as RotateKeyAnswer;
      if (rawKey === null) {
        problem.value =
          'this key was rotated before, and its successor was shown then. If it is lost, ask the operator to revoke the keys of this owner and to issue a new one.';
        return;
      }
      setApiKey(rawKey, isKeyKept());
      issued.value = { key: rawKey, oldEndsAt: previous.expiresAt };
    };
    return html`${view(() => (issued.value === null ? form() : shownOnce(issued.value.key, oldKeyNote(issued.value.oldEndsAt), close)))}`;

    function form(): Content {
      return html`<form class="bot-settings" @submit=${submit}>
        <h2>Replace this key by a new one</h2>
        <p class="muted">Owner, tier, venues and limits stay. The new key is shown once; this page uses it from then on.</p>
        <label class="field"><span>The old key ends</span>
          <select name="grace" @change=${(event: Event) => {
            graceMs.value = Number((event.target as HTMLSelectElement).value);
          }}>
            ${GRACES.map(([ms, says]) => html`<option value=${ms} ?selected=${ms === graceMs.value}>${says}</option>`)}
          </select></label>
        ${alert}
        <p><button class="primary">rotate</button> <button type="button" @click=${close}>leave it</button></p>
        ${commandLine(formatWriteCurl(TARGET, { graceMs: graceMs.value }))}
      </form>`;
    }
  });
}

const oldKeyNote = (oldEndsAt: number | null): Content =>
  oldEndsAt === null
    ? nothing
    : html`<p class="muted">The old key works until ${dayTime(oldEndsAt, settings.value.zone)} ${zoneName(settings.value.zone)}.</p>`;
