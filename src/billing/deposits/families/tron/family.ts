import { Type } from 'typebox';
import { toChainScope } from '../../../ledger/scopes.ts';
import { findNewestHead } from '../../chains/chain-head.ts';
import { findWrongDecimals } from '../../chains/decimals-check.ts';
import { type ChainFamily, findSharedTokens } from '../../chains/family.ts';
import { recoverSigner } from '../evm/proof.ts';
import { parseTronDigits, readTronAddress, toTronAddress, toTronAddressBytes } from './address.ts';
import type { TronChain } from './tron-chain.ts';
import { TronHoldings } from './tron-holdings.ts';
import { TronNode } from './tron-node.ts';
import { TronReader } from './tron-reader.ts';

/** Prefix that `signMessageV2` puts before a message. */
const MESSAGE_PREFIX = '\x19TRON Signed Message:\n';

export const family: ChainFamily<TronChain> = {
  addressHint: 'Tron (T...)',
  members: { startMs: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })) },
  readEntry: (entry, common) => {
    const { startMs = null } = entry as { readonly startMs?: number };
    return { ...common, scope: toChainScope('tron'), startMs };
  },
  // A position is stored for a token, so two chains clash if they share one.
  findClashes: findSharedTokens,

  readAddress: readTronAddress,
  showAddress: (address) => address,
  mayBeWallet: () => true,
  isSignedBy: (address, message, signature) => {
    const signer = recoverSigner(MESSAGE_PREFIX, message, signature);
    return signer !== null && parseTronDigits(signer.toLowerCase()) === address;
  },
  listContracts: () => [],
  forwarders: {
    family: 'tron',
    prefix: 0x41,
    readBytes: (text) => {
      const address = readTronAddress(text);
      return address === null ? null : toTronAddressBytes(address);
    },
    toAddress: toTronAddress,
  },

  keyHeaders: (apiKey) => ({ 'TRON-PRO-API-KEY': apiKey }),
  open: (chain, clients, { store, now }) => {
    const nodes = clients.map((client) => new TronNode(client));
    return {
      reader: new TronReader({ chain, nodes, store, now }),
      holdings: new TronHoldings({ chain, nodes, store }),
      findHead: (signal) =>
        findNewestHead(nodes, async (node) => {
          const timeMs = await node.readNewestTime(signal);
          return { position: timeMs, timeMs };
        }),
    };
  },
  examineNode: async (chain, client, signal) => {
    const node = new TronNode(client);
    const time = await node.readSolidTime(signal);
    const problems = await findWrongDecimals(chain, node, signal);
    return { problems, summary: `final up to ${new Date(time).toISOString()}` };
  },
};
