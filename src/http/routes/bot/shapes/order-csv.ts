import { formatIsoTime } from '../../../../domain/index.ts';
import { formatCsvRow } from '../../../responses/csv.ts';
import type { toOrderBody } from '../../../shapes/order-body.ts';

type OrderBody = ReturnType<typeof toOrderBody>;

/** Columns of the CSV of orders, each with the member of an order that it contains. */
const CELLS = {
  t: ({ t }) => t,
  time: ({ t }) => formatIsoTime(t),
  orderId: ({ orderId }) => orderId,
  clientOrderId: ({ clientOrderId }) => clientOrderId,
  venue: ({ venue }) => venue,
  asset: ({ asset }) => asset,
  venueAsset: ({ venueAsset }) => venueAsset,
  side: ({ side }) => side,
  leg: ({ leg }) => leg,
  close: ({ close }) => String(close),
  sizeUsd: ({ sizeUsd }) => sizeUsd,
  sizeShares: ({ sizeShares }) => sizeShares,
  markPrice: ({ markPrice }) => markPrice,
  limitPrice: ({ limitPrice }) => limitPrice,
  state: ({ state }) => state,
  reason: ({ reason }) => reason,
  filledSize: ({ filledSize }) => filledSize,
  avgPrice: ({ avgPrice }) => avgPrice,
  costUsd: ({ costUsd }) => costUsd,
  proceedsUsd: ({ proceedsUsd }) => proceedsUsd,
  venueFeeUsd: ({ fills }) => sumFees(fills),
  feeState: ({ feeState }) => feeState,
  accessFeeMicroUsd: ({ feeAccessMicroUsd }) => feeAccessMicroUsd,
  exitRule: ({ exit }) => exit?.rule ?? null,
  paperSize: ({ paper }) => paper?.filledSize ?? null,
  paperPrice: ({ paper }) => paper?.avgPrice ?? null,
  paperDifferenceUsd: ({ paper }) => paper?.differenceUsd ?? null,
  execMode: ({ execMode }) => execMode,
  source: ({ source }) => source,
  venueOrderId: ({ venueOrderId }) => venueOrderId,
  message: ({ message }) => message,
} satisfies Readonly<Record<string, (order: OrderBody) => string | number | null>>;

export const ORDER_COLUMNS = Object.keys(CELLS);

/** Formats one order as a row of the CSV. */
export function formatOrderRow(order: OrderBody): string {
  return formatCsvRow(Object.values(CELLS).map((read) => read(order)));
}

/** Sums the fees of an order; null: one of them is not known, so the sum is not either. */
function sumFees(fills: OrderBody['fills']): number | null {
  if (fills.some(({ venueFeeUsd }) => venueFeeUsd === null)) return null;
  const micro = fills.reduce((sum, { venueFeeUsd }) => sum + Math.round((venueFeeUsd ?? 0) * 1e6), 0);
  return micro / 1e6;
}
