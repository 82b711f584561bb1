/**
 * A symbol's bars, oldest first, single or aggregated. Only the visible pages are fetched.
 * @module
 */
import {call, pause} from './api.js';
import {Problem} from './problems.js';

const PAGE = 500;
const MAX_PAGES = 60;
const AT_ONCE = 3;
const COLUMNS = 'timeUtc,open,high,low,close,volume';

/** @typedef {{timeUtc: string, open: number, high: number, low: number, close: number, volume: number | null}} Bar */

export class Bars {
  /** Total number of bars. */
  total = 0;
  /** @type {Map<string, Bar[]>} bars by page */
  #pages = new Map();
  /** @type {Map<string, AbortController>} pages being fetched */
  #asked = new Map();
  /** @type {string[]} pages to fetch, in order of priority */
  #wanted = [];

  /**
   * @param {string} symbol
   * @param {(problem?: unknown) => void} changed called after a page has loaded or failed to load
   */
  constructor(symbol, changed) {
    this.symbol = symbol;
    this.path = `/api/proxy/historical-data/${encodeURIComponent(symbol)}`;
    this.changed = changed;
  }

  /** Loads the metadata and the number of bars. */
  async open() {
    const {metadata} = await call('GET', this.path);
    this.total = metadata.rowCount;
    return metadata;
  }

  /** Makes the server compute its aggregates, so that a later view of all bars loads without delay. */
  prepare() {
    call('GET', `${this.path}/candles?per=32768&limit=1`).catch(() => undefined);
  }

  /**
   * Finds the index of the first bar on or after a date.
   * @param {string} date 2026-12-01
   */
  async find(date) {
    const {pagination} = await call('GET', `${this.path}?format=json&limit=1&columns=timeUtc&from=${date}`);
    return Math.max(this.total - pagination.totalItems, 0);
  }

  /**
   * @param {number} index counted from the oldest
   * @param {number} per bars per candle
   * @returns {Bar | undefined} undefined until loaded
   */
  at(index, per) {
    return this.#pages.get(`${per}/${Math.floor(index / PAGE) + 1}`)?.[index % PAGE];
  }

  /**
   * Fetches the pages of a range, then the adjacent pages. Cancels fetches that are no longer needed.
   * @param {number} from
   * @param {number} to exclusive
   * @param {number} per bars per candle; `from` and `to` count candles
   */
  want(from, to, per) {
    if (!this.total) return;
    const last = Math.ceil(this.total / per) - 1;
    const page = index => Math.floor(Math.min(Math.max(index, 0), last) / PAGE) + 1;
    const [first, end] = [page(from), page(to - 1)];
    const seen = Array.from({length: end - first + 1}, (_, offset) => first + offset);
    const beside = [page(to - 1 + PAGE), page(from - PAGE)].filter(other => other < first || other > end);
    this.#wanted = [...seen, ...beside].map(number => `${per}/${number}`).filter(name => !this.#pages.has(name));
    for (const [name, asked] of this.#asked) if (!this.#wanted.includes(name)) asked.abort();
    this.#fetch();
  }

  /** Cancels all fetches. */
  close() {
    this.#wanted = [];
    for (const asked of this.#asked.values()) asked.abort();
  }

  #fetch() {
    for (const name of this.#wanted) {
      if (this.#asked.size >= AT_ONCE) return;
      if (!this.#asked.has(name) && !this.#pages.has(name)) this.#ask(name);
    }
  }

  /** @param {string} name page name */
  async #ask(name) {
    const left = new AbortController();
    this.#asked.set(name, left);
    try {
      this.#keep(name, await call('GET', this.#address(name), undefined, left.signal));
      this.changed();
    } catch (problem) {
      if (left.signal.aborted) return;
      if (!(problem instanceof Problem) || !problem.passing) this.#wanted = [];
      this.changed(problem);
      await pause(Math.max(problem instanceof Problem ? problem.wait : 0, 1), left.signal);
    } finally {
      if (this.#asked.get(name) === left) this.#asked.delete(name);
      this.#fetch();
    }
  }

  /** @param {string} name */
  #address(name) {
    const [per, page] = name.split('/');
    return per === '1' ? `${this.path}?format=json&limit=${PAGE}&sortOrder=asc&page=${page}&columns=${COLUMNS}`
      : `${this.path}/candles?per=${per}&page=${page}&limit=${PAGE}`;
  }

  /** @param {string} name */
  #keep(name, {data, pagination}) {
    const per = Number(name.split('/')[0]);
    // The data was replaced or extended, so the other cached pages may be outdated.
    if (pagination.totalItems !== Math.ceil(this.total / per)) {
      this.#pages.clear();
      this.total = pagination.totalItems * per;
    }
    this.#pages.set(name, data);
    for (const old of this.#pages.keys()) {
      if (this.#pages.size <= MAX_PAGES) break;
      if (old !== name && !this.#wanted.includes(old)) this.#pages.delete(old);
    }
  }
}
