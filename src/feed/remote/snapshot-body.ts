import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { epochMs, isVenueId, type MarketState, type VenueId } from '../../domain/index.ts';
import { Slices } from '../../scheduling/slices.ts';
import type { VenueSnapshot } from '../feed.ts';
import { parseBeyondLimit, parseMarketLine } from '../snapshot.ts';
import type { StoredPoll } from '../snapshot-store.ts';

/** Version of the snapshot format in `docs/formats/shared.md`. Readers ignore and report later versions. */
export const SNAPSHOT_VERSION = 1;
/** Maximum size of a body: 100,000 markets with long rules. */
const MAX_BODY_BYTES = 512 * 1024 * 1024;
const NEWLINE = 0x0a;

/** A poll result in its published form. */
export type PublishedPoll = StoredPoll & Pick<VenueSnapshot, 'restored'>;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Error of a snapshot body from a release that this process does not know. */
export class SnapshotVersionError extends Error {
  override readonly name = 'SnapshotVersionError';

  constructor(version: unknown) {
    super(
      `the feed writes snapshots of version ${String(version)}, and this process reads ${SNAPSHOT_VERSION}`,
    );
  }
}

/**
 * Encodes the newest poll result of a venue as zstd of JSON lines: a header, then one market per line. Works in slices,
 * so that no step blocks the event loop. Packing runs in a thread of the runtime.
 */
export async function encodeSnapshot(snapshot: PublishedPoll): Promise<Buffer> {
  const { venue, fetchedAt, emptyBooks, restored, markets } = snapshot;
  const beyondLimit = [...(snapshot.beyondLimit ?? [])];
  const slices = new Slices();
  const count = markets.length;
  const header = { version: SNAPSHOT_VERSION, venue, fetchedAt, emptyBooks, restored, beyondLimit, count };
  const chunks: Buffer[] = [Buffer.from(`${JSON.stringify(header)}\n`)];
  let lines = '';
  for (const market of markets) {
    lines += `${JSON.stringify(market)}\n`;
    if (!slices.isDue()) continue;
    chunks.push(Buffer.from(lines));
    lines = '';
    await slices.pause();
  }
  chunks.push(Buffer.from(lines));
  return compress(Buffer.concat(chunks));
}

/**
 * Decodes the form of `encodeSnapshot`.
 *
 * @throws {SnapshotVersionError} for a version that this process does not know.
 * @throws {Error} for anything else that is not a complete snapshot.
 */
export async function decodeSnapshot(body: Buffer): Promise<PublishedPoll> {
  const bytes = await decompress(body, { maxOutputLength: MAX_BODY_BYTES });
  const slices = new Slices();
  const headerEnd = bytes.indexOf(NEWLINE);
  const header = JSON.parse(bytes.toString('utf8', 0, headerEnd));
  if (header.version !== SNAPSHOT_VERSION) throw new SnapshotVersionError(header.version);
  const { venue, fetchedAt, emptyBooks, restored, count } = header;
  if (!isVenueId(venue) || !Number.isSafeInteger(count)) throw new Error('the snapshot has no header');

  const markets: MarketState[] = [];
  for (let from = headerEnd + 1; from < bytes.length; ) {
    const to = bytes.indexOf(NEWLINE, from);
    if (to < 0) break;
    markets.push(readMarket(bytes.toString('utf8', from, to), venue));
    from = to + 1;
    if (slices.isDue()) await slices.pause();
  }
  if (markets.length !== count) throw new Error(`the snapshot has ${markets.length} of ${count} markets`);
  const poll = { venue, fetchedAt: epochMs(fetchedAt), emptyBooks: Number(emptyBooks), markets };
  return { ...poll, beyondLimit: parseBeyondLimit(header.beyondLimit), restored: restored === true };
}

/** Reads the line of one market. A line that does not name a market of the venue makes the snapshot invalid. */
function readMarket(line: string, venue: VenueId): MarketState {
  const market = parseMarketLine(line);
  const isMarket =
    market?.ref?.venue === venue && typeof market.ref.asset === 'string' && market.ticker !== undefined;
  if (!isMarket) throw new Error(`a line of the snapshot is not a market of ${venue}`);
  return market;
}
