import { Type } from 'typebox';
import type { ChainToken } from '../../../../src/billing/deposits/chains/chain.ts';
import {
  type ChainReader,
  type PollOutcome,
  requireCurrent,
} from '../../../../src/billing/deposits/chains/chain-reader.ts';
import type { ChainStore } from '../../../../src/billing/deposits/chains/chain-store.ts';
import type { NodeClient } from '../../../../src/billing/deposits/chains/node-client.ts';
import { computeTransferValue } from '../../../../src/billing/deposits/chains/seen-transfer.ts';
import { WireSchema } from '../../../../src/upstream/client.ts';
import type { CockleChain } from './cockle-chain.ts';

const STREAM = '';

const tideAnswer = new WireSchema(
  'tide',
  Type.Object({
    tide: Type.Integer({ minimum: 0 }),
    transfers: Type.Array(
      Type.Object({
        id: Type.String({ pattern: '^[a-z0-9]{1,64}$' }),
        token: Type.String(),
        from: Type.String(),
        to: Type.String(),
        units: Type.String({ pattern: '^\\d{1,40}$' }),
        atMs: Type.Integer(),
      }),
    ),
  }),
);

/** Reads the newest final tide, and the transfers since one. */
export function readTide({ http, url, headers }: NodeClient, since: number, signal: AbortSignal) {
  return http.read(
    { url: `${url}/tides?since=${since}`, headers, weight: 1, priority: 'poll', signal },
    tideAnswer,
  );
}

/** Reads transfers to the treasury on Cockle, whose tides are final as they come. */
export class CockleReader implements ChainReader {
  readonly streams = [STREAM];
  readonly chain: CockleChain;
  readonly #node: NodeClient;
  readonly #store: ChainStore;

  constructor(chain: CockleChain, node: NodeClient, store: ChainStore) {
    this.chain = chain;
    this.#node = node;
    this.#store = store;
  }

  async poll(signal: AbortSignal, onProgress: () => void): Promise<PollOutcome> {
    const { treasury, tokens, startTide } = this.chain;
    const from = await this.#store.findPosition(this.chain, STREAM);
    const { tide, transfers } = await readTide(this.#node, from?.position ?? startTide - 1, signal);
    const ours = transfers.flatMap(({ id, token: address, units, atMs, ...transfer }) => {
      const token = tokens.find((one: ChainToken) => one.address === address);
      if (token === undefined || transfer.to !== treasury) return [];
      const { amount, microUsd } = computeTransferValue(BigInt(units), token);
      if (microUsd === 0) return [];
      const { symbol } = token;
      const place = { idem: `${id}:0`, txHash: id, logIndex: null, position: tide, minedAfter: atMs };
      return [{ ...place, ...transfer, symbol, token: address, amount, microUsd }];
    });
    const step = { stream: STREAM, from, to: { position: tide, mark: null }, transfers: ours };
    requireCurrent(await this.#store.storeStep(this.chain, step));
    onProgress();
    return { waitsFor: null };
  }
}
