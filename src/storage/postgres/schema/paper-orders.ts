/** Tables of the book levels that paper orders took, and of the results of live orders on paper. */
export const PAPER_ORDERS = `
  CREATE TABLE bot_paper_taken (
    bot_id text COLLATE "C" NOT NULL,
    mode text COLLATE "C" NOT NULL,
    venue text COLLATE "C" NOT NULL,
    store_key text COLLATE "C" NOT NULL,
    side text COLLATE "C" NOT NULL,
    price text COLLATE "C" NOT NULL,
    offered text COLLATE "C" NOT NULL,
    taken text COLLATE "C" NOT NULL,
    seen_at bigint NOT NULL,
    PRIMARY KEY (bot_id, mode, venue, store_key, side, price)
  );
  CREATE INDEX bot_paper_taken_market ON bot_paper_taken (venue, store_key);

  ALTER TABLE bot_order ADD COLUMN paper text COLLATE "C";
`;
