/** Columns of the table in order: name, type, codec. */
export const COLUMNS = [
  // Number of the series: the first 8 bytes of a hash of venue and key.
  ['k', 'Int64', 'ZSTD(1)'],
  // Time of the record, epoch ms.
  ['t', 'Int64', 'Delta(8), ZSTD(1)'],
  // Order of arrival: number of the batch of the venue, then the position of the record among those of its series in
  // the batch.
  ['b', 'UInt64', 'DoubleDelta, ZSTD(1)'],
  ['i', 'UInt32', 'Delta(4), ZSTD(1)'],
  ['p', 'Float64', 'Delta(8), ZSTD(1)'],
  // Volume; NaN when absent.
  ['v', 'Float64', 'ZSTD(1)'],
  ['s', 'UInt8', 'ZSTD(1)'],
  ['f', 'UInt8', 'ZSTD(1)'],
] as const;
