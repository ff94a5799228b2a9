/**
 * Table of the processes of an installation, with a row that each process writes itself, for health answers about all
 * of them.
 */
export const ROLE_STATUS = `
  CREATE TABLE role_status (
        id text COLLATE "C" PRIMARY KEY,
        role text COLLATE "C" NOT NULL,
        version text COLLATE "C" NOT NULL,
        status text NOT NULL,
        seen_at timestamptz NOT NULL
      );
`;
