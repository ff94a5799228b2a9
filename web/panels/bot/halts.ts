import { signal } from '@preact/signals-core';
import { botStatus, control } from '../../state/bot.ts';
import { ask, type CallFailure } from '../../state/service.ts';
import { say } from '../notice.ts';
import { type Content, html, nothing } from '../view.ts';

const problem = signal<string | null>(null);

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
    problem.value = null;
  } catch (error) {
    const { code, message } = error as CallFailure;
    problem.value = `${message} (${code})`;
  }
  botStatus.refresh();
}

const closeAll = () =>
  attempt(async () => {
    const { openPositions } = (await ask('/api/bot/close-all', {
      ...{ server: 'bot', credential: 'key', method: 'POST', body: {} },
    } as never)) as { readonly openPositions: number };
    say(
      openPositions === 0
        ? 'everything is closed'
        : `${openPositions} are still open and are closed as soon as their venues take it`,
    );
  });

/** One press each: openings are halted or let go on, everything is closed, a stop of a day's loss ends. */
export function haltButtons(): Content {
  const status = botStatus.state.value.data;
  if (status?.halt === undefined || status.halt === 'all') return nothing;
  const isHalted = status.halt === 'opening';
  const { closing, stopped } = status;
  return html`
    <button @click=${() => void attempt(() => control({ halt: isHalted ? 'none' : 'opening' }))}>${
      isHalted ? 'Let it open again' : 'Halt openings'
    }</button>
    <button ?disabled=${closing != null} @click=${() => void closeAll()}>${closing == null ? 'Close all' : 'closing all'}</button>
    ${
      closing == null && stopped == null
        ? nothing
        : html`<button @click=${() => void attempt(() => control({ resume: true }))}>${stopped == null ? 'End the closing' : 'Resume after the loss'}</button>`
    }
    ${problem.value === null ? nothing : html`<span class="bad" role="alert">■ ${problem.value}</span>`}`;
}
