import { type Static, type TSchema, Type } from 'typebox';
import { UpstreamError } from '../domain/index.ts';
import type { Intake } from './intake.ts';
import type { WireSchema } from './wire-schema.ts';

/** A list within a message whose rows are not looked at with it: {@link readEach} reads them one by one. */
export const unreadRows = <Row extends TSchema>(_row: Row) =>
  Type.Unsafe<Static<Row>[]>(Type.Array(Type.Unknown()));

/**
 * Reads the rows of a message one by one: an odd one costs that row and is counted, such as one level of a book.
 *
 * @param name Names the asset in evidence.
 * @throws {UpstreamError} `malformed` when there are rows and none of them fits: the message has another form now.
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
