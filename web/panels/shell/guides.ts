/** Guides of this service that explain the terms and figures of the pages: page of `docs/`, and what it is about. */
export const GUIDES = [
  ['quickstart', 'first steps'],
  ['glossary', 'terms'],
  ['concepts', 'what is recorded'],
  ['analytics', 'statistics and risk'],
  ['arbitrage', 'disagreement and fees'],
  ['links', 'linked markets'],
  ['accounts', 'keys and tiers'],
  ['bot', 'bots'],
  ['api', 'the API'],
] as const;
