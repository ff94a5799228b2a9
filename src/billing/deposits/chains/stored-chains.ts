import { type Clock, type EpochMs, epochMs, type MicroUsd } from '../../../domain/index.ts';
import type { ServiceDatabase } from '../../../storage/service-database.ts';
import type { DepositLimits } from '../deposit.ts';
import type { Chain, ChainFamily } from './chain.ts';
import type { ChainStep, ChainStore, NumberedAddress, Position, StepOutcome } from './chain-store.ts';
import { firstStream, takeStep } from './operations/step.ts';
import type { ChainQueries } from './rows.ts';
import type { SeenTransfer } from './seen-transfer.ts';

/** A longer list is stored in parts, so that nobody else waits long for the writer. */
const MAX_TRANSFERS_PER_COMMIT = 1_000;

export interface StoredChainsOptions {
  /** The service database behind the ledger: refuses operations while the ledger is not accepting writes. */
  readonly ledgerDatabase: ServiceDatabase;
  readonly queries: ChainQueries;
  readonly limits: DepositLimits;
  readonly firstDepositCap: MicroUsd;
  /** Whether a list of the operator names the address. */
  readonly isSanctioned: (family: ChainFamily, address: string) => boolean;
  readonly clock: Clock;
}

/** Positions, addresses and deposits of chains in the service database. */
export class StoredChains implements ChainStore {
  readonly #options: StoredChainsOptions;

  constructor(options: StoredChainsOptions) {
    this.#options = options;
  }

  async position(chain: Chain, stream: string): Promise<Position | null> {
    const row = await this.#options.queries.findCursor(chain.scope, stream);
    return row === null ? null : { position: row.position, mark: row.mark };
  }

  async step(chain: Chain, { stream, from, to, transfers }: ChainStep): Promise<StepOutcome> {
    const { ledgerDatabase, limits, firstDepositCap, isSanctioned, clock } = this.#options;
    const { name, family, treasury } = chain;
    const parts = inParts(transfers);
    let recorded = 0;
    for (const [i, part] of parts.entries()) {
      const outcome = await ledgerDatabase.transact(takeStep, {
        scope: chain.scope,
        stream,
        from,
        // The position moves with the last part: what a crash leaves out before it is read again.
        to: i === parts.length - 1 ? to : null,
        transfers: part.map((transfer) => ({
          ...transfer,
          isSanctioned: transfer.from !== null && isSanctioned(family, transfer.from),
        })),
        chain: name,
        family,
        treasury,
        limits,
        firstDepositCap,
        now: clock(),
      });
      recorded += outcome.recorded;
      if (!outcome.isCurrent) return { isCurrent: false, recorded };
    }
    return { isCurrent: true, recorded };
  }

  addressesAfter(chain: Chain, seq: number): Promise<readonly NumberedAddress[]> {
    return this.#options.queries.listAddressesAfter(chain.scope, seq);
  }

  async firstPosition(chain: Chain, stream: string): Promise<number | null> {
    return (await this.position(chain, firstStream(stream)))?.position ?? null;
  }

  isRecorded(chain: Chain, txHash: string, idem: string): Promise<boolean> {
    return this.#options.queries.hasDeposit(chain.scope, txHash, idem);
  }

  isForwarder(address: string): Promise<boolean> {
    return this.#options.queries.hasAddress(address);
  }

  async recordedFor(chain: Chain, address: string, symbol: string): Promise<number | null> {
    const { queries } = this.#options;
    const scope = chain.scope;
    const owner = await queries.findAddressOwner(scope, address);
    if (owner === null) return 0;
    const { total, uncounted } = await queries.sumDeposits(scope, owner, symbol);
    return uncounted > 0 ? null : total;
  }

  async registeredAt(family: ChainFamily, wallet: string): Promise<EpochMs | null> {
    const row = await this.#options.queries.findWallet(family, wallet);
    return row === null ? null : epochMs(row.registeredAt);
  }
}

/** At least one part; the transfers of a transaction stay in one, because each is distinguished by the others. */
function inParts(transfers: readonly SeenTransfer[]): SeenTransfer[][] {
  const parts: SeenTransfer[][] = [[]];
  let last: SeenTransfer | null = null;
  for (const transfer of transfers) {
    const part = parts.at(-1) as SeenTransfer[];
    if (part.length >= MAX_TRANSFERS_PER_COMMIT && last?.txHash !== transfer.txHash) parts.push([transfer]);
    else part.push(transfer);
    last = transfer;
  }
  return parts;
}
