import { generateBase62 } from '../accounts/random.ts';
import { type Clock, DAY_MS, type RandomBytes } from '../domain/index.ts';
import type { ServiceDatabase } from '../storage/service-database.ts';
import {
  type AdvanceOutcome,
  advanceAlert,
  type DeliveryLimits,
  forgetOtherRules,
  type NewEvent,
  pruneAlerts,
  type RetryOutcome,
  retryDelivery,
  settleDelivery,
  switchEndpointOn,
  tellSuppressed,
} from './operations/alerts.ts';
import type { AlertEventRow, AlertQueries, AlertStateRow, DeliveryRow, EndpointRow } from './rows.ts';

/** Time for which ended deliveries and their events are kept. */
const KEPT_MS = 30 * DAY_MS;
const ID_LENGTH = 20;
const LIMITS: DeliveryLimits = { perMinute: 60, undelivered: 100 };

export interface AlertStoreOptions {
  readonly database: ServiceDatabase;
  readonly queries: AlertQueries;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Limits of the deliveries to one endpoint. Default: 60 in a minute, 100 that are not delivered. */
  readonly limits?: DeliveryLimits;
}

/** An event of a rule that is about to be stored. */
export type RuleEvent = Omit<NewEvent, 'id' | 'to'>;

/** An event with its deliveries. */
export interface ListedEvent extends AlertEventRow {
  readonly deliveries: readonly DeliveryRow[];
}

/** States of rules, events and deliveries in the service database. */
export class AlertStore {
  readonly #options: AlertStoreOptions;

  constructor(options: AlertStoreOptions) {
    this.#options = options;
  }

  listStates(): Promise<readonly AlertStateRow[]> {
    return this.#options.queries.listStates();
  }

  listEndpoints(): Promise<readonly EndpointRow[]> {
    return this.#options.queries.listEndpoints();
  }

  /** Stores a state together with its events and their deliveries. Resolves after the commit. */
  advance(
    state: AlertStateRow,
    events: readonly RuleEvent[],
    to: readonly string[],
  ): Promise<AdvanceOutcome> {
    const { database, limits = LIMITS } = this.#options;
    return database.transact(advanceAlert, {
      state,
      events: events.map((event) => ({
        ...event,
        id: this.newEventId(),
        to: to.map((endpoint) => ({ endpoint, deliveryId: this.#newId('dlv') })),
      })),
      limits,
    });
  }

  /** Lists the newest events, newest first, below a number and since a time. */
  async listEvents(page: {
    readonly beforeSeq: number;
    readonly since: number;
    readonly limit: number;
  }): Promise<readonly ListedEvent[]> {
    const { queries } = this.#options;
    const events = await queries.listEvents(page.beforeSeq, page.since, page.limit);
    if (events.length === 0) return [];
    const deliveries = Map.groupBy(
      await queries.listDeliveriesOf(events.map(({ seq }) => seq)),
      ({ seq }) => seq,
    );
    return events.map((event) => ({ ...event, deliveries: deliveries.get(event.seq) ?? [] }));
  }

  findEvent(seq: number): Promise<AlertEventRow | null> {
    return this.#options.queries.findEvent(seq);
  }

  /** Lists deliveries whose next try is due, each the first that waits of its rule and endpoint. */
  listDue(limit: number): Promise<readonly DeliveryRow[]> {
    const { queries, clock } = this.#options;
    return queries.listDue(clock(), limit);
  }

  /** Stores the state of a delivery after a try. @param isGone Whether its endpoint is switched off. */
  async settle(delivery: DeliveryRow, isGone: boolean): Promise<void> {
    await this.#options.database.transact(settleDelivery, { delivery, isGone });
  }

  /** Stores one event about the deliveries to an endpoint that a limit left out, when the endpoint may get it. */
  async tellSuppressed(endpoint: string): Promise<void> {
    const { database, clock, limits = LIMITS } = this.#options;
    const id = this.newEventId();
    const deliveryId = this.#newId('dlv');
    await database.transact(tellSuppressed, { endpoint, id, deliveryId, now: clock(), limits });
  }

  /** Makes a dead delivery wait again and switches its endpoint on; null: no dead delivery has the id. */
  retry(id: string): Promise<RetryOutcome> {
    const { database, clock } = this.#options;
    return database.transact(retryDelivery, { id, now: clock() });
  }

  async switchOn(endpoint: string): Promise<void> {
    await this.#options.database.transact(switchEndpointOn, endpoint);
  }

  /** Deletes events and deliveries that ended more than 30 days ago. */
  async prune(): Promise<void> {
    const { database, clock } = this.#options;
    await database.transact(pruneAlerts, clock() - KEPT_MS);
  }

  /** Deletes the states of all rules but these. */
  async forgetOtherRules(rules: readonly string[]): Promise<void> {
    await this.#options.database.transact(forgetOtherRules, rules);
  }

  newEventId(): string {
    return this.#newId('evt');
  }

  #newId(kind: 'evt' | 'dlv'): string {
    return `${kind}_${generateBase62(ID_LENGTH, this.#options.random)}`;
  }
}
