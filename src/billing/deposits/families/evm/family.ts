import { Type } from 'typebox';
import { UpstreamError } from '../../../../domain/index.ts';
import { toChecksumAddress } from '../../../../signatures/address.ts';
import { toChainScope } from '../../../ledger/scopes.ts';
import { findNewestHead } from '../../chains/chain-head.ts';
import { findWrongDecimals } from '../../chains/decimals-check.ts';
import type { ChainFamily, MemberProblem } from '../../chains/family.ts';
import { computeForwarderAddress } from '../../chains/forwarder-address.ts';
import { RpcError } from '../../chains/json-rpc.ts';
import { readEvmAddress } from './address.ts';
import type { EvmChain, EvmFinality, ForwarderContracts } from './evm-chain.ts';
import { EvmCheck } from './evm-check.ts';
import { EvmHoldings } from './evm-holdings.ts';
import { EvmNode } from './evm-node.ts';
import { EvmReader } from './evm-reader.ts';
import { EVM_FORWARDERS } from './forwarders.ts';
import { EVM_MESSAGE_PREFIX, recoverSigner } from './proof.ts';

const DEFAULT_MAX_SPAN = 1_000;

const Text = Type.String({ minLength: 1, maxLength: 2_048 });
const Depth = Type.Integer({ minimum: 1, maximum: 1_000_000 });

interface Entry {
  readonly chainId: number;
  readonly factory?: string | null;
  readonly implementation?: string | null;
  readonly finality: EvmFinality;
  readonly fallbackDepth?: number | null;
  readonly startBlock?: number;
  readonly maxSpan?: number;
}

/** Ethereum, and the chains that use its protocol. */
export const family: ChainFamily<EvmChain> = {
  addressHint: 'an EVM chain (0x...)',
  members: {
    chainId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    factory: Type.Optional(Type.Union([Text, Type.Null()])),
    implementation: Type.Optional(Type.Union([Text, Type.Null()])),
    finality: Type.Union([Type.Literal('finalized'), Type.Literal('safe'), Depth]),
    fallbackDepth: Type.Optional(Type.Union([Depth, Type.Null()])),
    startBlock: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    maxSpan: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  },
  readEntry: (entry, common, { readAddress, report }) => {
    const {
      chainId,
      finality,
      fallbackDepth = null,
      startBlock = null,
      maxSpan = DEFAULT_MAX_SPAN,
      ...contracts
    } = entry as Entry;
    if (typeof finality === 'number' && fallbackDepth !== null) {
      report({ member: 'fallbackDepth', problem: 'has no meaning beside a finality that is a depth' });
    }
    return {
      ...common,
      scope: toChainScope(chainId),
      chainId,
      forwarders: toForwarders(contracts, readAddress, report),
      finality,
      fallbackDepth,
      startBlock,
      maxSpan,
    };
  },
  findClashes: (chain, other) =>
    chain.chainId === other.chainId ? [{ member: 'chainId', problem: 'is named twice' }] : [],

  readAddress: readEvmAddress,
  showAddress: toChecksumAddress,
  mayBeWallet: () => true,
  isSignedBy: (address, message, signature) =>
    recoverSigner(EVM_MESSAGE_PREFIX, message, signature)?.toLowerCase() === address,
  listContracts: (chain) => (chain.forwarders === null ? [] : Object.values(chain.forwarders)),
  ownerAddresses: {
    areGivenOn: (chain) => chain.forwarders !== null,
    derive: (chain, owner, ownerUid) => {
      if (chain.forwarders === null) throw new Error(`${chain.name} has no forwarders`);
      const parts = { chainId: chain.chainId, ownerUid, ...chain.forwarders };
      const { address, salt } = computeForwarderAddress(EVM_FORWARDERS, parts);
      return { owner, address, salt, ...chain.forwarders };
    },
  },
  forwarders: EVM_FORWARDERS,

  keyHeaders: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  open: (chain, clients, { store, now }) => {
    const nodes = clients.map((client) => new EvmNode(client));
    const check = new EvmCheck({ chain, nodes, store });
    return {
      reader: new EvmReader({ chain, nodes, store, now }),
      check: (signal) => check.run(signal),
      holdings: new EvmHoldings({ chain, nodes, store }),
      findHead: (signal) =>
        findNewestHead(nodes, async (node) => {
          const block = await node.readBlock('latest', signal);
          return block === null ? null : { position: block.number, timeMs: block.timeMs };
        }),
      findCode: async (address, signal) => {
        const answers = await Promise.all(nodes.map((node) => mayBeContract(node, address, signal)));
        if (answers.includes(true)) return 'contract';
        return answers.includes(false) ? 'none' : 'unknown';
      },
    };
  },
  examineNode: async (chain, client, signal) => {
    const node = new EvmNode(client);
    const id = await node.readChainId(signal);
    if (id !== chain.chainId) {
      return { problems: [`is on chain ${id} and not ${chain.chainId}`], summary: `chain ${id}` };
    }
    const problems: string[] = [];
    const final = await node.readFinalBlock(chain.finality, chain.fallbackDepth, signal);
    if (final === null) problems.push(`has no ${chain.finality} block: nothing would be credited`);
    problems.push(...(await findWrongDecimals(chain, node, signal)));
    if (chain.forwarders !== null) {
      problems.push(...(await findWrongContracts(chain, chain.forwarders, node, signal)));
    }
    return { problems, summary: `block ${final?.number} is final` };
  },
};

function toForwarders(
  { factory = null, implementation = null }: Pick<Entry, 'factory' | 'implementation'>,
  readAddress: (member: string, text: string) => string,
  report: (problem: MemberProblem) => void,
): ForwarderContracts | null {
  if (factory === null && implementation === null) return null;
  if (factory === null) report({ member: 'factory', problem: 'is missing beside an implementation' });
  if (implementation === null) report({ member: 'implementation', problem: 'is missing beside a factory' });
  if (factory === null || implementation === null) return null;
  return {
    factory: readAddress('factory', factory),
    implementation: readAddress('implementation', implementation),
  };
}

/** Whether an address may be a contract; null: the node did not answer. */
async function mayBeContract(node: EvmNode, address: string, signal: AbortSignal): Promise<boolean | null> {
  try {
    return await node.isContract(address, signal);
  } catch (error) {
    if (error instanceof UpstreamError || error instanceof RpcError) return null;
    throw error;
  }
}

async function findWrongContracts(
  { treasury }: EvmChain,
  { factory, implementation }: ForwarderContracts,
  node: EvmNode,
  signal: AbortSignal,
): Promise<string[]> {
  const problems: string[] = [];
  if (!(await node.isContract(factory, signal)))
    problems.push(`there is no contract at the factory ${factory}`);
  const found = await node.readTreasury(implementation, signal);
  if (found !== treasury) {
    problems.push(`forwarders of ${implementation} send to ${found ?? 'nowhere'} and not to ${treasury}`);
  }
  return problems;
}
