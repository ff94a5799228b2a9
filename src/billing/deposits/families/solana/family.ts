import { toChainScope } from '../../../ledger/scopes.ts';
import type { Chain } from '../../chains/chain.ts';
import { findNewestHead } from '../../chains/chain-head.ts';
import { findWrongDecimals } from '../../chains/decimals-check.ts';
import { type ChainFamily, findSharedTokens } from '../../chains/family.ts';
import { isSignedBySolanaWallet, isSolanaWallet, readSolanaAddress } from './address.ts';
import { SolanaHoldings } from './solana-holdings.ts';
import { SolanaNode } from './solana-node.ts';
import { SolanaReader } from './solana-reader.ts';

export const family: ChainFamily<Chain> = {
  addressHint: 'Solana',
  members: {},
  readEntry: (_, common) => ({ ...common, scope: toChainScope('solana') }),
  // A position is stored for the treasury's account of a token, so two chains clash if they share both.
  findClashes: (chain, other) => (chain.treasury === other.treasury ? findSharedTokens(chain, other) : []),

  readAddress: readSolanaAddress,
  showAddress: (address) => address,
  mayBeWallet: isSolanaWallet,
  isSignedBy: isSignedBySolanaWallet,
  listContracts: () => [],

  keyHeaders: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  open: (chain, clients, { store, now }) => {
    const nodes = clients.map((client) => new SolanaNode(client));
    return {
      reader: new SolanaReader({ chain, nodes, store, now }),
      holdings: new SolanaHoldings({ chain, nodes, store }),
      findHead: (signal) =>
        findNewestHead(nodes, async (node) => {
          const position = await node.readNewestSlot(signal);
          return { position, timeMs: await node.findSlotTime(position, signal) };
        }),
    };
  },
  examineNode: async (chain, client, signal) => {
    const node = new SolanaNode(client);
    const slot = await node.readSlot(signal);
    const problems = await findWrongDecimals(chain, node, signal);
    return { problems, summary: `slot ${slot} is final` };
  },
};
