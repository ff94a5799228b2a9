import type { EndpointDrift, GetDriftAnswer } from '../../../client/src/index.ts';
import { count } from '../../format/number.ts';
import { MINUTE_MS } from '../../format/time.ts';
import { venueTitle } from '../../format/venue.ts';
import { call } from '../../state/calls.ts';
import { panel } from '../panel.ts';
import { type Column, rowTable } from '../table/table.ts';
import { type Content, html, renderAge } from '../view.ts';

interface EndpointRow extends EndpointDrift {
  readonly venue: string;
}

const drift = call<GetDriftAnswer>('/api/health/drift', { everyMs: MINUTE_MS });

const COLUMNS: readonly Column<EndpointRow>[] = [
  { id: 'venue', title: 'venue', isName: true, width: 100, cell: ({ venue }) => venueTitle(venue) },
  { id: 'endpoint', title: 'endpoint', isText: true, width: 190, cell: ({ endpoint }) => endpoint },
  {
    id: 'worked',
    title: 'last read',
    width: 76,
    cell: ({ lastWorkedMs }) =>
      lastWorkedMs === null ? html`<b class="bad">never</b>` : renderAge(lastWorkedMs, 5 * MINUTE_MS),
  },
  { id: 'answers', title: 'answers', width: 72, cell: ({ answers }) => count(answers) },
  { id: 'refused', title: 'refused', width: 68, cell: ({ refused }) => count(refused) },
  {
    id: 'unknown',
    title: 'unknown members',
    note: 'Members of messages that this release neither reads nor knows. They are ignored.',
    isText: true,
    width: 150,
    cell: ({ unknownMembers }) => unknownMembers.join(', '),
  },
];
const TABLE = { label: 'Endpoints of the venues', columns: COLUMNS } as const;

/** What each endpoint of the venues has answered, those with something refused or unknown first. */
export const endpoints = (): Content =>
  panel<GetDriftAnswer>({
    title: 'Endpoints of the venues',
    guide: 'operating/health#what-to-watch',
    width: 'wide',
    isFlush: true,
    call: drift,
    body: ({ venues }) =>
      rowTable<EndpointRow>(
        TABLE,
        Object.entries(venues)
          .flatMap(([venue, rows]) => (rows ?? []).map((row) => ({ ...row, venue })))
          .sort((a, b) => Number(b.sinceMs !== null) - Number(a.sinceMs !== null)),
      ),
  });
