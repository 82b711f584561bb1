/**
 * A symbol's candlestick chart, panned and zoomed with the mouse, touch, wheel and keyboard, and compared with a second symbol.
 * ECharts is loaded on first use.
 * @module
 */
import {html, nothing} from 'lit';
import {session} from './api.js';
import {Bars} from './bars.js';
import {Companion} from './compare.js';
import {counted, isDay, plain, signed} from './format.js';
import {Page, address, note, wanted} from './page.js';

const MIN_BARS = 20;
const FIRST_BARS = 150;
/** Possible numbers of bars per candle, and the maximum number of visible candles. */
const STEPS = [1, 8, 64, 512, 4096, 32_768];
const MAX_CANDLES = 900;
const ZOOM = 1.25;
const SETTLE_MS = 80;
const STEP = 0.1;
const DAY_MS = 86_400_000;

/** Days of the ranges that end with the newest bar. */
const RANGES = {'1D': 1, '1W': 7, '1M': 31, '3M': 92, '1Y': 366, '5Y': 1827};

class CandleChart extends Page {
  static properties = {symbol: {attribute: false}, compare: {attribute: false}, first: {state: true}, count: {state: true}, said: {state: true}, total: {state: true}};

  constructor() {
    super();
    this.symbol = '';
    /** The second symbol; empty without one. */
    this.compare = '';
    /** @type {Companion | undefined} */
    this.companion = undefined;
    /** Time of the newest bar. */
    this.end = '';
    this.first = 0;
    this.count = FIRST_BARS;
    this.total = 0;
    this.said = '';
    /** @type {any} */
    this.chart = undefined;
    /** @type {any} */
    this.drawing = undefined;
    /** @type {Bars | undefined} */
    this.bars = undefined;
    this.frame = 0;
    this.timer = 0;
    /** @type {Map<number, number>} positions of active pointers */
    this.held = new Map();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.bars?.close();
    this.companion?.close();
    this.companion = undefined;
    this.chart?.dispose();
    this.chart = undefined;
  }

  updated(changed) {
    if (changed.get('symbol')) this.follow();
    else if (changed.has('compare') && this.bars) this.meet();
  }

  turn() {
    if (this.bars?.total && this.wanted) this.place();
  }

  /** Whether the chart shows the symbol that the URL names. Otherwise it is about to change, and its position is of another symbol. */
  get wanted() {
    return wanted().get('symbol')?.toUpperCase() === this.symbol && this.bars?.symbol === this.symbol;
  }

  async load() {
    const {signal} = this.left;
    const {symbol} = this;
    const bars = new Bars(symbol, problem => this.come(problem));
    const [drawing, {endDate}] = await Promise.all([import('./drawing.js'), bars.open()]);
    if (signal.aborted || symbol !== this.symbol) return;
    this.bars?.close();
    this.bars = bars;
    this.total = bars.total;
    this.end = endDate;
    if (this.most > MAX_CANDLES) bars.prepare();
    await this.updateComplete;
    const host = /** @type {HTMLElement} */ (this.querySelector('.chart'));
    if (!this.chart) {
      this.drawing = drawing;
      this.chart = drawing.begin(host);
      const size = new ResizeObserver(() => this.chart?.resize());
      size.observe(host);
      signal.addEventListener('abort', () => size.disconnect(), {once: true});
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw(), {signal});
    }
    this.place();
    this.meet();
  }

  /** Begins or ends the comparison with the second symbol. */
  meet() {
    if (this.companion?.symbol === this.compare) return;
    this.companion?.close();
    this.companion = this.compare && this.compare !== this.symbol ? new Companion(this.compare, problem => this.come(problem)) : undefined;
    this.draw();
  }

  /** The visible candles; those that have not loaded are undefined. */
  get visible() {
    const {from, to, per} = this.seen;
    return Array.from({length: to - from}, (_, offset) => this.bars?.at(from + offset, per));
  }

  /** Maximum number of visible bars: all bars for the owner, `MAX_CANDLES` for others. */
  get most() {
    return Math.max(Math.min(this.total, session.role === 'operator' ? Infinity : MAX_CANDLES), 1);
  }

  /** The visible range in candles, and the number of bars per candle. */
  get seen() {
    const per = STEPS.find(step => this.count / step <= MAX_CANDLES) ?? STEPS[STEPS.length - 1];
    const end = Math.min(this.first + this.count, this.total);
    return {from: Math.floor(this.first / per), to: Math.ceil(end / per), per};
  }

  /** Shows the range in the URL; by default the newest bars. */
  place() {
    const query = wanted();
    this.count = Number(query.get('bars')) || FIRST_BARS;
    const at = query.get('at');
    this.show(at === null || Number.isNaN(Number(at)) ? this.total : Number(at), this.count);
  }

  /** @param {unknown} [problem] */
  come(problem) {
    if (this.left.signal.aborted || !this.bars) return;
    this.came(problem);
    if (problem) return;
    if (this.total !== this.bars.total) {
      this.total = this.bars.total;
      this.settle();
    }
    this.draw();
  }

  /**
   * Shows a range, limited to the existing bars.
   * @param {number} first
   * @param {number} count
   */
  show(first, count) {
    this.count = Math.min(Math.max(Math.round(count), MIN_BARS), this.most);
    this.first = Math.min(Math.max(Math.round(first), 0), Math.max(this.total - this.count, 0));
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), SETTLE_MS);
  }

  /** Fetches the visible range once it has stopped moving, and stores it in the URL. */
  settle() {
    const {from, to, per} = this.seen;
    this.bars?.want(from, to, per);
    if (this.wanted) note('replaceState', 'market', {symbol: this.symbol, at: this.first, bars: this.count, compare: this.compare});
    this.draw();
  }

  draw() {
    if (!this.frame) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        if (!this.chart || !this.bars) return;
        const bars = this.visible;
        const known = bars.filter(bar => bar !== undefined);
        if (known.length) this.companion?.want(known[0].timeUtc, known[known.length - 1].timeUtc);
        const other = this.companion?.closes(bars.map(bar => bar?.timeUtc));
        const lines = other && {[this.symbol]: changes(bars.map(bar => bar?.close)), [this.compare]: changes(other)};
        this.drawing.draw(this.chart, this, bars, lines);
        this.said = summary(bars, this.seen.per) + (lines ? compared(lines) : '');
      });
    }
  }

  /**
   * @param {number} factor above 1 to see more bars
   * @param {number} [at] the fixed point: 0 is the left edge, 1 the right edge
   */
  zoom(factor, at = 1) {
    const count = Math.min(Math.max(this.count * factor, MIN_BARS), this.most);
    this.show(this.first + (this.count - count) * at, count);
  }

  /** @param {number} share fraction of the visible range */
  move(share) {
    this.show(this.first + Math.sign(share) * Math.max(Math.abs(share) * this.count, 1), this.count);
  }

  /** Shows the last days. @param {number} days */
  recent(days) {
    const from = new Date(Date.parse(this.end) - days * DAY_MS).toISOString();
    return this.attempt(async () => {
      const first = await this.bars?.find(from) ?? 0;
      this.show(first, this.total - first);
    });
  }

  key(event) {
    const keys = {
      ArrowLeft: () => this.move(event.shiftKey ? -1 : -STEP), ArrowRight: () => this.move(event.shiftKey ? 1 : STEP),
      PageUp: () => this.move(-1), PageDown: () => this.move(1), Home: () => this.show(0, this.count), End: () => this.show(this.total, this.count),
      '+': () => this.zoom(1 / ZOOM), '-': () => this.zoom(ZOOM),
    };
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  }

  /** Zooms if the chart has the focus; otherwise the wheel scrolls the page. */
  wheel(event) {
    const host = event.currentTarget;
    if (!event.ctrlKey && document.activeElement !== host && !event.deltaX) return;
    event.preventDefault();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.move(event.deltaX / host.clientWidth);
    else this.zoom(event.deltaY > 0 ? ZOOM : 1 / ZOOM, event.offsetX / host.clientWidth);
  }

  hold(event) {
    event.currentTarget.setPointerCapture(event.pointerId);
    this.held.set(event.pointerId, event.clientX);
    this.begin();
  }

  /** Starts a drag or pinch at the current position. */
  begin() {
    this.start = {first: this.first, count: this.count, held: [...this.held.values()]};
  }

  drag(event) {
    if (!this.held.has(event.pointerId)) return;
    this.held.set(event.pointerId, event.clientX);
    if (!this.start) return;
    const {first, count, held} = this.start;
    const now = [...this.held.values()];
    const width = event.currentTarget.clientWidth;
    if (now.length === 1) this.show(first - (now[0] - held[0]) / width * count, count);
    else if (now.length === 2) this.zoomTo(count * Math.abs(held[0] - held[1]) / Math.max(Math.abs(now[0] - now[1]), 1));
  }

  zoomTo(count) {
    if (!this.start) return;
    this.show(this.start.first + (this.start.count - count) / 2, count);
  }

  release(event) {
    this.held.delete(event.pointerId);
    this.begin();
  }

  seek(event) {
    const date = event.target.value;
    if (!isDay(date)) return;
    this.attempt(async () => this.show(await this.bars?.find(date) ?? 0, this.count));
  }

  render() {
    const {symbol, total} = this;
    return html`<section aria-labelledby="symbol"><h2 id="symbol">${symbol} <span class="quiet">${total ? counted(total, 'bar') : ''}</span></h2>
      ${this.happened()}
      <div class="actions" role="toolbar" aria-label="Chart navigation">
        <button class="outline small" @click=${() => this.move(-0.5)}>Earlier</button>
        <button class="outline small" @click=${() => this.move(0.5)}>Later</button>
        <button class="outline small" @click=${() => this.zoom(1 / ZOOM)}>Zoom in</button>
        <button class="outline small" @click=${() => this.zoom(ZOOM)}>Zoom out</button>
        <button class="outline small" @click=${() => this.show(total, this.count)}>Newest</button>
        ${Object.entries(RANGES).map(([name, days]) => html`<button class="secondary outline small" ?disabled=${!total} aria-label=${`Last ${name}`}
          @click=${() => this.recent(days)}>${name}</button>`)}
        <button class="secondary outline small" @click=${() => this.show(0, this.most)}>All</button>
        <label>Go to date <input type="date" @change=${event => this.seek(event)}></label></div>
      <div class="chart" tabindex="0" role="group" aria-label=${
        `Candlestick chart of ${symbol}. Use arrow keys to move, plus and minus to zoom, Home and End for the first or last bar.`}
        @keydown=${event => this.key(event)} @wheel=${event => this.wheel(event)} @pointerdown=${event => this.hold(event)}
        @pointermove=${event => this.drag(event)} @pointerup=${event => this.release(event)} @pointercancel=${event => this.release(event)}></div>
      <label class="position">Position in all bars <input type="range" min="0" max=${Math.max(total - this.count, 0)} .value=${String(this.first)}
        aria-valuetext=${`${plain(this.first + 1)} of ${plain(total)}`} @input=${event => this.show(Number(event.target.value), this.count)}></label>
      <p class="quiet" aria-live="polite">${this.said}</p>
      ${this.busy && !total ? html`<p role="status" aria-busy="true">Loading</p>` : nothing}
      <p><a href=${address('market')}>All symbols</a></p></section>`;
  }
}

/**
 * Returns a text summary of the chart.
 * @param {(import('./bars.js').Bar | undefined)[]} bars
 * @param {number} per bars per candle
 */
function summary(bars, per) {
  const known = bars.filter(bar => bar !== undefined);
  if (!known.length) return '';
  const highs = known.map(bar => bar.high).filter(Number.isFinite);
  const lows = known.map(bar => bar.low).filter(Number.isFinite);
  const last = known[known.length - 1];
  const count = per === 1 ? counted(known.length, 'bar') : `${counted(known.length, 'candle')} of ${per} bars each`;
  const range = `between ${plain(Math.min(...lows))} and ${plain(Math.max(...highs))}`;
  return `${count} from ${words(known[0].timeUtc)} to ${words(last.timeUtc)} (UTC), ${range}, last close ${plain(last.close)}.`;
}

/**
 * Returns the changes since the first known value, in percent.
 * @param {(number | null | undefined)[]} values
 */
function changes(values) {
  const first = values.find(value => value);
  return values.map(value => (value && first ? (value / first - 1) * 100 : undefined));
}

/**
 * Returns the comparison in words.
 * @param {Record<string, (number | undefined)[]>} lines changes by symbol
 */
const compared = lines => ` Change in this range: ${Object.entries(lines).map(([symbol, values]) => {
  const last = values.findLast(value => value !== undefined);
  return `${symbol} ${last === undefined ? 'unknown' : `${signed(last)} %`}`;
}).join(', ')}.`;

/** @param {string} iso */
const words = iso => iso.slice(0, 16).replace('T', ' ');

customElements.define('candle-chart', CandleChart);
