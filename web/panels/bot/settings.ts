import { signal } from '@preact/signals-core';
import type { BotConfig } from '../../../client/src/index.ts';
import { SECOND_MS } from '../../format/time.ts';
import { VENUE_IDS, venueTitle } from '../../format/venue.ts';
import { control } from '../../state/bot.ts';
import type { Target } from '../../state/service.ts';
import { formatWriteCurl } from '../../state/write-curl.ts';
import { showDialog } from '../dialog.ts';
import { type Content, html, view } from '../view.ts';
import { commandLine, submission } from '../write-form.ts';

/** Reads a form of settings into the body of `POST /api/bot/control`. */
export function readSettings(form: FormData) {
  return {
    enabled: form.get('enabled') !== null,
    venues: VENUE_IDS.filter((venue) => form.getAll('venues').includes(venue)),
    assets: String(form.get('assets') ?? '')
      .split(/[\s,]+/)
      .filter((asset) => asset !== ''),
    minConfidence: Number(form.get('confidence')) / 100,
    tradeSizeUsd: Number(form.get('size')),
    maxStaleMs: Math.round(Number(form.get('stale')) * SECOND_MS),
  };
}

const TARGET: Target = { path: '/api/bot/control', server: 'bot', credential: 'key' };

/** Changes how the engine trades for the bot; the service checks every member. */
export function showBotSettings(config: BotConfig): void {
  const { alert, attempt } = submission();
  // The shown command follows the fields.
  const typed = signal<Typed>(config);
  showDialog('Settings of the bot', (close) => {
    const read = (event: Event) =>
      readSettings(new FormData((event.target as Element).closest('form') ?? undefined));
    const submit = async (event: SubmitEvent) => {
      event.preventDefault();
      const change = read(event);
      if (await attempt(() => control(change))) close();
    };
    const follow = (event: Event) => {
      typed.value = read(event);
    };
    return html`<form class="bot-settings" @submit=${submit} @input=${follow}>
      <h2>How the engine trades for this bot</h2>
      <label class="check"><input type="checkbox" name="enabled" ?checked=${config.enabled}> it trades on its own</label>
      <fieldset><legend>Venues</legend>${VENUE_IDS.map((venue) => venueBox(venue, config))}</fieldset>
      <label class="field"><span>Assets, separated by spaces</span><input type="text" name="assets" value=${config.assets.join(' ')} spellcheck="false" autocomplete="off"></label>
      <label class="field"><span>Least confidence of a signal, %</span><input type="number" name="confidence" min="0" max="100" step="any" required value=${Number((config.minConfidence * 100).toFixed(6))}></label>
      <label class="field"><span>Size of one order, USD</span><input type="number" name="size" min="0" step="any" required value=${config.tradeSizeUsd}></label>
      <label class="field"><span>Oldest data that is traded on, s</span><input type="number" name="stale" min="0" step="any" required value=${config.maxStaleMs / SECOND_MS}></label>
      ${alert}
      <p>
        <button class="primary">save</button>
        <button type="button" @click=${close}>leave it</button>
      </p>
      ${view(() => commandLine(formatWriteCurl(TARGET, toBody(typed.value))))}
    </form>`;
  });
}

type Typed = ReturnType<typeof readSettings> | BotConfig;

/** The members that the form has, in its order. */
const toBody = ({ enabled, venues, assets, minConfidence, tradeSizeUsd, maxStaleMs }: Typed) => ({
  enabled,
  venues,
  assets,
  minConfidence,
  tradeSizeUsd,
  maxStaleMs,
});

const venueBox = (venue: string, { venues }: BotConfig): Content =>
  html`<label class="check"><input type="checkbox" name="venues" value=${venue} ?checked=${(venues as readonly string[]).includes(venue)}> ${venueTitle(venue)}</label>`;
