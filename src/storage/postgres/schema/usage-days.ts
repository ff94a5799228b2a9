/** Table of the requests of each bot by day, with an index by which the oldest day is found and deleted. */
export const USAGE_DAYS = `
  CREATE TABLE usage_day (
    bot_id text COLLATE "C" NOT NULL,
    day text COLLATE "C" NOT NULL,
    n bigint NOT NULL,
    PRIMARY KEY (bot_id, day)
  );
  CREATE INDEX usage_day_oldest ON usage_day (day);
`;
