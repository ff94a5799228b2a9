/** Functions for signing orders: typed data, wallet keys and addresses. They are independent of venues. */
export * from './address.ts';
export * from './eip712.ts';
export * from './wallet.ts';
