import { stopBot } from '../../state/bot.ts';
import { runKey } from '../../state/keyboard.ts';
import { apiKey } from '../../state/service.ts';
import { change, isDark, settings } from '../../state/settings.ts';

/** Actions that every page has, found by their names. */
export const PALETTE_ACTIONS: readonly { readonly name: string; readonly run: () => void }[] = [
  { name: 'Copy link to this page', run: () => runKey('y') },
  { name: 'Help: guides, terms, keys', run: () => runKey('?') },
  { name: 'Settings: units, colours, rows, time zone', run: () => runKey(',') },
  { name: 'Theme: dark or light', run: () => change({ theme: isDark.value ? 'light' : 'dark' }) },
  {
    name: 'Probabilities in percent or cents',
    run: () => change({ odds: settings.value.odds === 'cents' ? 'percent' : 'cents' }),
  },
  {
    name: 'Stop bot',
    run: () => {
      if (apiKey.value !== null) return void stopBot();
      void import('../account/key-form.ts').then((form) => form.showKeyForm());
    },
  },
];
