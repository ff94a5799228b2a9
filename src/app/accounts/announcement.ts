import type { KeyRing } from '../../accounts/keys/key-ring.ts';
import type { Config } from '../../config/config.ts';
import { describeMissingAdminToken } from '../../config/local-operator.ts';
import type { Secrets } from '../../config/secrets.ts';
import type { Log } from '../../log.ts';
import { readDataKind } from '../stores/service-database.ts';

interface AccountNotice {
  readonly keys: KeyRing;
  readonly config: Config;
  readonly secrets: Pick<Secrets, 'adminToken'>;
  readonly log: Log;
}

/** Logs which settings are missing for a gated service, and which have no effect without another setting. */
export async function announceAccounts({ keys, config, secrets, log }: AccountNotice): Promise<void> {
  if (secrets.adminToken === null) {
    // Simulated money belongs to nobody, so the missing token is no warning in a demo.
    const level = readDataKind(config.dataDir) === 'simulated' ? 'info' : 'warn';
    log[level](describeMissingAdminToken(config));
  }
  if (config.accounts.prepaidBilling && !config.accounts.paidGating) {
    log.warn(
      'CROSSTAPE_PREPAID_BILLING is on and CROSSTAPE_PAID_GATING is off: requests carry no key that could be charged',
    );
  }
  if (!config.accounts.paidGating || !(await keys.store.isEmpty())) return;
  log.warn(
    'CROSSTAPE_PAID_GATING is on and no key was issued yet: premium endpoints answer 401. Issue one with "crosstape keys issue --owner <name> --tier pro --url <this service>" and CROSSTAPE_ADMIN_TOKEN_FILE, or without --url while the service is stopped',
  );
}
