/**
 * Table of leases: which process does work that only one may do. A fence grows with each change of the holder, so that
 * work begun under an earlier one can be rejected in the statement that would store it.
 */
export const LEASES = `
  CREATE TABLE lease (
        name text COLLATE "C" PRIMARY KEY,
        holder text COLLATE "C",
        fence bigint NOT NULL DEFAULT 0,
        until timestamptz NOT NULL DEFAULT '-infinity'
      );
`;
