/** One row for each process of an installation, which it writes itself, for health answers that cover all of them. */
export const ROLE_STATUS = `
  CREATE TABLE role_status (
        id text COLLATE "C" PRIMARY KEY,
        role text COLLATE "C" NOT NULL,
        version text COLLATE "C" NOT NULL,
        status text NOT NULL,
        seen_at timestamptz NOT NULL
      );
`;
