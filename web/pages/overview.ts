import { signal } from '@preact/signals-core';
import type { OpenPage } from '../page.ts';
import { frozenLanes, recordingLanes, stepRange } from '../panels/recording/recording-lanes.ts';
import { type Content, html, nothing, view } from '../panels/view.ts';
import { onKeys } from '../state/keyboard.ts';

/**
 * Opens the page that answers: is everything recorded right now, and what was not? The lanes of recording answer first;
 * the panels below them follow.
 */
export function open(): OpenPage {
  const first = recordingLanes();
  const others = signal<readonly Content[]>([]);
  const sentence = signal<Content>(html`<span class="muted">counting the markets</span>`);
  void import('../panels/overview/panels.ts').then(({ overviewPanels, verdict }) => {
    others.value = overviewPanels();
    sentence.value = verdict;
  });
  const forgetKeys = onKeys([
    { keys: '[', says: 'shorter range', run: () => stepRange(-1) },
    { keys: ']', says: 'longer range', run: () => stepRange(1) },
  ]);
  return {
    title: 'Overview',
    view: () => html`<h1 class="pagehead">Is everything recorded, and what was not?</h1>
      <p class="verdict">${view(() => sentence.value)}</p>
      <div class="grid">${first}${view(() => html`${others.value.length === 0 ? nothing : others.value}`)}</div>`,
    frozen: frozenLanes,
    close: forgetKeys,
  };
}
