import { effect } from '@preact/signals-core';
import { render } from 'lit-html';
import { copyRequest } from './panels/panel.ts';
import { copyLink, openHelp, openPalette, openSettings, shell } from './panels/shell/shell.ts';
import { findPage, PAGES, shown, startRouter } from './router.ts';
import { startCalls } from './state/calls.ts';
import { startClock } from './state/clock.ts';
import { onKeys, startKeyboard } from './state/keyboard.ts';
import { followLinks, goTo, search } from './state/location.ts';
import { applySettings } from './state/settings.ts';

/** Joins the parts of the terminal. The rest is loaded when it is opened. */
applySettings();
startClock();
startCalls();
startKeyboard();
followLinks((pathname) => findPage(pathname) !== undefined);
onKeys([
  ...PAGES.map(({ name, letter, segment }) => ({
    keys: `g ${letter}`,
    says: `open ${name}`,
    run: () => goTo(`/${segment}`),
  })),
  { keys: 'y', says: 'copy the link to this page', run: () => void copyLink() },
  { keys: ',', says: 'settings', run: () => void openSettings() },
  { keys: 'Ctrl+k', says: 'find a page, a market or an action', run: () => void openPalette() },
  {
    keys: 'c',
    says: 'copy the request of the panel under the pointer, or with the focus',
    run: copyRequestOfPanel,
  },
  { keys: '/', says: 'filter', run: () => document.querySelector<HTMLElement>('[data-filter]')?.focus() },
  {
    keys: '?',
    says: 'this list',
    run: () => void openHelp(),
  },
]);
effect(() => {
  const { value } = shown;
  if (value.kind !== 'page') return;
  const { title } = value.page;
  document.title = `${typeof title === 'function' ? title() : title} · Crosstape`;
});
// Only where there is a finger: most who look have a pointer.
if (matchMedia('(pointer: coarse)').matches)
  void import('./panels/shell/tap-titles.ts').then((taps) => taps.showTitlesOnTap());
render(shell(), document.getElementById('app') as HTMLElement);
startRouter();

// Most addresses ask for nothing beside their page.
effect(() => {
  if (search.value !== '')
    void import('./panels/shell/address-check.ts').then((check) => check.followAddress());
});

/** Text copied from a page is plain: `77621.0` and `-1.2`, without spaces, shapes and signs of typography. */
addEventListener('copy', (event) => {
  const text = getSelection()?.toString() ?? '';
  if (text === '' || event.target instanceof HTMLInputElement) return;
  const plain = text
    .replaceAll(/(?<=\d)\u2009(?=\d)/g, '')
    .replaceAll('−', '-')
    .replaceAll(/[▲▼] (?=[+-])/g, '');
  event.clipboardData?.setData('text/plain', plain);
  event.preventDefault();
});

function copyRequestOfPanel(): void {
  const focused = document.activeElement?.closest<HTMLElement>('[data-curl]');
  const panel = document.querySelector<HTMLElement>('[data-curl]:hover') ?? focused;
  const curl = (panel ?? document.querySelector<HTMLElement>('[data-curl]'))?.dataset.curl;
  if (curl !== undefined) void copyRequest(curl);
}
