import type { FillTape, TapePart } from '../../bot/tape/fill-tape.ts';
import { formatEventBytes, formatResync } from './frames.ts';
import type { StreamHub } from './stream-hub.ts';
import type { StreamReader } from './stream-reader.ts';
import { type Member, Subscribers } from './subscribers.ts';

interface TapeMember extends Member {
  readonly reader: StreamReader;
  /** Sequence number of the tape up to which the reader has received fills. */
  readonly knows: number;
}

interface Frame {
  readonly part: TapePart;
  readonly bytes: Buffer;
}

/**
 * Fills of all bots. Each part of the tape is formatted once, and all readers receive the same bytes.
 *
 * A new reader receives a snapshot of the newest fills. A resuming reader receives the missed fills instead, or
 * `resync` and the snapshot.
 */
export class TapeTopic {
  readonly #tape: FillTape;
  readonly #hub: StreamHub;
  readonly #subscribers: Subscribers<TapeMember, Frame>;
  #leaveTape: (() => void) | null = null;

  constructor(tape: FillTape, hub: StreamHub) {
    this.#tape = tape;
    this.#hub = hub;
    this.#subscribers = new Subscribers(hub.slices, (member, frame) => this.#notify(member, frame));
  }

  /** Adds a reader. @returns A function that removes it. */
  async join(reader: StreamReader, lastEventId: string | null): Promise<() => void> {
    const missed = lastEventId === null ? null : await this.#tape.findSince(lastEventId);
    const first = missed ?? (await this.#sendNewest(reader, lastEventId));
    if (missed !== null && missed.fills.length > 0) this.#hub.write(reader, this.#toBytes('fills', missed));
    // A part that is being sent to other readers may have been committed after this snapshot, so its sequence number
    // decides whether this reader needs it.
    const member = { reader, joinedAfter: 0, knows: first.seq };
    this.#subscribers.join(member);
    this.#leaveTape ??= this.#tape.listen(
      (part) => this.#subscribers.publish({ part, bytes: this.#toBytes('fills', part) }),
      first.seq,
    );
    return () => this.#leave(member);
  }

  /** Sends the newest fills, after `resync` for a reader that cannot resume. */
  async #sendNewest(reader: StreamReader, lastEventId: string | null): Promise<TapePart> {
    const { truncated, ...newest } = await this.#tape.readNewest();
    if (lastEventId !== null) this.#hub.write(reader, formatResync(lastEventId));
    this.#hub.write(reader, this.#toBytes('snapshot', newest, { truncated }));
    return newest;
  }

  close(): void {
    this.#leaveTape?.();
    this.#leaveTape = null;
  }

  #leave(member: TapeMember): void {
    this.#subscribers.leave(member);
    if (this.#subscribers.size === 0) this.close();
  }

  /**
   * Sends a part to a reader. A reader that joined while the part was being sent already has its beginning, which is
   * left out.
   */
  #notify({ reader, knows }: TapeMember, { part, bytes }: Frame): void {
    if (part.seq <= knows) return;
    if (part.afterSeq >= knows) {
      this.#hub.write(reader, bytes);
      return;
    }
    const fills = part.fills.filter(({ seq }) => seq > knows);
    this.#hub.write(reader, this.#toBytes('fills', { ...part, afterSeq: knows, fills }));
  }

  #toBytes(type: 'snapshot' | 'fills', { seq, fills }: TapePart, more: { truncated?: boolean } = {}): Buffer {
    const shown = fills.map(({ seq: _seq, ...fill }) => fill);
    return formatEventBytes({ id: this.#tape.toId(seq), data: { type, fills: shown, ...more } });
  }
}
