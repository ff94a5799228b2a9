import { type Clock, DAY_MS, type EpochMs, MINUTE_MS, type RelayId } from '../domain/index.ts';
import { ReconnectingSocket } from '../upstream/socket.ts';
import type { RelayState, RelayStatus } from './relay.ts';

export interface RelayConnectionOptions {
  readonly id: RelayId;
  readonly url: string;
  readonly headers?: () => Readonly<Record<string, string>>;
  readonly ping?: { readonly text: string; readonly everyMs: number };
  readonly onOpen: () => void;
  readonly onMessage: (text: string, receivedAt: EpochMs) => void;
  readonly onClose?: () => void;
  /** Close codes, and pattern of connection errors, with which the venue refuses the credentials. */
  readonly refusal?: { readonly codes: readonly number[]; readonly words: RegExp };
  /** Name of the setting with the credentials, for messages. */
  readonly credentials?: string;
  /** Whether the relay may have been shut down. It is then tried only every ten minutes. */
  readonly mayBeGone?: boolean;
  readonly clock: Clock;
  readonly random: () => number;
  readonly now: () => number;
  readonly onWarning: (message: string) => void;
}

/** Number of consecutive connections without a value after which a relay counts as gone. */
const GONE_AFTER = 3;
const TRIED_AGAIN_MS = 10 * MINUTE_MS;
const SILENCE_MS = 30_000;
const MAX_PAYLOAD_BYTES = 1024 * 1024;

/**
 * Socket of a relay, with its state: whether values arrive, whether the credentials were refused, and whether the relay
 * is gone.
 */
export class RelayConnection {
  readonly #options: RelayConnectionOptions;
  readonly #socket: ReconnectingSocket;
  #state: Exclude<RelayState, 'off'> = 'connecting';
  #why: string | null = null;
  #lastError: string | null = null;
  #lastValueAt: EpochMs | null = null;
  /** Whether the current connection has brought a value. */
  #isHeard = false;
  #failures = 0;
  #tryAt = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(options: RelayConnectionOptions) {
    this.#options = options;
    this.#socket = new ReconnectingSocket({
      url: options.url,
      ...(options.headers === undefined ? {} : { headers: options.headers }),
      ...(options.ping === undefined ? {} : { ping: options.ping }),
      onOpen: () => {
        this.#lastError = null;
        options.onOpen();
      },
      onMessage: options.onMessage,
      onClose: (code) => this.#noteClosed(code),
      onError: ({ message }) => {
        this.#lastError = message;
        if (options.refusal?.words.test(message)) this.noteRefusal(message);
      },
      silenceMs: SILENCE_MS,
      maxPayloadBytes: MAX_PAYLOAD_BYTES,
      clock: options.clock,
      random: options.random,
      now: options.now,
    });
  }

  start(): void {
    if (this.#state !== 'refused') this.#socket.start();
  }

  stop(): void {
    this.#socket.stop();
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  /** Opens the connection again, immediately or with the delay of a lost connection. */
  renew(when: 'now' | 'later' = 'now'): void {
    if (when === 'now') this.#socket.restart();
    else this.#socket.renewLater();
  }

  noteValue(at: EpochMs): void {
    this.#isHeard = true;
    this.#failures = 0;
    this.#state = 'on';
    this.#why = null;
    this.#lastValueAt = at;
  }

  /** Notes that the venue refused the credentials. No connection is tried before the next start of the service. */
  noteRefusal(reason: string): void {
    if (this.#state === 'refused') return;
    const { id, credentials = '', onWarning } = this.#options;
    this.#state = 'refused';
    this.#why = `the credentials were refused: ${reason}`;
    this.#socket.stop();
    onWarning(`${id} is off until the next start: its venue refused ${credentials} (${reason})`);
  }

  check(): void {
    if (this.#state !== 'gone' || this.#options.now() < this.#tryAt) return;
    // One more connection without a value is enough for the state `gone`.
    this.#failures = GONE_AFTER - 1;
    this.#state = 'connecting';
    this.#socket.start();
  }

  status(): RelayStatus {
    return {
      relay: this.#options.id,
      state: this.#state,
      why: this.#why,
      connected: this.#socket.connected,
      lastValueAt: this.#lastValueAt,
    };
  }

  #noteClosed(code: number | null): void {
    const { refusal, onClose, mayBeGone = false } = this.#options;
    onClose?.();
    if (this.#state === 'refused') return;
    if (code !== null && refusal?.codes.includes(code)) {
      this.noteRefusal(`close code ${code}`);
      return;
    }
    this.#failures = this.#isHeard ? 0 : this.#failures + 1;
    this.#isHeard = false;
    this.#state = 'connecting';
    this.#why = this.#lastError ?? (code === null ? 'no value came for 30 s' : `close code ${code}`);
    if (mayBeGone && this.#failures >= GONE_AFTER) this.#giveUp();
  }

  #giveUp(): void {
    const { id, now, onWarning } = this.#options;
    this.#state = 'gone';
    this.#socket.stop();
    this.#tryAt = now() + TRIED_AGAIN_MS;
    if (now() - this.#warnedAt < DAY_MS) return;
    this.#warnedAt = now();
    onWarning(
      `${id} is gone: three connections in a row brought no value (${this.#why}). It is tried again each ten minutes; nothing else suffers`,
    );
  }
}
