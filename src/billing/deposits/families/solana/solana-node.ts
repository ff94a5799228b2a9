import { hash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Validator } from '../../../../validator.ts';
import { RpcMethod } from '../../chains/json-rpc.ts';
import type { NodeClient } from '../../chains/node-client.ts';

const Signature = Type.String({ pattern: '^[1-9A-HJ-NP-Za-km-z]{64,90}$' });
const Units = Type.String({ pattern: '^\\d{1,40}$' });

const TokenBalance = Type.Object({
  accountIndex: Type.Integer({ minimum: 0 }),
  mint: Type.String(),
  owner: Type.Optional(Type.String()),
  uiTokenAmount: Type.Object({ amount: Units }),
});
const Transaction = Type.Object({
  slot: Type.Integer(),
  blockTime: Type.Optional(Type.Union([Type.Null(), Type.Integer()])),
  meta: Type.Union([
    Type.Null(),
    Type.Object({
      err: Type.Unknown(),
      preTokenBalances: Type.Optional(Type.Union([Type.Null(), Type.Array(TokenBalance)])),
      postTokenBalances: Type.Optional(Type.Union([Type.Null(), Type.Array(TokenBalance)])),
    }),
  ]),
  transaction: Type.Object({
    message: Type.Object({ accountKeys: Type.Array(Type.Object({ pubkey: Type.String() })) }),
  }),
});
export type WireTransaction = Static<typeof Transaction>;

const getSlot = new RpcMethod('getSlot', Type.Integer({ minimum: 0 }));
const getBlockTime = new RpcMethod('getBlockTime', Type.Union([Type.Null(), Type.Integer()]));
const getTokenSupply = new RpcMethod(
  'getTokenSupply',
  Type.Object({ value: Type.Object({ decimals: Type.Integer() }) }),
);
const getTokenBalance = new RpcMethod(
  'getTokenAccountBalance',
  Type.Object({
    context: Type.Object({ slot: Type.Integer({ minimum: 0 }) }),
    value: Type.Object({ amount: Units }),
  }),
);
const getSignatures = new RpcMethod(
  'getSignaturesForAddress',
  // Each entry is validated by itself, so that one with another form does not make the whole list fail.
  Type.Array(Type.Unknown()),
);
const listLine = new Validator(
  Type.Object({ signature: Signature, slot: Type.Integer({ minimum: 0 }), err: Type.Unknown() }),
);
const oddLine = new Validator(Type.Object({ signature: Signature }));
const getTransaction = new RpcMethod('getTransaction', Type.Union([Type.Null(), Transaction]));

/** A transaction that concerns an account. */
export interface ListedSignature {
  readonly signature: string;
  readonly slot: number;
  readonly failed: boolean;
  /** false: the entry has no signature, and `signature` is a name made from its content. */
  readonly isNamed: boolean;
}

/** Number of signatures requested per page. A node may return fewer although more exist. */
const PAGE_SIGNATURES = 1_000;
/**
 * Highest transaction version that the reader accepts. Balances before and after are the same members in every version,
 * and a node refuses transactions above the requested version.
 */
const NEWEST_VERSION = 255;
const FINALIZED = { commitment: 'finalized' } as const;

/**
 * Calls of a Solana node, all about finalized state unless stated otherwise. Every method throws `RpcError` or
 * `UpstreamError`.
 */
export class SolanaNode {
  readonly #client: NodeClient;

  constructor(client: NodeClient) {
    this.#client = client;
  }

  /** Scheme and host, for error messages. */
  get shownUrl(): string {
    return this.#client.shownUrl;
  }

  readSlot(signal: AbortSignal): Promise<number> {
    return getSlot.call(this.#client, [FINALIZED], signal);
  }

  /** Reads the newest slot, which may not be final yet. */
  readNewestSlot(signal: AbortSignal): Promise<number> {
    return getSlot.call(this.#client, [{ commitment: 'processed' }], signal);
  }

  /** Finds the time of a slot's block, epoch ms; null: the node does not know it. */
  async findSlotTime(slot: number, signal: AbortSignal): Promise<number | null> {
    try {
      const seconds = await getBlockTime.call(this.#client, [slot], signal);
      return seconds === null ? null : seconds * 1_000;
    } catch {
      // Nodes answer with different errors for a slot that they skipped or no longer have; the time is not essential.
      return null;
    }
  }

  async readDecimals(mint: string, signal: AbortSignal): Promise<number> {
    const { value } = await getTokenSupply.call(this.#client, [mint, FINALIZED], signal);
    return value.decimals;
  }

  /**
   * Reads the balance of a token account in smallest units, and the slot of that balance.
   *
   * @throws {RpcError} when the account does not exist.
   */
  async readTokenBalance(
    account: string,
    signal: AbortSignal,
  ): Promise<{ readonly slot: number; readonly units: bigint }> {
    const { context, value } = await getTokenBalance.call(this.#client, [account, FINALIZED], signal);
    return { slot: context.slot, units: BigInt(value.amount) };
  }

  /**
   * Lists a page of transactions that concern an account, newest first. Only an empty page means that the list has
   * ended.
   */
  async listSignatures(
    account: string,
    between: { readonly until: string | null; readonly before: string | null },
    signal: AbortSignal,
  ): Promise<ListedSignature[]> {
    const options = {
      ...FINALIZED,
      limit: PAGE_SIGNATURES,
      ...(between.until === null ? {} : { until: between.until }),
      ...(between.before === null ? {} : { before: between.before }),
    };
    const listed = await getSignatures.call(this.#client, [account, options], signal);
    return readLines(listed);
  }

  /** Finds a transaction; null: the node does not have it, or it is not final yet. */
  findTransaction(signature: string, signal: AbortSignal): Promise<WireTransaction | null> {
    const options = {
      ...FINALIZED,
      maxSupportedTransactionVersion: NEWEST_VERSION,
      encoding: 'jsonParsed',
    };
    return getTransaction.call(this.#client, [signature, options], signal);
  }
}

/**
 * Reads a page of signatures. An entry with nothing but a signature is kept, because its transaction may be a deposit.
 * Such an entry gets the slot of its neighbour, which only decides where the walk ends. An entry without a signature
 * gets a name made from its content.
 */
function readLines(lines: readonly unknown[]): ListedSignature[] {
  const read: ListedSignature[] = [];
  const first = lines.find((one) => listLine.accepts(one)) as { readonly slot: number } | undefined;
  for (const line of lines) {
    const slot = read.at(-1)?.slot ?? first?.slot ?? 0;
    if (listLine.accepts(line)) {
      read.push({ signature: line.signature, slot: line.slot, failed: line.err !== null, isNamed: true });
    } else if (oddLine.accepts(line)) {
      read.push({ signature: line.signature, slot, failed: false, isNamed: true });
    } else {
      const name = `line-${hash('sha256', JSON.stringify(line) ?? '', 'hex').slice(0, 24)}`;
      read.push({ signature: name, slot, failed: false, isNamed: false });
    }
  }
  return read;
}
