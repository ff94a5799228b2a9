import { readFileSync } from 'node:fs';
import { type AddressList, readAddressList } from '../../billing/deposits/address-list.ts';
import { readChainFile } from '../../billing/deposits/chain-file.ts';
import type { Chain } from '../../billing/deposits/chains/chain.ts';
import { isLoopbackHost, isPrivateAddress } from '../../config/addresses.ts';
import { type Config, ConfigError, SETTINGS } from '../../config/config.ts';

/** Chains and address lists of the operator. */
export interface ChainSettings {
  readonly chains: readonly Chain[];
  /** Addresses that many people share, such as those of exchanges. */
  readonly shared: AddressList;
  readonly sanctioned: AddressList;
}

/**
 * Reads the file of chains and the address lists once.
 *
 * @throws {ConfigError} that names the setting and the invalid member or line.
 */
export function readChainSettings(config: Config): ChainSettings {
  const problems: string[] = [];
  const read = <T extends object>(
    { variable }: { readonly variable: string },
    file: string | null,
    parse: (text: string) => T | { readonly problems: readonly string[] },
  ): T | null => {
    if (file === null) return null;
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      problems.push(`${variable}=${file}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
      return null;
    }
    const parsed = parse(text);
    if (!('problems' in parsed)) return parsed;
    problems.push(...parsed.problems.map((problem) => `${variable}: ${problem}`));
    return null;
  };
  const none: AddressList = new Set();
  const chains = read(SETTINGS.deposits.chainsFile, config.deposits.chainsFile, readChainFile)?.chains ?? [];
  const shared = read(
    SETTINGS.deposits.sharedWalletsFile,
    config.deposits.sharedWalletsFile,
    readAddressList,
  );
  const sanctioned = read(
    SETTINGS.deposits.sanctionedWalletsFile,
    config.deposits.sanctionedWalletsFile,
    readAddressList,
  );
  problems.push(...findUnsafeNodes(chains, config));
  if (problems.length > 0) throw new ConfigError(problems);
  return { chains, shared: shared?.addresses ?? none, sanctioned: sanctioned?.addresses ?? none };
}

/**
 * Finds nodes without TLS. A node's answers decide about money, so TLS is required unless the node runs on this machine
 * or the operator allows otherwise.
 */
function findUnsafeNodes(chains: readonly Chain[], { feed }: Config): string[] {
  if (feed.allowPrivateUpstreams) return [];
  const allow = `set ${SETTINGS.feed.allowPrivateUpstreams.variable}=on if it is meant`;
  return chains.flatMap(({ rpcUrls }, i) =>
    rpcUrls.flatMap((url, j) => {
      const { protocol, hostname } = new URL(url);
      const member = `${SETTINGS.deposits.chainsFile.variable}: chains[${i}].rpcUrls[${j}]`;
      if (isLoopbackHost(hostname)) return [];
      if (protocol !== 'https:') return [`${member}: must use TLS; ${allow}`];
      return isPrivateAddress(hostname) ? [`${member}: is a private address; ${allow}`] : [];
    }),
  );
}
