import type { ConnectedVenue, ConnectedVenues } from '../../../client/src/index.ts';
import { dayTime, zoneName } from '../../format/time.ts';
import { VENUE_IDS, venueTitle } from '../../format/venue.ts';
import { credentials } from '../../state/credentials.ts';
import { settings } from '../../state/settings.ts';
import { panel } from '../panel.ts';
import { rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing, renderAge } from '../view.ts';
import { memberLabel } from './credential-forms.ts';

interface VenueRow {
  readonly venue: string;
  readonly connected: ConnectedVenue | undefined;
  readonly isOpen: boolean;
}

async function connect({ venue, connected }: VenueRow): Promise<void> {
  const { showConnect } = await import('./connect.ts');
  showConnect(venue, connected);
}

const VENUES: StaticOptions<VenueRow> = {
  label: 'Connected venues',
  columns: [
    {
      id: 'venue',
      title: 'Venue',
      isName: true,
      width: 110,
      phoneWidth: 96,
      cell: ({ venue }) => venueTitle(venue),
    },
    {
      id: 'state',
      title: 'State',
      isText: true,
      width: 150,
      phoneWidth: 150,
      cell: ({ connected }) => stateWord(connected),
    },
    {
      id: 'added',
      title: 'Since',
      isText: true,
      width: 140,
      cell: ({ connected }) =>
        connected === undefined
          ? html`<span class="missing" title="not connected">–</span>`
          : dayTime(connected.addedAt, settings.value.zone),
    },
    {
      id: 'checked',
      title: 'Asked',
      note: 'When the venue was asked about it: in live mode only.',
      width: 76,
      cell: ({ connected }) => renderAge(connected?.checkedAt ?? null),
    },
    {
      id: 'connect',
      title: 'Account',
      width: 96,
      phoneWidth: 96,
      cell: (row) =>
        row.isOpen
          ? html`<button @click=${() => void connect(row)} aria-label="${row.connected === undefined ? 'connect' : 'change'} ${venueTitle(row.venue)}">${row.connected === undefined ? 'connect' : 'change'}</button>`
          : nothing,
    },
  ],
  rowClass: () => 'tall',
};

/** Every venue: whether the bot can trade there, and the missing requirements. */
export const venuesPanel = (): Content =>
  panel<ConnectedVenues>({
    title: 'Connected venues',
    unit: () => `${zoneName(settings.value.zone)}; mock trading needs none`,
    isFlush: true,
    guide: 'bot#connecting-a-venue',
    call: credentials,
    body: ({ connected, vaultEnabled }) => {
      const rows = VENUE_IDS.map((venue) => ({
        venue,
        connected: connected.find((each) => each.venue === venue),
        isOpen: vaultEnabled,
      }));
      return html`${vaultEnabled ? nothing : html`<p class="muted">This service keeps no credentials: its operator opens the vault with <code>CROSSTAPE_VAULT_KEK</code>.</p>`}
        ${rowTable(VENUES, rows)}
        ${connected.map(problemLine)}`;
    },
  });

function stateWord(connected: ConnectedVenue | undefined): Content {
  if (connected === undefined) return html`<span class="muted">○ not connected</span>`;
  if (connected.problem !== null) return html`<span class="bad" title=${connected.problem}>■ refused</span>`;
  if (connected.missing.length > 0) return html`<span class="warn">▲ not complete</span>`;
  return connected.usable ? html`● usable` : html`<span class="warn">▲ not usable</span>`;
}

/** The problem of a credential in full, and its remedy. */
function problemLine({ venue, usable, missing, problem }: ConnectedVenue): Content {
  if (usable && problem === null) return nothing;
  const words =
    missing.length > 0
      ? `missing: ${missing.map((name) => memberLabel(venue, name)).join(', ')}`
      : (problem ?? 'the vault does not open it');
  return html`<p class=${usable ? 'muted' : 'warn'}>▲ ${venueTitle(venue)}: ${words}. ${usable ? 'It is asked again on its own.' : 'Store it again, complete: “change”.'}</p>`;
}
