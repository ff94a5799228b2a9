import { execFileSync } from 'node:child_process';
import { zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { ROW_GROUP_ROWS } from '../src/history/formats/parquet/open-parquet-writer.ts';
import { ParquetTableWriter } from '../src/history/formats/parquet/parquet-writer.ts';
import { SOURCE_TEXTS } from '../src/history/formats/record-table.ts';
import { TABLE_COLUMNS } from '../src/history/tree/tables.ts';
import { randomNumbers } from './store/generated.ts';
import { median } from './store/table.ts';

/**
 * Observations of a tree written as Parquet: pages laid out by this project beside those of hyparquet-writer alone, given
 * typed arrays. Each round is a process of its own, in turns, so that other load hits both alike. Processor time is that
 * of the writer alone; memory is what the process takes at most beyond what it took with its rows ready.
 *
 *     bin/with-node24 bench/parquet.ts [rows] [rounds]
 */
const [first = '1000000', second = '5'] = process.argv.slice(2);
const WRITERS = ['own', 'package'] as const;
type WriterName = (typeof WRITERS)[number];

/** Rows of one asset, one after the other. */
const ROWS_OF_ASSET = 2_000;
const START = Date.UTC(2026, 10, 22);
const DAY_MS = 86_400_000;

interface Group {
  readonly length: number;
  readonly assets: string[];
  readonly ends: number[];
  readonly t: Float64Array;
  readonly p: Float64Array;
  readonly v: Float64Array;
  readonly s: Uint8Array;
}

interface Measured {
  readonly bytesARow: number;
  readonly usARow: number;
  readonly peakMb: number;
}

if (WRITERS.includes(second as WriterName)) {
  process.stdout.write(JSON.stringify(await measure(second as WriterName, Number(first))));
} else {
  const rounds = Array.from({ length: Number(second) }, () => WRITERS.map((name) => runApart(name)));
  console.log(
    '| Writer | B a row | µs of processor time a row | peak memory beyond the rows |\n|---|---:|---:|---:|',
  );
  WRITERS.forEach((name, i) => {
    const findMedian = (pick: (one: Measured) => number) => median(rounds.map((round) => pick(round[i]!)));
    console.log(
      `| ${name} | ${findMedian((one) => one.bytesARow).toFixed(2)} | ${findMedian((one) => one.usARow).toFixed(2)} | ${findMedian((one) => one.peakMb).toFixed(0)} MB |`,
    );
  });
  const ratio = median(rounds.map(([own, other]) => other!.usARow / own!.usARow));
  console.log(
    `\nThe package takes ${ratio.toFixed(1)} times the processor time, the median of ${rounds.length} rounds.`,
  );
}

function runApart(name: WriterName): Measured {
  const output = execFileSync(process.execPath, [import.meta.filename, first, name], { encoding: 'utf8' });
  return JSON.parse(output) as Measured;
}

async function measure(name: WriterName, rows: number): Promise<Measured> {
  const write = name === 'own' ? ownWriter() : packageWriter();
  const groups = [...makeGroups(rows)];
  const before = process.resourceUsage().maxRSS;
  let bytes = 0;
  const used = process.cpuUsage();
  for (const group of groups) bytes += (await write.rows(group)).length;
  bytes += (await write.end()).length;
  const { user, system } = process.cpuUsage(used);
  return {
    bytesARow: bytes / rows,
    usARow: (user + system) / rows,
    peakMb: (process.resourceUsage().maxRSS - before) / 1_024,
  };
}

function ownWriter() {
  const writer = new ParquetTableWriter(TABLE_COLUMNS.observations, 'zstd');
  return {
    rows: ({ length, assets, ends, t, p, v, s }: Group) =>
      writer.encodeRows({
        length,
        columns: [{ texts: assets, ends }, t, p, v, { codes: s, texts: SOURCE_TEXTS }],
      }),
    end: () => writer.end(),
  };
}

/** Creates the package's writer, with the same schema, row groups, compression, statistics and indexes. */
function packageWriter() {
  const bytes = new ByteWriter();
  const required = { repetition_type: 'REQUIRED' } as const;
  const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
  const file = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: 'root', num_children: 5 },
      { name: 'asset', ...required, ...text },
      { name: 't', ...required, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
      { name: 'p', ...required, type: 'DOUBLE' },
      { name: 'v', repetition_type: 'OPTIONAL', type: 'DOUBLE' },
      { name: 's', repetition_type: 'OPTIONAL', ...text },
    ],
    codec: 'ZSTD',
    compressors: { ZSTD: (data) => zstdCompressSync(data) },
    statisticsTruncateLength: Number.POSITIVE_INFINITY,
  });
  const drain = () => {
    const written = bytes.getBytes().slice();
    bytes.index = 0;
    return written;
  };
  return {
    rows: async ({ length, assets, ends, t, p, v, s }: Group) => {
      const names = new Array<string>(length);
      ends.forEach((end, run) => {
        names.fill(assets[run]!, ends[run - 1] ?? 0, end);
      });
      await file.write({
        columnData: [
          { name: 'asset', data: names, columnIndex: true },
          {
            name: 't',
            data: BigInt64Array.from(t, (ms) => BigInt(ms)),
            encoding: 'PLAIN',
            columnIndex: true,
          },
          { name: 'p', data: p },
          // A typed array holds no null.
          { name: 'v', data: Array.from(v, (value) => (Number.isNaN(value) ? null : value)) },
          { name: 's', data: Array.from(s, (code) => SOURCE_TEXTS[code] ?? null) },
        ],
        rowGroupSize: length,
        pageSize: 163_840,
      });
      return drain();
    },
    end: async () => {
      await file.finish();
      return drain();
    },
  };
}

/** Probabilities in cents, half of them with a volume, every five seconds or so. */
function* makeGroups(rows: number): Generator<Group> {
  const random = randomNumbers();
  let cents = 50;
  for (let from = 0; from < rows; from += ROW_GROUP_ROWS) {
    const length = Math.min(ROW_GROUP_ROWS, rows - from);
    const assets: string[] = [];
    const ends: number[] = [];
    const [t, p, v] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)];
    for (let i = 0; i < length; i++) {
      const row = (from + i) % ROWS_OF_ASSET;
      if (row === 0 || i === 0) {
        if (assets.length > 0) ends.push(i);
        assets.push(`kalshi-kxhighny-26nov22-b${Math.floor((from + i) / ROWS_OF_ASSET)}.5`);
        cents = 20 + Math.floor(random() * 60);
      }
      if (random() < 0.2) cents = Math.min(99, Math.max(1, cents + Math.round((random() - 0.5) * 4)));
      t[i] = START + Math.floor((row * DAY_MS) / ROWS_OF_ASSET) + Math.floor(random() * 200);
      p[i] = cents / 100;
      v[i] = random() < 0.5 ? Math.floor(random() * 500) : Number.NaN;
    }
    ends.push(length);
    yield { length, assets, ends, t, p, v, s: new Uint8Array(length).fill(1) };
  }
}
