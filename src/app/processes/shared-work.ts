import { isApart } from '../../config/roles.ts';
import type { InstallationStatus } from '../../health/processes/installation-status.ts';
import { buildAudits } from '../accounts/audits.ts';
import { buildReconciliation } from '../accounts/reconciliation.ts';
import { buildComparisons } from '../accounts/sources.ts';
import type { Foundation } from '../foundation.ts';
import { identifyProcess } from './installation.ts';
import { chooseByLease, ONLY_PROCESS, type SharedWork, type WorkChooser } from './leased-work.ts';

/** Opens the chooser of work that exists once. Without a shared database this process does all of it. */
export async function openWorkChooser({ config, secrets, log }: Foundation): Promise<WorkChooser> {
  const url = secrets.databaseUrl;
  if (!isApart(config.role) || url === null) return ONLY_PROCESS;
  return chooseByLease(url, identifyProcess(config), log);
}

/** Audits the ledger in the chosen process. When this process is always chosen, resolves after the first audit. */
export function keepAudits(
  { accounts, log }: Foundation,
  chooser: WorkChooser,
  lifecycle: AsyncDisposableStack,
): Promise<void> {
  return chooser.keep(buildAudits({ ...accounts, log }), lifecycle);
}

/** Follows deposits on chains and at providers, and adds its findings to the status of this process. */
export async function keepDeposits(
  foundation: Foundation,
  chooser: WorkChooser,
  installationStatus: InstallationStatus,
  lifecycle: AsyncDisposableStack,
): Promise<void> {
  const { accounts, config, secrets, clock, log } = foundation;
  const { chains, comparison } = accounts;
  const reconciliation = buildReconciliation({ ...accounts, config, secrets, clock, log });
  const comparisons = buildComparisons({ ...accounts, clock, log });
  const work: SharedWork = {
    name: 'deposits',
    start: () => {
      chains.start();
      reconciliation.start();
      comparisons.start();
    },
    stop: async () => {
      await comparisons.stop();
      await reconciliation.stop();
      await chains.stop();
    },
  };
  await chooser.keep(work, lifecycle);
  installationStatus.add(async () => ({
    deposits: chooser.has(work.name)
      ? { stalledWatchers: chains.stalled(), comparison: comparison.value }
      : null,
  }));
}
