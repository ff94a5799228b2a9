import { MINUTE_MS, SECOND_MS } from '../../domain/index.ts';
import type { TapeMessage, TapeReply } from './messages.ts';

/** The thread that writes the tape. */
export interface TapeThread {
  post(message: TapeMessage, transfer: readonly ArrayBufferLike[]): void;
  /** Ends the thread without waiting for it. */
  terminate(): Promise<void>;
}

/** Starts a thread, which reports its work and finally its end with the reason. */
export type StartThread = (events: {
  readonly onReply: (reply: TapeReply) => void;
  readonly onEnd: (reason: string) => void;
}) => TapeThread;

export interface RunningThreadOptions {
  readonly startThread: StartThread;
  readonly onReply: (reply: TapeReply) => void;
  /** Called before a thread starts, which knows nothing of the one before. */
  readonly onBegin: () => void;
  readonly onDeath: (reason: string) => void;
  /** Called when another thread has started after a death. */
  readonly onReplaced: () => void;
}

/** Delay before a thread that died is started again. It doubles while threads die before their first commit. */
const RESTART_AFTER_MS = SECOND_MS;
const MAX_RESTART_AFTER_MS = MINUTE_MS;

/** Keeps the thread of the tape running: when it dies, another one is started. */
export class RunningThread {
  readonly #options: RunningThreadOptions;
  #thread: TapeThread | null = null;
  #restart: NodeJS.Timeout | null = null;
  #restartAfterMs = RESTART_AFTER_MS;
  #stopped: PromiseWithResolvers<void> | null = null;

  constructor(options: RunningThreadOptions) {
    this.#options = options;
  }

  get isUp(): boolean {
    return this.#thread !== null;
  }

  begin(): void {
    const { startThread, onBegin, onReply } = this.#options;
    onBegin();
    let thread: TapeThread | null = null;
    thread = startThread({
      onReply: (reply) => {
        if (reply.kind === 'stopped') this.#stopped?.resolve();
        else onReply(reply);
      },
      onEnd: (reason) => {
        if (this.#thread === thread) this.#noteDeath(reason);
      },
    });
    this.#thread = thread;
  }

  /** Sends a message to the thread. Without a thread the message is lost. */
  post(message: TapeMessage, transfer: readonly ArrayBufferLike[] = []): void {
    this.#thread?.post(message, transfer);
  }

  /** Notes a successful commit, so that the next death counts as the first one. */
  noteCommit(): void {
    this.#restartAfterMs = RESTART_AFTER_MS;
  }

  /** Prevents a restart after the next death. */
  stopRestarting(): void {
    if (this.#restart !== null) clearTimeout(this.#restart);
  }

  /** Resolves when all messages are on the disk and the file is closed. */
  async stop(atMs: number): Promise<void> {
    const thread = this.#thread;
    if (thread === null) return;
    this.#stopped = Promise.withResolvers<void>();
    thread.post({ kind: 'stop', atMs }, []);
    await this.#stopped.promise;
    this.#thread = null;
    await thread.terminate();
  }

  #noteDeath(reason: string): void {
    this.#thread = null;
    if (this.#stopped !== null) {
      this.#stopped.resolve();
      return;
    }
    this.#options.onDeath(reason);
    this.#restart = setTimeout(() => {
      this.begin();
      this.#options.onReplaced();
    }, this.#restartAfterMs).unref();
    this.#restartAfterMs = Math.min(2 * this.#restartAfterMs, MAX_RESTART_AFTER_MS);
  }
}
