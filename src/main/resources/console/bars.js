/**
 * A symbol's bars, the oldest first, one by one or several as one, of which only the pages are fetched that are looked at.
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
  /** All that there are. */
  total = 0;
  /** @type {Map<string, Bar[]>} by page */
  #pages = new Map();
  /** @type {Map<string, AbortController>} the pages that are under way */
  #asked = new Map();
  /** @type {string[]} the pages to be fetched, the most wanted first */
  #wanted = [];

  /**
   * @param {string} symbol
   * @param {(problem?: unknown) => void} changed something has come, or could not
   */
  constructor(symbol, changed) {
    this.path = `/api/proxy/historical-data/${encodeURIComponent(symbol)}`;
    this.changed = changed;
  }

  /** Finds out how many there are. */
  async open() {
    const {metadata} = await call('GET', this.path);
    this.total = metadata.rowCount;
    return metadata;
  }

  /** Has the server make its sums, so that whoever looks at all of it does not wait for them. */
  prepare() {
    call('GET', `${this.path}/candles?per=32768&limit=1`).catch(() => undefined);
  }

  /**
   * Where the first bar of a day or later is.
   * @param {string} date 2026-12-01
   */
  async find(date) {
    const {pagination} = await call('GET', `${this.path}?format=json&limit=1&columns=timeUtc&from=${date}`);
    return Math.max(this.total - pagination.totalItems, 0);
  }

  /**
   * @param {number} index counted from the oldest
   * @param {number} per bars that are shown as one
   * @returns {Bar | undefined} nothing where it is not there yet
   */
  at(index, per) {
    return this.#pages.get(`${per}/${Math.floor(index / PAGE) + 1}`)?.[index % PAGE];
  }

  /**
   * Fetches what lies between, and then what lies beside; what was wanted before and is not now is cancelled.
   * @param {number} from
   * @param {number} to exclusive
   * @param {number} per bars that are shown as one, which is what the others are counted in
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

  /** Ends what is under way. */
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

  /** @param {string} name of a page */
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
    // The data were replaced, or bars were added: what is known of the rest may be another's.
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
