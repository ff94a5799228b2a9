import type { Clock, EpochMs, MicroUsd } from '../../../domain/index.ts';
import type { SqliteServiceDatabase } from '../../../storage/sqlite/sqlite-service-database.ts';
import type { SqliteLedger } from '../../sqlite/sqlite-ledger.ts';
import { type Chain, type ChainFamily, depositScope } from '../chains/chain.ts';
import type { ChainStep, ChainStore, NumberedAddress, Position, StepOutcome } from '../chains/chain-store.ts';
import type { SeenTransfer } from '../chains/seen-transfer.ts';
import type { DepositLimits } from '../deposit.ts';
import { findPosition, findRecorded, firstStream, stepProcedure } from './chain-procedures.ts';

/** A longer list is stored in parts, so that nobody else waits long for the writer. */
const MAX_TRANSFERS_PER_COMMIT = 1_000;

export interface SqliteChainStoreOptions {
  readonly database: SqliteServiceDatabase;
  readonly ledger: SqliteLedger;
  readonly limits: DepositLimits;
  readonly firstDepositCap: MicroUsd;
  /** Whether a list of the operator names the address. */
  readonly isSanctioned: (family: ChainFamily, address: string) => boolean;
  readonly clock: Clock;
}

/** Positions, addresses and deposits of chains in the service database. */
export class SqliteChainStore implements ChainStore {
  readonly #options: SqliteChainStoreOptions;

  constructor(options: SqliteChainStoreOptions) {
    this.#options = options;
  }

  position(chain: Chain, stream: string): Position | null {
    return findPosition(this.#options.database.reads, depositScope(chain), stream);
  }

  async step(chain: Chain, { stream, from, to, transfers }: ChainStep): Promise<StepOutcome> {
    const { ledger, limits, firstDepositCap, isSanctioned, clock } = this.#options;
    const { name, family, treasury } = chain;
    const parts = inParts(transfers);
    let recorded = 0;
    for (const [i, part] of parts.entries()) {
      const outcome = await ledger.transact(stepProcedure, {
        scope: depositScope(chain),
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

  addressesAfter(chain: Chain, seq: number): readonly NumberedAddress[] {
    return this.#options.database.reads
      .get('SELECT seq, address FROM deposit_address WHERE scope = ? AND seq > ? ORDER BY seq')
      .all(depositScope(chain), seq) as unknown as NumberedAddress[];
  }

  firstPosition(chain: Chain, stream: string): number | null {
    return this.position(chain, firstStream(stream))?.position ?? null;
  }

  isRecorded(chain: Chain, txHash: string, idem: string): boolean {
    return findRecorded(this.#options.database.reads, depositScope(chain), txHash, idem);
  }

  isForwarder(address: string): boolean {
    const { reads } = this.#options.database;
    return reads.get('SELECT 1 FROM deposit_address WHERE address = ?').get(address) !== undefined;
  }

  recordedFor(chain: Chain, address: string, symbol: string): number | null {
    const row = this.#options.database.reads
      .get(
        `SELECT COALESCE(SUM(micro_usd), 0) AS total, COUNT(*) - COUNT(micro_usd) AS uncounted FROM deposit
         WHERE owner = (SELECT owner FROM deposit_address WHERE address = ?1 AND scope = ?2)
         AND scope = ?2 AND token = ?3`,
      )
      .get(address, depositScope(chain), symbol) as { total: number; uncounted: number };
    return row.uncounted > 0 ? null : row.total;
  }

  registeredAt(family: ChainFamily, wallet: string): EpochMs | null {
    const row = this.#options.database.reads
      .get('SELECT registered_at AS at FROM wallet WHERE family = ? AND address = ?')
      .get(family, wallet) as { at: EpochMs } | undefined;
    return row?.at ?? null;
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
