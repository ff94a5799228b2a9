import type { EpochMs, RelayId } from '../domain/index.ts';
import { Intake } from '../upstream/intake.ts';
import {
  type ReferenceRelay,
  type ReferenceSeries,
  RelayListeners,
  type RelayOptions,
  type RelayStatus,
} from './relay.ts';
import { RelayConnection, type RelayConnectionOptions } from './relay-connection.ts';

/** Properties of the socket of a venue. */
export type SocketTraits = Pick<
  RelayConnectionOptions,
  'headers' | 'ping' | 'refusal' | 'credentials' | 'mayBeGone'
>;

/** A relay over one socket. A venue adds how to subscribe and how to read a frame. */
export abstract class SocketRelay implements ReferenceRelay {
  readonly id: RelayId;
  readonly series: readonly ReferenceSeries[];
  readonly intake: Intake;
  protected readonly connection: RelayConnection;
  protected readonly listeners = new RelayListeners();

  constructor(id: RelayId, options: RelayOptions, traits: SocketTraits) {
    const { url, series, clock, random, now = () => performance.now(), onWarning } = options;
    this.id = id;
    this.series = series;
    this.intake = new Intake(clock);
    this.connection = new RelayConnection({
      ...traits,
      id,
      url,
      onOpen: () => this.open(),
      onMessage: (text, receivedAt) => this.read(text, receivedAt),
      onClose: () => this.forget(),
      clock,
      random,
      now,
      onWarning,
    });
  }

  /** Subscribes to all series, or authenticates first. Called on each new connection. */
  protected abstract open(): void;

  protected abstract read(text: string, receivedAt: EpochMs): void;

  /** Forgets what is valid for one connection only. Called when the connection is lost. */
  protected forget(): void {}

  /** Subscribes to a series again. */
  abstract restart(series: ReferenceSeries): void;

  start(): void {
    this.connection.start();
  }

  stop(): void {
    this.connection.stop();
  }

  onValue(listener: Parameters<ReferenceRelay['onValue']>[0]): () => void {
    return this.listeners.onValue(listener);
  }

  onRefused(listener: Parameters<ReferenceRelay['onRefused']>[0]): () => void {
    return this.listeners.onRefused(listener);
  }

  renew(): void {
    this.connection.renew();
  }

  check(): void {
    this.connection.check();
  }

  status(): RelayStatus {
    return this.connection.status();
  }

  /** Whether a series was requested. A socket may also bring others. */
  protected isWanted({ source, coin }: ReferenceSeries): boolean {
    return this.series.some((one) => one.source === source && one.coin === coin);
  }
}
