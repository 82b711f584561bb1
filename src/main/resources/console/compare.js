/**
 * A second symbol in a chart: its closes at the times of the chart's candles.
 * @module
 */
import {Bars} from './bars.js';

const STEPS = [1, 8, 64, 512, 4096, 32_768];
const MAX_CANDLES = 900;

export class Companion {
  /** Number of the latest look. Late responses to earlier looks are discarded. */
  #look = 0;
  #range = '';
  #first = 0;
  #end = 0;
  #per = 1;

  /**
   * @param {string} symbol
   * @param {(problem?: unknown) => void} changed called after data has loaded or failed to load
   */
  constructor(symbol, changed) {
    this.symbol = symbol;
    this.bars = new Bars(symbol, changed);
    this.changed = changed;
  }

  /**
   * Fetches the bars of a range of time.
   * @param {string} from time of the first candle
   * @param {string} to time of the last candle
   */
  async want(from, to) {
    const range = `${from} ${to}`;
    if (range === this.#range) return;
    this.#range = range;
    const look = ++this.#look;
    try {
      if (!this.bars.total) await this.bars.open();
      const [first, last] = await Promise.all([this.bars.find(from), this.bars.find(to)]);
      if (look !== this.#look) return;
      const count = Math.max(last - first, 1);
      this.#per = STEPS.find(step => count / step <= MAX_CANDLES) ?? STEPS[STEPS.length - 1];
      this.#first = Math.max(Math.floor(first / this.#per) - 1, 0);
      this.#end = Math.ceil(Math.min(last + 1, this.bars.total) / this.#per);
      this.bars.want(this.#first, this.#end, this.#per);
      this.changed();
    } catch (problem) {
      if (look !== this.#look) return;
      this.#range = '';
      this.changed(problem);
    }
  }

  /**
   * Returns the close at each time, or the last one before it. Undefined before its first bar, and until all bars have loaded: a change since
   * the first loaded bar would be wrong.
   * @param {(string | undefined)[]} times in ascending order
   */
  closes(times) {
    for (let index = this.#first; index < this.#end; index++) if (!this.bars.at(index, this.#per)) return times.map(() => undefined);
    let index = this.#first;
    /** @type {number | undefined} */
    let close;
    return times.map(time => {
      for (; time && index < this.#end; index++) {
        const bar = this.bars.at(index, this.#per);
        if (bar && bar.timeUtc > time) break;
        close = bar?.close ?? close;
      }
      return time ? close : undefined;
    });
  }

  close() {
    this.#look++;
    this.bars.close();
  }
}
