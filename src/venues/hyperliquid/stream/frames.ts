import type { Static, TSchema } from 'typebox';
import { type EpochMs, findJson } from '../../../domain/index.ts';
import type { WireSchema } from '../../../upstream/client.ts';
import { type Intake, refuse } from '../../../upstream/intake.ts';
import { findNumber } from '../../numbers.ts';
import * as wire from '../wire.ts';

/** The contexts of every dex, each in the order of its universe; null where one could not be read. */
export type DexContexts = readonly (readonly [dex: string, contexts: readonly (wire.PerpContext | null)[]])[];

/** A new touch of one coin: its best bid and ask, null where that side is empty. */
export interface TouchFrame {
  readonly coin: string;
  /** The venue's clock, in ms. */
  readonly time: number;
  readonly bbo: readonly ({ readonly px: string } | null)[];
}

/** Receivers of the frames, by kind. */
export interface FrameHandlers {
  readonly onContexts: (all: DexContexts, receivedAt: EpochMs) => void;
  readonly onTouch: (frame: TouchFrame, receivedAt: EpochMs) => void;
  readonly onTrades: (trades: readonly wire.WireTrade[], receivedAt: EpochMs) => void;
  /** Reports that the venue accepted the subscription of a coin to a channel. */
  readonly onTaken: (channel: string, coin: string, receivedAt: EpochMs) => void;
  /** Receives the USD volume of 24 hours. */
  readonly onVolume: (coin: string, volumeUsd: number) => void;
  readonly onMetaUpdates: (updates: readonly wire.OutcomeMetaUpdate[]) => void;
  /** Counts frames that a schema refused. */
  readonly intake: Intake;
}

const MAX_WORDS = 200;

/** Reads the frames of both connections, validates each and passes it to the handler of its kind. */
export class FrameReader {
  readonly #handlers: FrameHandlers;

  constructor(handlers: FrameHandlers) {
    this.#handlers = handlers;
  }

  /** Reads one frame. Members of another shape are reported and left out. */
  read(text: string, receivedAt: EpochMs): void {
    // The greeting of a new connection is plain text.
    if (!text.trimStart().startsWith('{')) return;
    const message = findJson(text);
    if (message === undefined) {
      this.#handlers.intake.count(
        refuse(wire.streamFrame.name, 'not JSON', { endpoint: 'ws', value: text.slice(0, 80) }),
      );
      return;
    }
    if (!this.#fits(wire.streamFrame, message)) return;
    switch (message.channel) {
      case 'allDexsAssetCtxs':
        if (this.#fits(wire.allDexsAssetCtxs, message.data))
          this.#handlers.onContexts(this.#readDexes(message.data.ctxs), receivedAt);
        break;
      case 'bbo':
        if (this.#fits(wire.bbo, message.data)) this.#handlers.onTouch(message.data, receivedAt);
        break;
      case 'trades':
        if (this.#fits(wire.streamTrades, message.data))
          this.#handlers.onTrades(this.#handlers.intake.readRows(message.data, wire.streamTrade), receivedAt);
        break;
      case 'subscriptionResponse':
        if (this.#fits(wire.subscriptionResponse, message.data)) {
          const { method, subscription } = message.data;
          if (method === 'subscribe' && subscription.coin !== undefined)
            this.#handlers.onTaken(subscription.type, subscription.coin, receivedAt);
        }
        break;
      // A frame about an outcome side has the form of a spot coin, and may come on either channel.
      case 'activeSpotAssetCtx':
      case 'activeAssetCtx':
        if (this.#fits(wire.activeSpotAssetCtx, message.data)) {
          const volume = findNumber(message.data.ctx.dayNtlVlm);
          if (volume !== null) this.#handlers.onVolume(message.data.coin, volume);
        }
        break;
      case 'error':
        this.#readError(message.data);
        break;
      case 'outcomeMetaUpdates':
        if (this.#fits(wire.outcomeMetaUpdates, message.data)) {
          const rows = Array.isArray(message.data) ? message.data : message.data.updates;
          this.#handlers.onMetaUpdates(this.#handlers.intake.readRows(rows, wire.metaUpdate));
        }
        break;
    }
  }

  /** Reads an error, by which the venue rejects a subscription. Errors about repeated subscriptions are ignored. */
  #readError(data: unknown): void {
    const words = typeof data === 'string' ? data : '';
    if (/^already (un)?subscribed/i.test(words)) return;
    const reason = words === '' ? 'an error without words' : words.slice(0, MAX_WORDS);
    this.#handlers.intake.count(
      refuse(wire.streamFrame.name, reason, {
        endpoint: wire.streamFrame.endpoint,
        member: '/data',
        value: data,
      }),
    );
  }

  /**
   * Reads the contexts of each dex by itself: third parties deploy dexes, so a malformed one must not affect the
   * others.
   */
  #readDexes(rows: readonly unknown[]): DexContexts {
    const { intake } = this.#handlers;
    return intake
      .readRows(rows, wire.dexContexts)
      .map(([dex, contexts]) => [
        dex,
        intake.readRowsInPlace(contexts, wire.streamedContext, (_, index) => `${dex} ${index}`),
      ]);
  }

  #fits<Schema extends TSchema>(schema: WireSchema<Schema>, value: unknown): value is Static<Schema> {
    return this.#handlers.intake.accepts(schema, value);
  }
}
