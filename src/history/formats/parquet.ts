import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type Columns, decodeSource } from '../history-store.ts';

/**
 * Writes records as a Parquet file, one row group per call of `rows`, so that memory holds one group.
 *
 * Columns: `t` (timestamp in ms, UTC), `p` (double), `v` (double, null where not known), `s` (text, null
 * where not known).
 */
export class ParquetRecords {
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;

  constructor() {
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [
        { name: 'root', num_children: 4 },
        {
          name: 't',
          type: 'INT64',
          repetition_type: 'REQUIRED',
          converted_type: 'TIMESTAMP_MILLIS',
          logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
        },
        { name: 'p', type: 'DOUBLE', repetition_type: 'REQUIRED' },
        { name: 'v', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
        { name: 's', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL', converted_type: 'UTF8' },
      ],
    });
  }

  /** The bytes of the next row group. */
  async rows({ t, p, v, s, length }: Columns): Promise<Uint8Array> {
    await this.#writer.write({
      rowGroupSize: Math.max(1, length),
      columnData: [
        { name: 't', data: Array.from(t.subarray(0, length), (time) => new Date(time)) },
        { name: 'p', data: Array.from(p.subarray(0, length)) },
        { name: 'v', data: Array.from(v.subarray(0, length), (x) => (Number.isNaN(x) ? null : x)) },
        { name: 's', data: Array.from(s.subarray(0, length), decodeSource) },
      ],
    });
    return this.#drain();
  }

  /** The footer. Call once, at the end. */
  async end(): Promise<Uint8Array> {
    await this.#writer.finish();
    return this.#drain();
  }

  /** Takes the bytes out; the writer continues counting its offset in the file. */
  #drain(): Uint8Array {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return bytes;
  }
}
