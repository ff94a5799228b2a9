import { signal } from '@preact/signals-core';
import type { BotConfig } from '../../../client/src/index.ts';
import { HOUR_MS, SECOND_MS } from '../../format/time.ts';
import { VENUE_IDS, venueTitle } from '../../format/venue.ts';
import { control } from '../../state/bot.ts';
import type { Target } from '../../state/service.ts';
import { formatWriteCurl } from '../../state/write-curl.ts';
import { showDialog } from '../dialog.ts';
import { type Content, html, view } from '../view.ts';
import { commandLine, submission } from '../write-form.ts';

/** A member that may be empty: then there is no such limit, or no such exit. */
interface OptionalMember {
  readonly name: LimitMember;
  readonly label: string;
  /** A unit of the field in units of the member. */
  readonly unit: number;
  /** Whether only whole numbers are allowed. */
  readonly isWhole?: boolean;
}
type LimitMember =
  | 'maxExposureUsd'
  | 'maxAssetUsd'
  | 'maxOpenPositions'
  | 'maxDailyLossUsd'
  | 'stopLossPct'
  | 'takeProfitPct'
  | 'maxHoldMs'
  | 'closeBeforeEndMs';

const LIMITS: readonly OptionalMember[] = [
  { name: 'maxExposureUsd', label: 'At risk in all markets, USD', unit: 1 },
  { name: 'maxAssetUsd', label: 'At risk in one market, USD', unit: 1 },
  { name: 'maxOpenPositions', label: 'Open positions', unit: 1, isWhole: true },
  { name: 'maxDailyLossUsd', label: 'Loss of a day, USD', unit: 1 },
];
const EXITS: readonly OptionalMember[] = [
  { name: 'stopLossPct', label: 'At a loss of, %', unit: 1 },
  { name: 'takeProfitPct', label: 'At a gain of, %', unit: 1 },
  { name: 'maxHoldMs', label: 'After, h', unit: HOUR_MS },
  { name: 'closeBeforeEndMs', label: 'Before the end of its market, h', unit: HOUR_MS },
];

const readOptional = (form: FormData, { name, unit }: OptionalMember): number | null => {
  const text = String(form.get(name) ?? '').trim();
  if (text === '') return null;
  const value = Number(text) * unit;
  return name.endsWith('Ms') ? Math.round(value) : value;
};

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
    ...(Object.fromEntries(
      [...LIMITS, ...EXITS].map((member) => [member.name, readOptional(form, member)]),
    ) as Readonly<Record<LimitMember, number | null>>),
  };
}

const TARGET: Target = { path: '/api/bot/control', server: 'bot', credential: 'key' };

/** Changes how the engine trades for the bot; the service checks every member. */
export function showBotSettings(config: BotConfig): void {
  const { alert, attempt } = submission();
  // The shown command follows the fields.
  const typed = signal<SettingsDraft>(config);
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
      <h2>How this bot trades, and what it may risk</h2>
      <label class="check"><input type="checkbox" name="enabled" ?checked=${config.enabled}> it trades on its own</label>
      <fieldset><legend>Venues</legend>${VENUE_IDS.map((venue) => venueBox(venue, config))}</fieldset>
      <label class="field"><span>Assets, separated by spaces</span><input type="text" name="assets" value=${config.assets.join(' ')} spellcheck="false" autocomplete="off"></label>
      <label class="field"><span>Least confidence of a signal, %</span><input type="number" name="confidence" min="0" max="100" step="any" required value=${Number((config.minConfidence * 100).toFixed(6))}></label>
      <label class="field"><span>Size of one order, USD</span><input type="number" name="size" min="0" step="any" required value=${config.tradeSizeUsd}></label>
      <label class="field"><span>Oldest data that is traded on, s</span><input type="number" name="stale" min="0" step="any" required value=${config.maxStaleMs / SECOND_MS}></label>
      <fieldset class="fields"><legend>Limits of all its orders; empty: none</legend>${LIMITS.map((member) => optionalField(member, config))}</fieldset>
      <fieldset class="fields"><legend>Closes a position; empty: never</legend>${EXITS.map((member) => optionalField(member, config))}</fieldset>
      ${alert}
      <p>
        <button class="primary">save</button>
        <button type="button" @click=${close}>leave it</button>
      </p>
      ${view(() => commandLine(formatWriteCurl(TARGET, toBody(typed.value))))}
    </form>`;
  });
}

type SettingsDraft = ReturnType<typeof readSettings> | BotConfig;

/** Builds the body from the members that the form has, in their order. */
const toBody = (typed: SettingsDraft) => {
  const { enabled, venues, assets, minConfidence, tradeSizeUsd, maxStaleMs } = typed;
  const limits = Object.fromEntries([...LIMITS, ...EXITS].map(({ name }) => [name, typed[name]]));
  return { enabled, venues, assets, minConfidence, tradeSizeUsd, maxStaleMs, ...limits };
};

function optionalField({ name, label, unit, isWhole }: OptionalMember, config: BotConfig): Content {
  const value = config[name];
  return html`<label class="field"><span>${label}</span><input type="number" name=${name} min="0" step=${isWhole === true ? 1 : 'any'} value=${value === null ? '' : value / unit}></label>`;
}

const venueBox = (venue: string, { venues }: BotConfig): Content =>
  html`<label class="check"><input type="checkbox" name="venues" value=${venue} ?checked=${(venues as readonly string[]).includes(venue)}> ${venueTitle(venue)}</label>`;
