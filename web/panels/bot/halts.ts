import { signal } from '@preact/signals-core';
import type { CloseAllAnswer, GetBotStatusAnswer } from '../../../client/src/index.ts';
import { count } from '../../format/number.ts';
import { botStatus, control } from '../../state/bot.ts';
import { ask, type CallError } from '../../state/service.ts';
import { say } from '../notice.ts';
import { type Content, html, nothing } from '../view.ts';

const problem = signal<string | null>(null);

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
    problem.value = null;
  } catch (error) {
    const { code, message } = error as CallError;
    problem.value = `${message} (${code})`;
  }
  botStatus.refresh();
}

const closeAll = () =>
  attempt(async () => {
    const { openPositions } = (await ask('/api/bot/close-all', {
      server: 'bot',
      credential: 'key',
      method: 'POST',
      body: {},
    })) as CloseAllAnswer;
    say(
      openPositions === 0
        ? 'everything is closed'
        : `${count(openPositions)} are still open and are closed as soon as their venues take it`,
    );
  });

/**
 * Shows buttons of one press each: openings are halted or let go on, everything is closed, a stop of a day's loss ends.
 */
export function haltButtons(): Content {
  const status = botStatus.state.value.data;
  if (status?.halt === undefined || status.halt === 'all') return nothing;
  const isHalted = status.halt === 'opening';
  const isClosing = status.closing != null;
  return html`
    <button @click=${() => void attempt(() => control({ halt: isHalted ? 'none' : 'opening' }))}>${
      isHalted ? 'Let it open again' : 'Halt openings'
    }</button>
    <button ?disabled=${isClosing} @click=${() => void closeAll()}>${isClosing ? 'closing all' : 'Close all'}</button>
    ${
      isClosing
        ? nothing
        : html`<button title="closes every position, at the latest after a minute nothing leaves any more" @click=${() => void attempt(() => control({ kill: true, closeFirst: true }))}>Close all, then stop</button>`
    }
    ${resumeButton(status)}
    ${problem.value === null ? nothing : html`<span class="bad" role="alert">■ ${problem.value}</span>`}`;
}

function resumeButton({ closing, stopped }: GetBotStatusAnswer): Content {
  if (closing == null && stopped == null) return nothing;
  return html`<button @click=${() => void attempt(() => control({ resume: true }))}>${stopped == null ? 'End the closing' : 'Resume after the loss'}</button>`;
}
