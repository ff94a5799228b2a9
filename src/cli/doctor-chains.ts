import { type ChainSettings, openNodeClient, readChainSettings } from '../app/chains.ts';
import type { Chain, EvmChain, SolanaChain, TronChain } from '../billing/deposits/chains/chain.ts';
import type { NodeClient } from '../billing/deposits/chains/node-client.ts';
import { EvmNode } from '../billing/deposits/evm/evm-node.ts';
import { SolanaNode } from '../billing/deposits/solana/solana-node.ts';
import type { TronAddress } from '../billing/deposits/tron/address.ts';
import { TronNode } from '../billing/deposits/tron/tron-node.ts';
import { type Config, ConfigError } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';

export interface ChainFinding {
  readonly what: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly detail: string;
}

const TIMEOUT_MS = 15_000;

/** Whether every node of every chain is what the file of chains says, and the contracts send to our treasury. */
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
    switch (chain.family) {
      case 'evm':
        return await checkEvm(what, chain, new EvmNode(client), signal);
      case 'tron':
        return await checkTron(what, chain, new TronNode(client), signal);
      case 'solana':
        return await checkSolana(what, chain, new SolanaNode(client), signal);
    }
  } catch (error) {
    return [problem(what, (error as Error).message)];
  }
}

async function checkEvm(
  what: string,
  chain: EvmChain,
  node: EvmNode,
  signal: AbortSignal,
): Promise<ChainFinding[]> {
  const id = await node.chainId(signal);
  if (id !== chain.chainId) return [problem(what, `is on chain ${id} and not ${chain.chainId}`)];
  const found: ChainFinding[] = [];
  const final = await node.finalBlock(chain.finality, chain.fallbackDepth, signal);
  if (final === null) found.push(problem(what, `has no ${chain.finality} block: nothing would be credited`));
  for (const { symbol, address, decimals } of chain.tokens) {
    found.push(...wrongDecimals(what, symbol, decimals, await node.decimals(address, signal)));
  }
  if (chain.forwarders !== null) {
    const { factory, implementation } = chain.forwarders;
    if (!(await node.isContract(factory, signal))) {
      found.push(problem(what, `no contract stands at the factory ${factory}`));
    }
    const treasury = await node.readTreasury(implementation, signal);
    if (treasury !== chain.treasury) {
      found.push(
        problem(
          what,
          `forwarders of ${implementation} send to ${treasury ?? 'nowhere'} and not to ${chain.treasury}`,
        ),
      );
    }
  }
  return found.length > 0 ? found : [ok(what, `block ${final?.number} is final`)];
}

async function checkTron(
  what: string,
  chain: TronChain,
  node: TronNode,
  signal: AbortSignal,
): Promise<ChainFinding[]> {
  const time = await node.solidTime(signal);
  const found: ChainFinding[] = [];
  for (const { symbol, address, decimals } of chain.tokens) {
    found.push(...wrongDecimals(what, symbol, decimals, await node.decimals(address as TronAddress, signal)));
  }
  return found.length > 0 ? found : [ok(what, `final up to ${new Date(time).toISOString()}`)];
}

async function checkSolana(
  what: string,
  chain: SolanaChain,
  node: SolanaNode,
  signal: AbortSignal,
): Promise<ChainFinding[]> {
  const slot = await node.slot(signal);
  const found: ChainFinding[] = [];
  for (const { symbol, address, decimals } of chain.tokens) {
    found.push(...wrongDecimals(what, symbol, decimals, await node.decimals(address, signal)));
  }
  return found.length > 0 ? found : [ok(what, `slot ${slot} is final`)];
}

function wrongDecimals(what: string, symbol: string, wanted: number, given: number | null): ChainFinding[] {
  if (given === wanted) return [];
  return [problem(what, `${symbol} has ${given ?? 'no number of'} decimals and not ${wanted}`)];
}

const ok = (what: string, detail: string): ChainFinding => ({ what, state: 'ok', detail });
const warning = (what: string, detail: string): ChainFinding => ({ what, state: 'warning', detail });
const problem = (what: string, detail: string): ChainFinding => ({ what, state: 'problem', detail });
