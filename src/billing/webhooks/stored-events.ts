import type { Clock } from '../../domain/index.ts';
import type { ServiceDatabase } from '../../storage/service-database.ts';
import type { DepositLimits } from '../deposits/deposit.ts';
import { takeEvent } from './operations/take-event.ts';
import type { ReceivedEvent, TakenEvent, WebhookEvents } from './webhook-events.ts';

export interface StoredEventsOptions {
  /** The service database behind the ledger: refuses operations while the ledger is not accepting writes. */
  readonly ledgerDatabase: ServiceDatabase;
  readonly limits: DepositLimits;
  readonly clock: Clock;
}

/** Events of payment providers in the service database. */
export class StoredEvents implements WebhookEvents {
  readonly #options: StoredEventsOptions;

  constructor(options: StoredEventsOptions) {
    this.#options = options;
  }

  take(received: ReceivedEvent): Promise<TakenEvent> {
    const { ledgerDatabase, limits, clock } = this.#options;
    return ledgerDatabase.transact(takeEvent, { ...received, limits, now: clock() });
  }
}
