import type { ApiServer } from '../routing/registration.ts';

const GRACE_MS = 5_000;
/** Interval at which a stopping server looks for connections whose last response was sent, and closes them. */
const IDLE_CHECK_MS = 20;

/**
 * Stops a server. New requests are rejected immediately. Requests in progress may end within the grace time; then their
 * connections are cut. Resolves when the server and the resources of its routes are closed.
 */
export async function closeGracefully(app: ApiServer, graceMs: number = GRACE_MS): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}
