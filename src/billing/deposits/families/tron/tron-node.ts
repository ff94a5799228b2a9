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
    // Each line is validated by itself, so that one with another form does not make the whole list fail.
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
    // The node answers an unknown transaction with an empty object.
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

/** A line of the node's index of transfers. It names a transaction and proves nothing. */
export interface ListedTransfer {
  readonly txId: string;
  /** false: the line has no id, and `txId` is a name made from its content. */
  readonly isNamed: boolean;
  readonly timeMs: number;
  /** Sending address; null: the index does not state it. */
  readonly from: string | null;
  /** Receiving address; null: the line has another form, and only its transaction states the address. */
  readonly to: string | null;
  /** Amount in smallest units; null: the index does not state it. */
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

/** Number of lines requested per page. A node may return fewer although more exist. */
export const PAGE_LINES = 200;

/** Calls of a Tron node and of its index. Every method throws `UpstreamError`. */
export class TronNode {
  readonly #client: NodeClient;

  constructor(client: NodeClient) {
    this.#client = client;
  }

  /** Scheme and host, for error messages. */
  get shownUrl(): string {
    return this.#client.shownUrl;
  }

  /** Reads the time of the newest solidified block, epoch ms: 19 of 27 producers have built on it. */
  async readSolidTime(signal: AbortSignal): Promise<number> {
    const { block_header } = await this.#post('/walletsolidity/getnowblock', {}, nowBlock, signal);
    return block_header.raw_data.timestamp;
  }

  /** Reads the time of the newest block, which may not be final yet, epoch ms. */
  async readNewestTime(signal: AbortSignal): Promise<number> {
    const { block_header } = await this.#post('/wallet/getnowblock', {}, nowBlock, signal);
    return block_header.raw_data.timestamp;
  }

  /**
   * Lists transfers of a token from or to an address, from a time on, oldest first. `next` leads to the next page. Only
   * its absence means that the list has ended, because nodes cap the length of a page as they like.
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

  /** Finds a solidified transaction; null: the node does not have it, or it is not final yet. */
  async findTransaction(txId: string, signal: AbortSignal): Promise<TronTransaction | null> {
    const body = { value: txId };
    const info = await this.#post('/walletsolidity/gettransactioninfobyid', body, transactionInfo, signal);
    if (info.id?.toLowerCase() !== txId || info.blockTimeStamp === undefined) return null;
    return {
      timeMs: info.blockTimeStamp,
      // Other answers may contain events of a failed call too, so only this member decides whether events count.
      succeeded: info.receipt?.result === 'SUCCESS',
      logs: (info.log ?? []).map(({ address, topics = [], data = '' }) => ({
        contract: address.slice(-40).toLowerCase(),
        topics: topics.map((topic) => topic.toLowerCase()),
        data: data.toLowerCase(),
      })),
    };
  }

  /** Reads the decimals of a token; null: the contract returns no number. */
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

  /**
   * Reads the token balance of an address after the newest solidified block, in smallest units; null: the contract
   * returns no number.
   */
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

/** Reads the lines of a page. @param fromMs Start of the list, used as the time of a first line without one. */
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
