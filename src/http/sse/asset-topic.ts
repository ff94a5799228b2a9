import type { AssetRef, Clock } from '../../domain/index.ts';
import type { NumberedPulse, Pulses } from '../../feed/pulses/pulses.ts';
import { formatEventBytes, formatResync } from './frames.ts';
import { toPriceFrame } from './price-frame.ts';
import type { StreamHub } from './stream-hub.ts';
import type { StreamReader } from './stream-reader.ts';
import { type Member, Subscribers } from './subscribers.ts';
import type { Topic } from './topics.ts';

export interface AssetTopicOptions {
  readonly ref: AssetRef;
  readonly pulses: Pulses;
  readonly hub: StreamHub;
  readonly clock: Clock;
}

interface AssetMember extends Member {
  readonly reader: StreamReader;
}

/**
 * Price stream of one asset. Each pulse is formatted once, and all readers receive the same bytes.
 *
 * A new reader receives the newest state at once. A resuming reader receives the pulses it missed instead, or `resync`
 * and the newest state.
 */
export class AssetTopic implements Topic {
  readonly #options: AssetTopicOptions;
  readonly #subscribers: Subscribers<AssetMember, Buffer>;
  #unsubscribe: (() => void) | null = null;

  constructor(options: AssetTopicOptions) {
    this.#options = options;
    this.#subscribers = new Subscribers(options.hub.slices, ({ reader }, bytes) =>
      options.hub.write(reader, bytes),
    );
  }

  get isEmpty(): boolean {
    return this.#subscribers.size === 0;
  }

  /** Adds a reader. @returns A function that removes it. */
  join(reader: StreamReader, lastEventId: string | null): () => void {
    const { ref, pulses, hub } = this.#options;
    this.#unsubscribe ??= pulses.subscribe(
      ref,
      (pulse) => this.#subscribers.publish(this.#toBytes(pulse)),
      () => this.#subscribers.size,
    );
    const missed = lastEventId === null ? null : pulses.since(ref.asset, lastEventId);
    if (missed !== null) {
      for (const pulse of missed) hub.write(reader, this.#toBytes(pulse));
    } else {
      if (lastEventId !== null) hub.write(reader, formatResync(lastEventId));
      const newest = pulses.newest(ref.asset);
      const id = pulses.position(ref.asset);
      if (newest !== null) hub.write(reader, this.#toBytes({ id: id ?? '', pulse: newest }));
    }
    const member = { reader, joinedAfter: this.#subscribers.position };
    this.#subscribers.join(member);
    return () => this.#leave(member);
  }

  close(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }

  #leave(member: AssetMember): void {
    this.#subscribers.leave(member);
    if (this.isEmpty) this.close();
  }

  #toBytes({ id, pulse }: Pick<NumberedPulse, 'id' | 'pulse'>): Buffer {
    return formatEventBytes({ id, data: { ...toPriceFrame(pulse), sentAt: this.#options.clock() } });
  }
}
