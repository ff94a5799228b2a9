import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Pulse } from '../pulses/pulse.ts';

/** Version of the frame format in `docs/formats/shared.md`. Readers skip frames of other versions. */
const FRAME_VERSION = 1;
/** Maximum size of an unpacked frame: {@link MAX_FRAME_PULSES} with the longest asset ids. */
const MAX_FRAME_BYTES = 2 * 1024 * 1024;
/** Maximum number of pulses per frame. Others wait for the next frame, so that no frame blocks the event loop. */
export const MAX_FRAME_PULSES = 2_000;

/** Sources of pulses. A frame contains the index in this list. */
const PULSE_SOURCES = ['poll', 'stream', 'book'] as const;
export type PulseSource = (typeof PULSE_SOURCES)[number];

/** Pulse of one asset in a frame. */
export interface PublishedPulse {
  readonly pulse: Omit<Pulse, 'kind'>;
  /** Volume since the previous pulse; null when not known. */
  readonly volume: number | null;
  readonly source: PulseSource;
  /** Whether a stream carries the asset and states the touch that polls lack. */
  readonly isStreamed: boolean;
}

/** Identity of a frame. The frames of one start of a feed are numbered without gaps. */
export interface FrameMark {
  /** Fence of the lease under which the feed published. Readers ignore lower fences than they have seen. */
  readonly fence: number;
  /** Random id of one start of a feed. */
  readonly run: string;
  /** Number of the frame, from 0. */
  readonly seq: number;
}

/** Numbers of one pulse in a frame, in this order. */
const NUMBERS = [
  'price',
  'bid',
  'ask',
  'change24hPct',
  'venueTime',
  'receivedAt',
  'volume',
  'source',
  'isStreamed',
] as const;
const WIDTH = NUMBERS.length;
const RECEIVED_AT = 5;
const VOLUME = 6;
const SOURCE = 7;
const IS_STREAMED = 8;

/** A decoded frame in compact form, because a process keeps five minutes of all assets. */
export interface PulseFrame extends FrameMark {
  /** Asset of each pulse. */
  readonly assets: readonly string[];
  /** {@link WIDTH} numbers for each pulse. NaN stands for null. */
  readonly numbers: Float64Array;
}

/** Encodes a frame: zstd of `{version, fence, run, seq, pulses: [[asset, price, …], …]}`. */
export function encodeFrame({ fence, run, seq }: FrameMark, pulses: readonly PublishedPulse[]): Buffer {
  const rows = pulses.map(({ pulse, volume, source, isStreamed }) => [
    pulse.asset,
    pulse.price,
    pulse.bid,
    pulse.ask,
    pulse.change24hPct,
    pulse.venueTime,
    pulse.receivedAt,
    volume,
    PULSE_SOURCES.indexOf(source),
    isStreamed ? 1 : 0,
  ]);
  return zstdCompressSync(JSON.stringify({ version: FRAME_VERSION, fence, run, seq, pulses: rows }));
}

/** Decodes a frame. @returns null for anything that is not a frame of this version. */
export function decodeFrame(bytes: Buffer): PulseFrame | null {
  let value: unknown;
  try {
    value = JSON.parse(zstdDecompressSync(bytes, { maxOutputLength: MAX_FRAME_BYTES }).toString());
  } catch {
    // Bytes from the network are no frame when they are no zstd, too long, or no JSON.
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { version, fence, run, seq, pulses } = value as Readonly<Record<string, unknown>>;
  if (version !== FRAME_VERSION || !isCount(fence) || typeof run !== 'string' || !isCount(seq)) return null;
  if (!Array.isArray(pulses) || pulses.length > MAX_FRAME_PULSES) return null;

  const assets: string[] = [];
  const numbers = new Float64Array(pulses.length * WIDTH);
  for (let index = 0; index < pulses.length; index++) {
    const row: unknown = pulses[index];
    if (!Array.isArray(row) || row.length < WIDTH + 1 || typeof row[0] !== 'string') return null;
    assets.push(row[0]);
    for (let i = 0; i < WIDTH; i++) {
      const number: unknown = row[i + 1];
      if (number !== null && typeof number !== 'number') return null;
      numbers[index * WIDTH + i] = number ?? Number.NaN;
    }
    if (Number.isNaN(numbers[index * WIDTH + RECEIVED_AT]!)) return null;
  }
  return { fence, run, seq, assets, numbers };
}

/** Reads one pulse from the numbers of a frame. */
export function readPulse(
  numbers: Float64Array,
  index: number,
  { asset, kind }: Pick<Pulse, 'asset' | 'kind'>,
): Pulse {
  const at = (i: number) => orNull(numbers[index * WIDTH + i]!);
  return {
    asset,
    kind,
    price: at(0),
    bid: at(1),
    ask: at(2),
    change24hPct: at(3),
    venueTime: at(4) as Pulse['venueTime'],
    receivedAt: at(RECEIVED_AT) as Pulse['receivedAt'],
  };
}

/** Reads the volume of one pulse from a frame's numbers; null: not stated. */
export function readVolume(numbers: Float64Array, index: number): number | null {
  return orNull(numbers[index * WIDTH + VOLUME]!);
}

/** Reads the source of one pulse from a frame's numbers. */
export function readSource(numbers: Float64Array, index: number): PulseSource {
  return PULSE_SOURCES[numbers[index * WIDTH + SOURCE]!] ?? 'poll';
}

/** Whether a pulse of a frame came from the venue's stream. */
export function isStreamedAt(numbers: Float64Array, index: number): boolean {
  return numbers[index * WIDTH + IS_STREAMED] === 1;
}

function orNull(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
