import { type ChainSettings, readChainSettings } from '../../app/accounts/chain-settings.ts';
import { openNodeClient } from '../../app/accounts/chains.ts';
import type { Chain } from '../../billing/deposits/chains/chain.ts';
import type { NodeClient } from '../../billing/deposits/chains/node-client.ts';
import { getFamily } from '../../billing/deposits/families.ts';
import { type Config, ConfigError } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';

export interface ChainFinding {
  readonly what: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly detail: string;
}

const TIMEOUT_MS = 15_000;

/**
 * Checks whether every node agrees with the file of chains, and whether the contracts forward to the configured
 * treasury.
 */
export async function checkChains(config: Config, secrets: Secrets): Promise<ChainFinding[]> {
  let settings: ChainSettings;
  try {
    settings = readChainSettings(config);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((detail) => problem('configuration', detail));
  }
  const { chains, sanctioned } = settings;
  const perNode = chains.flatMap((chain) =>
    chain.rpcUrls.map((url) => checkNode(chain, openNodeClient(chain, url, secrets))),
  );
  const found = await Promise.all(perNode);
  const alone = chains.filter(({ rpcUrls }) => rpcUrls.length === 1);
  return [
    ...found.flat(),
    ...alone.map(({ name }) =>
      warning(`chain ${name}`, 'one node alone is believed; name a second one in rpcUrls'),
    ),
    ...(chains.length > 0 && sanctioned.size === 0
      ? [warning('deposits', 'CROSSTAPE_SANCTIONED_WALLETS_FILE is not set: no sender is held back')]
      : []),
  ];
}

async function checkNode(chain: Chain, client: NodeClient): Promise<ChainFinding[]> {
  const what = `chain ${chain.name}, ${client.shownUrl}`;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { problems, summary } = await getFamily(chain.family).examineNode(chain, client, signal);
    return problems.length > 0 ? problems.map((detail) => problem(what, detail)) : [ok(what, summary)];
  } catch (error) {
    return [problem(what, (error as Error).message)];
  }
}

const ok = (what: string, detail: string): ChainFinding => ({ what, state: 'ok', detail });
const warning = (what: string, detail: string): ChainFinding => ({ what, state: 'warning', detail });
const problem = (what: string, detail: string): ChainFinding => ({ what, state: 'problem', detail });
