import { resolutions, stale, store, venues, watchdog } from '../panels/overview-panels.ts';
import { gapList, stepRange, tape } from '../panels/tape.ts';
import { html } from '../panels/view.ts';
import type { OpenPage } from '../router.ts';
import { onKeys } from '../state/keyboard.ts';

/** Is everything recorded right now, and what was not? */
export function open(): OpenPage {
  const panels = [tape(), venues(), watchdog(), gapList(), store(), stale(), resolutions()];
  const forgetKeys = onKeys([
    { keys: '[', says: 'shorter range', run: () => stepRange(-1) },
    { keys: ']', says: 'longer range', run: () => stepRange(1) },
  ]);
  return {
    title: 'Overview',
    view: () => html`<h1 class="pagehead">Is everything recorded, and what was not?</h1>
      <div class="grid">${panels}</div>`,
    close: forgetKeys,
  };
}
