/** Notes when the table of markets has its first rows, and when it has all of them, each once it is painted. */
export default function watch({ rows }) {
  const seen = { firstRows: null, allRows: null, rows: 0 };
  globalThis.tableWatch = seen;
  const look = () => {
    const grid = document.querySelector('ct-table [role="grid"]');
    const drawn = document.querySelectorAll('ct-table .row').length;
    const count = Number(grid?.getAttribute('aria-rowcount') ?? 1) - 1;
    // A callback of the next frame comes after this one has been painted.
    if (drawn > 0 && seen.firstRows === null) {
      requestAnimationFrame(() => {
        seen.firstRows ??= performance.now();
      });
    }
    if (drawn > 0 && count >= rows && seen.allRows === null) {
      seen.rows = count;
      requestAnimationFrame(() => {
        seen.allRows ??= performance.now();
      });
      return;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
