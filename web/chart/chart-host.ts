/** The host object of `<ct-chart-host .host=${host}>`. */
export interface ChartHost {
  /** Draws into an element. @returns Ends it. */
  readonly attach: (element: HTMLElement) => () => void;
  /** Pauses drawing and requests while the chart is out of view. */
  readonly rest: (isResting: boolean) => void;
}

/** Holds a chart while it is on the page. */
class ChartHostElement extends HTMLElement {
  #host: ChartHost | null = null;
  #detach: (() => void) | null = null;

  set host(host: ChartHost) {
    if (host === this.#host) return;
    this.#host = host;
    if (this.isConnected) this.connectedCallback();
  }

  connectedCallback(): void {
    this.#detach?.();
    this.#host?.rest(false);
    this.#detach = this.#host?.attach(this) ?? null;
  }

  rest(isResting: boolean): void {
    this.#host?.rest(isResting);
  }

  disconnectedCallback(): void {
    this.#detach?.();
    this.#detach = null;
  }
}
customElements.define('ct-chart-host', ChartHostElement);
