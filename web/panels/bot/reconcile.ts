import type { OpenPosition, ReconcilePositionAnswer } from '../../../client/src/index.ts';
import { venueTitle } from '../../format/venue.ts';
import { botStatus } from '../../state/bot.ts';
import { ask, type Target } from '../../state/service.ts';
import { formatWriteCurl } from '../../state/write-curl.ts';
import { showDialog } from '../dialog.ts';
import { findName } from '../market/board.ts';
import { say } from '../notice.ts';
import { type Content, html } from '../view.ts';
import { commandLine, submission } from '../write-form.ts';
import { sizeText } from './columns.ts';

export type Reconciliation = 'adopt' | 'forget';

const TARGET: Target = { path: '/api/bot/positions', server: 'bot', credential: 'key' };

const CONSEQUENCES: { readonly [Action in Reconciliation]: (position: OpenPosition) => Content } = {
  adopt: ({ size }) =>
    html`This bot's record, ${sizeText(size)} now, becomes what the account holds when it is read for this, less the records of
      your other bots, at the price of now. It is this bot's position from then on: exits and closes apply to it.`,
  forget: ({ size }) =>
    html`This bot's record, ${sizeText(size)} now, ends without a known gain, and what the account holds then is no bot's:
      nothing closes it, and no limit counts it.`,
};

/** Ends a difference between a record and the account, once the caller has confirmed it. */
export function showReconcile(position: OpenPosition, action: Reconciliation): void {
  const { alert, attempt } = submission();
  const { venue, asset } = position;
  const name = findName(asset);
  const body = { venue, asset, action };
  showDialog(`${action} ${name}`, (close) => {
    const reconcile = async () => {
      const isDone = await attempt(async () => {
        const { before, after } = (await ask(TARGET.path, {
          ...TARGET,
          method: 'POST',
          body,
        })) as ReconcilePositionAnswer;
        say(`${name}: the record was ${sizeText(before)}, and is ${sizeText(after)}`);
      });
      botStatus.refresh();
      if (isDone) close();
    };
    return html`<h2>${action === 'adopt' ? 'Adopt' : 'Forget'} <span dir="auto">${name}</span> at ${venueTitle(venue)}?</h2>
      <p>${CONSEQUENCES[action](position)}</p>
      <p class="muted">Nothing is traded. It cannot be undone.</p>
      <p><a href="/docs/guides/bot#what-the-venue-holds" target="_blank" rel="noopener">More about it</a></p>
      ${alert}
      <p><button class="primary" @click=${reconcile}>${action}</button> <button @click=${close}>leave it</button></p>
      ${commandLine(formatWriteCurl(TARGET, body))}`;
  });
}
