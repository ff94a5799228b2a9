import type { FlowState } from '../../analytics/index.ts';
import type { AssetRef, Clock } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { NumberedPulse, Pulses } from '../../feed/pulses/pulses.ts';
import { startFlow, stepFlow } from './flow-frames.ts';
import { formatEvent, formatResync } from './frames.ts';
import type { StreamHub } from './stream-hub.ts';
import type { StreamReader } from './stream-reader.ts';
import { type Member, Subscribers } from './subscribers.ts';
import type { Topic } from './topics.ts';

export interface FlowTopicOptions {
  readonly ref: AssetRef;
  readonly feed: Feed;
  readonly pulses: Pulses;
  readonly hub: StreamHub;
  readonly clock: Clock;
}

interface FlowMember extends Member {
  readonly reader: StreamReader;
  state: FlowState;
}

/**
 * Order flow of one asset, one event per pulse. The running sum starts when a reader connects, so readers receive
 * different frames.
 *
 * A new reader starts at the newest price, so that its first pulse already has a side. A resuming reader receives the
 * pulses it missed, and its sum starts again at 0.
 */
export class FlowTopic implements Topic {
  readonly #options: FlowTopicOptions;
  readonly #subscribers: Subscribers<FlowMember, NumberedPulse>;
  #unsubscribe: (() => void) | null = null;

  constructor(options: FlowTopicOptions) {
    this.#options = options;
    this.#subscribers = new Subscribers(options.hub.slices, (member, pulse) => this.#notify(member, pulse));
  }

  get isEmpty(): boolean {
    return this.#subscribers.size === 0;
  }

  /** Adds a reader. @returns A function that removes it. */
  join(reader: StreamReader, lastEventId: string | null): () => void {
    const { ref, feed, pulses, hub } = this.#options;
    this.#unsubscribe ??= pulses.subscribe(
      ref,
      (numbered) => this.#subscribers.publish(numbered),
      () => this.#subscribers.size,
    );
    const missed = lastEventId === null ? null : pulses.since(ref.asset, lastEventId);
    const known = missed === null ? pulses.newest(ref.asset) : pulses.at(ref.asset, lastEventId ?? '');
    const member: FlowMember = {
      reader,
      joinedAfter: this.#subscribers.position,
      state: startFlow(known?.price ?? null, feed.find(ref.asset)?.volumeCounter ?? null),
    };
    if (missed !== null) {
      for (const numbered of missed) this.#notify(member, numbered);
    } else if (lastEventId !== null) {
      // The resync has the new position as its id, so that a reader which is cut off before its first event can resume
      // from there.
      hub.write(reader, formatResync(lastEventId, pulses.position(ref.asset)));
    }
    this.#subscribers.join(member);
    return () => this.#leave(member);
  }

  close(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }

  #leave(member: FlowMember): void {
    this.#subscribers.leave(member);
    if (this.isEmpty) this.close();
  }

  #notify(member: FlowMember, { id, pulse, volume }: NumberedPulse): void {
    const { state, frame } = stepFlow(member.state, { pulse, volume });
    member.state = state;
    if (frame === null) return;
    const data = { ...frame, sentAt: this.#options.clock() };
    this.#options.hub.write(member.reader, formatEvent({ id, data }));
  }
}
