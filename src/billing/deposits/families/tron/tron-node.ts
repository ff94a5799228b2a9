import { hash } from 'node:crypto';
import { type Static, type TSchema, Type } from 'typebox';
import { WireSchema } from '../../../../upstream/client.ts';
import { Validator } from '../../../../validator.ts';
import type { NodeClient } from '../../chains/node-client.ts';
import { type TronAddress, toTronAddressDigits } from './address.ts';

const TxId = Type.String({ pattern: '^[0-9a-fA-F]{64}$' });
const Hex = Type.String({ pattern: '^[0-9a-fA-F]*$', maxLength: 200_000 });
const Time = Type.Integer({ minimum: 0 });

const nowBlock = new WireSchema(
  'getnowblock',
  Type.Object({
    block_header: Type.Object({ raw_data: Type.Object({ number: Type.Integer(), timestamp: Time }) }),
  }),
);
const transferPage = new WireSchema(
  'transactions/trc20',
  Type.Object({
    // Each line is read by itself: one that has another form ends no list.
    data: Type.Array(Type.Unknown()),
    meta: Type.Optional(Type.Object({ fingerprint: Type.Optional(Type.String({ maxLength: 2_000 })) })),
  }),
);
const listLine = new Validator(
  Type.Object({
    transaction_id: TxId,
    block_timestamp: Time,
    from: Type.Optional(Type.String()),
    to: Type.String(),
    value: Type.Optional(Type.String()),
    type: Type.Optional(Type.String()),
  }),
);
const oddLine = new Validator(Type.Object({ transaction_id: TxId }));
const transactionInfo = new WireSchema(
  'gettransactioninfobyid',
  Type.Object({
    // An unknown transaction is an empty object.
    id: Type.Optional(TxId),
    blockNumber: Type.Optional(Type.Integer()),
    blockTimeStamp: Type.Optional(Time),
    receipt: Type.Optional(Type.Object({ result: Type.Optional(Type.String()) })),
    log: Type.Optional(
      Type.Array(
        Type.Object({
          address: Hex,
          topics: Type.Optional(Type.Array(Hex)),
          data: Type.Optional(Hex),
        }),
      ),
    ),
  }),
);
const constantResult = new WireSchema(
  'triggerconstantcontract',
  Type.Object({ constant_result: Type.Optional(Type.Array(Hex)) }),
);

/** A line of the index: it says where to look and proves nothing. */
export interface ListedTransfer {
  readonly txId: string;
  /** `false`: the line has no id, and `txId` is a name of our own. */
  readonly isNamed: boolean;
  readonly timeMs: number;
  /** Sending address; null: the index does not say. */
  readonly from: string | null;
  /** Receiving address; null: the line has another form; its transaction says. */
  readonly to: string | null;
  /** Amount in smallest units; null: the index does not say. */
  readonly units: bigint | null;
}

/** An event of a solidified transaction. */
export interface TronLog {
  /** Contract of the token: 40 hex digits, lower case. */
  readonly contract: string;
  readonly topics: readonly string[];
  readonly data: string;
}

export interface TronTransaction {
  readonly timeMs: number;
  readonly succeeded: boolean;
  readonly logs: readonly TronLog[];
}

/** Lines requested per page. A node may answer with fewer and still have more. */
export const PAGE_LINES = 200;

/** Calls of a Tron node and its index. Every method throws `UpstreamError`. */
export class TronNode {
  readonly #client: NodeClient;

  constructor(client: NodeClient) {
    this.#client = client;
  }

  /** Scheme and host, for messages. */
  get shownUrl(): string {
    return this.#client.shownUrl;
  }

  /** Reads when the newest solidified block was made: 19 of 27 producers have built on it. */
  async readSolidTime(signal: AbortSignal): Promise<number> {
    const { block_header } = await this.#post('/walletsolidity/getnowblock', {}, nowBlock, signal);
    return block_header.raw_data.timestamp;
  }

  /** Reads when the newest block was made, which may not be final yet. */
  async readNewestTime(signal: AbortSignal): Promise<number> {
    const { block_header } = await this.#post('/wallet/getnowblock', {}, nowBlock, signal);
    return block_header.raw_data.timestamp;
  }

  /**
   * Transfers of a token that concern an address, from a time on, oldest first. `next` leads to the next page; its
   * absence alone says that the list has ended, because nodes cap the length of a page as they like.
   */
  async listTransfers(
    query: {
      readonly address: string;
      readonly token: string;
      readonly fromMs: number;
      readonly next?: string;
    },
    signal: AbortSignal,
  ): Promise<{
    readonly lines: readonly ListedTransfer[];
    readonly next: string | null;
  }> {
    const parameters = new URLSearchParams({
      only_confirmed: 'true',
      contract_address: query.token,
      limit: String(PAGE_LINES),
      min_timestamp: String(query.fromMs),
      order_by: 'block_timestamp,asc',
      ...(query.next === undefined ? {} : { fingerprint: query.next }),
    });
    const url = `${this.#client.url}/v1/accounts/${query.address}/transactions/trc20?${parameters}`;
    const { http, headers } = this.#client;
    const page = await http.read({ url, headers, weight: 1, priority: 'poll', signal }, transferPage);
    return { lines: readLines(page.data, query.fromMs), next: page.meta?.fingerprint ?? null };
  }

  /** A solidified transaction; null: the node does not have it, or not yet as final. */
  async findTransaction(txId: string, signal: AbortSignal): Promise<TronTransaction | null> {
    const body = { value: txId };
    const info = await this.#post('/walletsolidity/gettransactioninfobyid', body, transactionInfo, signal);
    if (info.id?.toLowerCase() !== txId || info.blockTimeStamp === undefined) return null;
    return {
      timeMs: info.blockTimeStamp,
      // A failed call too can have events in other answers; only this word says that they count.
      succeeded: info.receipt?.result === 'SUCCESS',
      logs: (info.log ?? []).map(({ address, topics = [], data = '' }) => ({
        contract: address.slice(-40).toLowerCase(),
        topics: topics.map((topic) => topic.toLowerCase()),
        data: data.toLowerCase(),
      })),
    };
  }

  /** Reads the decimals; null: the contract gives no number. */
  async readDecimals(token: string, signal: AbortSignal): Promise<number | null> {
    const call = {
      owner_address: `41${'0'.repeat(40)}`,
      contract_address: `41${toTronAddressDigits(token as TronAddress)}`,
      function_selector: 'decimals()',
    };
    const answer = await this.#post('/walletsolidity/triggerconstantcontract', call, constantResult, signal);
    const [word] = answer.constant_result ?? [];
    return word !== undefined && word.length === 64 ? Number.parseInt(word, 16) : null;
  }

  /** Smallest units that an address holds after the newest solidified block; null: the contract gives no number. */
  async readBalance(token: string, holder: string, signal: AbortSignal): Promise<bigint | null> {
    const call = {
      owner_address: `41${toTronAddressDigits(holder as TronAddress)}`,
      contract_address: `41${toTronAddressDigits(token as TronAddress)}`,
      function_selector: 'balanceOf(address)',
      parameter: toTronAddressDigits(holder as TronAddress).padStart(64, '0'),
    };
    const answer = await this.#post('/walletsolidity/triggerconstantcontract', call, constantResult, signal);
    const [word] = answer.constant_result ?? [];
    return word !== undefined && word.length === 64 ? BigInt(`0x${word}`) : null;
  }

  #post<Schema extends TSchema>(
    path: string,
    body: object,
    wire: WireSchema<Schema>,
    signal: AbortSignal,
  ): Promise<Static<Schema>> {
    const { http, url, headers } = this.#client;
    return http.read(
      { url: `${url}${path}`, method: 'POST', body, headers, weight: 1, priority: 'poll', signal },
      wire,
    );
  }
}

/** @param fromMs Where the list begins: the time of a first line that says none. */
function readLines(data: readonly unknown[], fromMs: number): ListedTransfer[] {
  const lines: ListedTransfer[] = [];
  for (const line of data) {
    if (listLine.accepts(line)) {
      const { transaction_id, block_timestamp: timeMs, from = null, to, value, type = 'Transfer' } = line;
      const units =
        type === 'Transfer' && value !== undefined && /^\d{1,78}$/.test(value) ? BigInt(value) : null;
      lines.push({ txId: transaction_id.toLowerCase(), isNamed: true, timeMs, from, to, units });
      continue;
    }
    const isNamed = oddLine.accepts(line);
    const txId = isNamed
      ? line.transaction_id.toLowerCase()
      : `line-${hash('sha256', JSON.stringify(line) ?? '', 'hex').slice(0, 24)}`;
    const timeMs = lines.at(-1)?.timeMs ?? fromMs;
    lines.push({ txId, isNamed, timeMs, from: null, to: null, units: null });
  }
  return lines;
}
