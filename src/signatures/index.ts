/** The parts of order signatures: typed data, wallet keys and addresses. Knows no venue. */
export * from './address.ts';
export * from './eip712.ts';
export * from './wallet.ts';
