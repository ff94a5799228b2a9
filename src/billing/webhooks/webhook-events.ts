import type { Clock } from '../../domain/index.ts';
import type { ServiceDatabase } from '../../storage/service-database.ts';
import type { DepositLimits } from '../deposits/deposit.ts';
import { processEvent } from './operations/process-event.ts';
import type { ReceivedEvent, TakenEvent } from './received-event.ts';

export interface WebhookEventsOptions {
  /** Service database wrapped by the ledger: it refuses operations while the ledger is not accepting writes. */
  readonly ledgerDatabase: ServiceDatabase;
  readonly limits: DepositLimits;
  readonly clock: Clock;
}

/** Events of payment providers in the service database. Each event counts once. */
export class WebhookEvents {
  readonly #options: WebhookEventsOptions;

  constructor(options: WebhookEventsOptions) {
    this.#options = options;
  }

  /**
   * Processes one event. The event, its postings and the reversals that waited for it are stored in one transaction.
   *
   * @throws {LedgerUnavailableError} when nothing can be stored.
   */
  process(received: ReceivedEvent): Promise<TakenEvent> {
    const { ledgerDatabase, limits, clock } = this.#options;
    return ledgerDatabase.transact(processEvent, { ...received, limits, now: clock() });
  }
}
