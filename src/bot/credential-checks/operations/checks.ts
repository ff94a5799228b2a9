import type { EpochMs } from '../../../domain/index.ts';
import { operation } from '../../../storage/operation.ts';
import type { CredentialKey } from '../../../vault/vault-record.ts';
import type { CheckRow, CheckRows, SpreadTimes } from '../rows.ts';

export const putCheck = operation('bot.putCheck', (rows: CheckRows, row: CheckRow): null => {
  const known = rows.find(row);
  // The owner may have replaced the credential while the check ran.
  if (known === null || known.addedAt <= row.addedAt) rows.put(row);
  return null;
});

export const removeCheck = operation(
  'bot.removeCheck',
  (rows: CheckRows, credential: CredentialKey): null => {
    rows.remove(credential);
    return null;
  },
);

export const makeAllDue = operation(
  'bot.dueAllChecks',
  (rows: CheckRows, { now, within }: { readonly now: EpochMs; readonly within: SpreadTimes }): null => {
    rows.removeOfAbsentCredentials();
    rows.spreadNextAt(now, within);
    rows.insertForOtherCredentials({
      usable: false,
      missing: '[]',
      problem: 'not looked at yet',
      checkedAt: null,
      nextAt: now,
    });
    return null;
  },
);

export const makeCheckDue = operation(
  'bot.hastenCheck',
  (rows: CheckRows, { now, ...credential }: CredentialKey & { readonly now: EpochMs }): null => {
    const known = rows.find(credential);
    if (known?.nextAt != null && known.nextAt > now) rows.put({ ...known, nextAt: now });
    return null;
  },
);
