import type { KeyRecord, ListKeysAnswer } from '../../../client/src/index.ts';
import { dayTime, MINUTE_MS, zoneName } from '../../format/time.ts';
import { venueTitle } from '../../format/venue.ts';
import { call } from '../../state/calls.ts';
import { settings } from '../../state/settings.ts';
import { panel } from '../panel.ts';
import { rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing, renderAge } from '../view.ts';

const keysCall = call<ListKeysAnswer>('/api/account/keys?limit=200', {
  everyMs: MINUTE_MS,
  credential: 'admin',
});
const refresh = () => keysCall.refresh();

const KEYS: StaticOptions<KeyRecord> = {
  label: 'Keys',
  columns: [
    {
      id: 'owner',
      title: 'Owner',
      isName: true,
      width: 140,
      phoneWidth: 100,
      cell: ({ owner, hash }) => html`<span title="${owner} · ${hash}">${owner}</span>`,
      sortBy: ({ owner }) => owner,
    },
    {
      id: 'tier',
      title: 'Tier',
      isText: true,
      width: 92,
      phoneWidth: 84,
      cell: ({ tier }) => tier,
      sortBy: ({ tier }) => tier,
    },
    {
      id: 'hash',
      title: 'Hash',
      isText: true,
      width: 120,
      cell: ({ hash }) => html`<code title=${hash}>${hash.slice(0, 12)}</code>`,
    },
    {
      id: 'label',
      title: 'Label',
      isText: true,
      width: 120,
      cell: ({ label }) => html`<span title=${label ?? ''}>${label ?? ''}</span>`,
      sortBy: ({ label }) => label,
    },
    {
      id: 'venues',
      title: 'Venues',
      isText: true,
      width: 130,
      cell: ({ venues }) => {
        const words = venues === 'all' ? 'all' : venues.map(venueTitle).join(', ');
        return html`<span title=${words}>${words}</span>`;
      },
    },
    {
      id: 'made',
      title: 'Made',
      isText: true,
      width: 136,
      cell: ({ createdAt }) => dayTime(createdAt, settings.value.zone),
      sortBy: ({ createdAt }) => createdAt,
    },
    {
      id: 'ends',
      title: 'Ends',
      isText: true,
      width: 136,
      cell: ({ revokedAt, expiresAt }) =>
        revokedAt !== null
          ? 'revoked'
          : expiresAt === null
            ? 'never'
            : dayTime(expiresAt, settings.value.zone),
      sortBy: ({ revokedAt, expiresAt }) => revokedAt ?? expiresAt,
    },
    {
      id: 'used',
      title: 'Used',
      note: 'When it was last used, to the minute.',
      width: 68,
      phoneWidth: 68,
      cell: ({ lastUsedAt }) => renderAge(lastUsedAt),
      sortBy: ({ lastUsedAt }) => lastUsedAt,
    },
    {
      id: 'revoke',
      title: 'Revoke',
      width: 92,
      phoneWidth: 92,
      cell: (key) =>
        key.revokedAt === null
          ? html`<button aria-label="revoke ${key.hash.slice(0, 12)} of ${key.owner}" @click=${() => void revoke(key)}>revoke</button>`
          : html`<span class="muted">revoked</span>`,
    },
  ],
  rowClass: ({ revokedAt }) => (revokedAt === null ? 'tall' : 'tall muted far'),
};

const keyForms = () => import('./key-administration.ts');
const revoke = async (key: KeyRecord) => (await keyForms()).showRevoke(key, refresh);
const issue = async () => (await keyForms()).showIssue(refresh);

/** Keys by their hashes: the keys themselves are not stored. */
export const keysPanel = (): Content =>
  panel<ListKeysAnswer>({
    title: 'Keys',
    unit: () => `newest first; ${zoneName(settings.value.zone)}`,
    width: 'full',
    isFlush: true,
    guide: 'accounts#the-operators-path',
    tools: () => html`<button @click=${() => void issue()}>issue a key</button>`,
    call: keysCall,
    list: ({ keys }) => keys,
    empty: ({ keys }) => (keys.length === 0 ? 'No key was issued yet.' : null),
    body: ({ keys, truncated }) => html`${rowTable(KEYS, keys)}
      ${truncated ? html`<p class="muted">Only the newest are shown.</p>` : nothing}`,
  });
