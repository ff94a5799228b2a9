import { dollars } from '../../format/number.ts';
import { botStatus, type StopRequest, stopBot, stopping } from '../../state/bot.ts';
import { type Content, html, nothing } from '../view.ts';

/** Describes the state of the kill switches: the caller's own and the operator's. */
export function haltWords(): Content {
  const { data, failure } = botStatus.state.value;
  if (data === null)
    return failure === null
      ? nothing
      : html`<span class="warn" title=${failure.message}>▲ bot unknown</span>`;
  const { killed, system, config } = data;
  const seen = failure === null ? nothing : html` <span class="warn">▲ as last seen</span>`;
  if (killed === true) return html`<b class="bad">■ stopped</b>${seen}`;
  if (system.globalKill)
    return html`<b class="bad" title="by the operator, for all bots">■ all trading stopped</b>${seen}`;
  const { halt, closing, stopped } = data;
  if (closing != null)
    return html`<b class="bad">■ everything is being closed${closing.cause === 'close_first' ? ', then it stops' : ''}</b>${seen}`;
  if (stopped != null)
    return html`<b class="bad">■ the loss of the day was reached: ${dollars(stopped.lossUsd)} of ${dollars(stopped.limitUsd)} USD</b>${seen}`;
  if (halt === 'opening' || system.globalHalt === 'opening')
    return html`<b class="warn">▲ openings halted, closes go on</b>${seen}`;
  const does = config?.enabled === true && system.engineLoop ? 'trading' : 'ready';
  return html`<span>● ${does}</span> <span class="muted">${system.execMode}</span>${seen}`;
}

/** Shows the stop button, which acts without a question: only resuming asks for confirmation. */
export function stopButton(size: 'small' | 'large'): Content {
  const now = stopping.value;
  return html`<button
    class="stop ${size}"
    title="Shift K, held for half a second"
    ?disabled=${now.kind === 'asking'}
    @click=${() => void stopBot()}
  >${WORDS[now.kind](now as never)}</button>`;
}

const WORDS: {
  readonly [Kind in StopRequest['kind']]: (now: Extract<StopRequest, { kind: Kind }>) => string;
} = {
  none: () => 'Stop bot',
  asking: ({ tries }) => (tries === 1 ? 'stopping' : `stopping, try ${tries}`),
  refused: () => 'Stop bot',
};

/** Shows why the service did not stop the bot. */
export function stopProblem(): Content {
  const now = stopping.value;
  if (now.kind !== 'refused') return nothing;
  const { code, message } = now.failure;
  return html`<span class="bad" role="alert">■ not stopped: ${message} <code>${code}</code></span>`;
}

const HOLD_MS = 500;

/** Listens for `Shift` and `K` held for half a second, which stop the bot on every page. @returns Ends it. */
export function listenForStop(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const press = (event: KeyboardEvent) => {
    const isInput =
      event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
    if (event.code !== 'KeyK' || !event.shiftKey || event.ctrlKey || event.metaKey || isInput)
      return release();
    timer ??= setTimeout(() => void stopBot(), HOLD_MS);
  };
  addEventListener('keydown', press);
  addEventListener('keyup', release);
  addEventListener('blur', release);
  return () => {
    release();
    removeEventListener('keydown', press);
    removeEventListener('keyup', release);
    removeEventListener('blur', release);
  };
}
