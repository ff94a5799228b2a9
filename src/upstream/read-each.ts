import { type Static, type TSchema, Type } from 'typebox';
import { UpstreamError } from '../domain/index.ts';
import type { Intake } from './intake.ts';
import type { WireSchema } from './wire-schema.ts';

/** Schema of a list whose rows are not validated with the message. {@link readEach} validates them one by one. */
export const unreadRows = <Row extends TSchema>(_row: Row) =>
  Type.Unsafe<Static<Row>[]>(Type.Array(Type.Unknown()));

/**
 * Reads the rows of a message one by one. An invalid row, such as one level of a book, is counted and left out.
 *
 * @param name Name of the asset in evidence.
 * @throws {UpstreamError} `malformed` when there are rows and all are invalid, which means that the format of the
 * message has changed.
 */
export function readEach<Row extends TSchema>(
  intake: Intake,
  rows: readonly unknown[],
  wire: WireSchema<Row>,
  name: string | null = null,
): Static<Row>[] {
  const read = intake.readRows(rows, wire, () => name);
  if (read.length === 0 && rows.length > 0) {
    throw new UpstreamError('malformed', `none of ${rows.length} rows is a ${wire.name}`);
  }
  return read;
}
