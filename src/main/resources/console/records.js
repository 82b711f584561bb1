/**
 * State of a table: which records the URL selects, the loaded page of them, and the selected rows.
 * @module
 */
import {call} from './api.js';
import {address, note, wanted} from './page.js';
import {CHANGED, refusal} from './problems.js';

/** @typedef {import('./page.js').Page} Page */

export const SIZES = [10, 25, 50, 100];
const DEFAULT_SIZE = 25;
const EXPORT_PAGE = 100;

/**
 * Fetches the records with some values of the filters, from a position on.
 * @callback Fetch
 * @param {Record<string, string>} filters
 * @param {number} limit
 * @param {number} skip
 * @param {AbortSignal} signal
 * @returns {Promise<{rows: any[], total?: number, hasMore: boolean}>} the total may be unknown
 */

/** Maximum number of exported rows. */
export const MAX_EXPORTED = 10_000;

/**
 * Records that the API pages with `limit` and `skip`. The URL of the page holds the search text, the filters, the order and the
 * position, so that the back button, a reload and a bookmark show the same records.
 */
export class Records {
  /** @type {any[]} */
  rows = [];
  /** @type {number | undefined} */
  total = 0;
  hasMore = false;
  loaded = false;
  /** IDs of the selected rows, all on the drawn page. @type {Set<string>} */
  selected = new Set();
  /** The element that draws them. @type {import('lit').LitElement | undefined} */
  view = undefined;
  /** Number of the latest load. Late responses to earlier loads are discarded. */
  #look = 0;
  /** Address of the loaded records. */
  #loaded = '';

  /**
   * @param {Page} page that shows them
   * @param {string} name of the page in the URL
   * @param {Fetch} fetch
   * @param {Record<string, string>} [filters] default values of the filters, which are parameters of the URL
   */
  constructor(page, name, fetch, filters = {}) {
    this.page = page;
    this.name = name;
    this.fetch = fetch;
    this.defaults = filters;
  }

  /** The value of a filter. @param {string} name */
  filter(name) {
    return wanted().get(name) ?? this.defaults[name] ?? '';
  }

  get size() {
    const size = Number(wanted().get('size'));
    return SIZES.includes(size) ? size : DEFAULT_SIZE;
  }

  get skip() {
    const skip = Number(wanted().get('skip'));
    return Number.isSafeInteger(skip) && skip > 0 ? Math.min(skip, 1_000_000) : 0;
  }

  /** Whether a filter differs from its default. */
  get filtered() {
    return Object.keys(this.defaults).some(name => this.filter(name) !== this.defaults[name]);
  }

  /**
   * Changes the URL. A changed filter returns to the first page.
   * @param {Record<string, string | number>} changes
   * @param {'pushState' | 'replaceState'} [how]
   */
  async turn(changes, how = 'pushState') {
    const now = Object.fromEntries(wanted());
    const next = {...now, ...('skip' in changes ? {} : {skip: ''}), ...changes};
    for (const [name, value] of Object.entries(next)) if (value === (this.defaults[name] ?? '')) next[name] = '';
    note(how, this.name, next);
    await this.page.arrive(() => this.load());
  }

  /** Whether the URL selects other records than the loaded ones. */
  get stale() {
    return this.#loaded !== this.#key;
  }

  /** Values of all filters. */
  get filters() {
    return Object.fromEntries(Object.keys(this.defaults).map(name => [name, this.filter(name)]));
  }

  get #key() {
    return JSON.stringify([this.filters, this.size, this.skip]);
  }

  async load() {
    const look = ++this.#look;
    const key = this.#key;
    const {rows, total, hasMore} = await this.fetch(this.filters, this.size, this.skip, this.page.left.signal);
    if (look !== this.#look) return;
    if (!rows.length && this.#backTo(total ?? 0)) {
      await this.load();
      return;
    }
    this.#loaded = key;
    Object.assign(this, {rows, total, hasMore, loaded: true});
    const ids = new Set(rows.map(row => row._id));
    this.selected = new Set([...this.selected].filter(id => ids.has(id)));
    this.changed();
  }

  /**
   * Returns to the last page if the URL selects one behind it, for example after its rows were deleted. Returns whether the URL has changed.
   * @param {number} total
   */
  #backTo(total) {
    const {size, skip} = this;
    const last = Math.max(Math.ceil(total / size) - 1, 0) * size;
    if (last < skip) note('replaceState', this.name, {...Object.fromEntries(wanted()), skip: last || ''});
    return this.skip < skip;
  }

  /** Redraws the table and its page. */
  changed() {
    this.page.requestUpdate();
    this.view?.requestUpdate();
  }

  get chosen() {
    return this.rows.filter(row => this.selected.has(row._id));
  }

  /**
   * Replaces a loaded record after a change.
   * @param {any} row
   */
  put(row) {
    this.rows = this.rows.map(other => (other._id === row._id ? row : other));
    this.changed();
  }

  /**
   * Adds a new row at the top of the first page, unless it is there.
   * @param {{_id: string}} row
   */
  prepend(row) {
    if (this.skip || this.filtered || this.rows.some(({_id}) => _id === row._id)) return;
    this.hasMore ||= this.rows.length >= this.size;
    this.rows = [row, ...this.rows].slice(0, this.size);
    this.total = (this.total ?? 0) + 1;
    this.changed();
  }

  /** @param {string[]} ids */
  select(ids) {
    this.selected = new Set(ids);
    this.changed();
  }

  /**
   * Rejects if a loaded record has changed on the server, so that a change made elsewhere is not overwritten. For records without an ETag.
   * A record that has left the page may be on another one, or no longer match the filters because it has changed.
   * @param {{_id: string}} row
   */
  async confirm(row) {
    const isSame = ({_id}) => _id === row._id;
    const {rows} = await this.fetch(this.filters, this.size, this.skip, this.page.left.signal);
    const current = rows.find(isSame) ?? (await this.all()).find(isSame);
    if (JSON.stringify(current) !== JSON.stringify(row)) throw refusal(CHANGED, undefined, null);
  }

  /** Fetches all records of the current filters, for an export. */
  async all() {
    /** @type {any[]} */
    const all = [];
    for (let more = true; more && all.length < MAX_EXPORTED;) {
      const {rows, hasMore} = await this.fetch(this.filters, EXPORT_PAGE, all.length, this.page.left.signal);
      all.push(...rows);
      more = hasMore && rows.length > 0;
    }
    return all;
  }
}

/**
 * Returns a source of records that the API pages with `limit` and `skip`.
 * @param {string} path
 * @param {(reply: any) => any[]} rowsOf the records of a reply
 * @param {(filters: Record<string, string>) => Record<string, string>} [query] the API's parameters for values of the filters
 * @param {(reply: any) => {total?: number, hasMore: boolean}} [pagination]
 * @returns {Fetch}
 */
export function paged(path, rowsOf, query = values => values, pagination = reply => reply.pagination) {
  return async (filters, limit, skip, signal) => {
    const parameters = Object.entries(query(filters)).filter(([, value]) => value);
    const reply = await call('GET', `${path}?${new URLSearchParams([...parameters, ['limit', String(limit)], ['skip', String(skip)]])}`, undefined, signal);
    return {...pagination(reply), rows: rowsOf(reply)};
  };
}

/**
 * Returns a source of records that the API returns as a whole.
 * @param {() => Promise<any[]>} load
 * @param {(row: any, filters: Record<string, string>) => boolean} matches
 * @param {Record<string, (row: any) => string | number>} [keys] by value of the filter `sort`, which begins with - for the reverse order
 * @returns {Fetch}
 */
export function whole(load, matches, keys = {}) {
  return async (filters, limit, skip) => {
    const rows = (await load()).filter(row => matches(row, filters));
    const [, down, name] = /^(-?)(.*)$/.exec(filters.sort ?? '') ?? [];
    if (Object.hasOwn(keys, name)) rows.sort((one, other) => compare(keys[name](one), keys[name](other)) * (down ? -1 : 1));
    return {rows: rows.slice(skip, skip + limit), total: rows.length, hasMore: skip + limit < rows.length};
  };
}

/**
 * @param {string | number} one
 * @param {string | number} other
 */
const compare = (one, other) => (typeof one === 'number' ? one - Number(other) : one.localeCompare(String(other)));

/**
 * Returns whether texts contain all words of a search.
 * @param {string} search
 * @param {unknown[]} texts
 */
export function contains(search, texts) {
  const text = texts.join(' ').toLowerCase();
  return search.toLowerCase().split(/\s+/).every(word => text.includes(word));
}

/**
 * Returns rows as CSV. A text that a spreadsheet would take for a formula begins with an apostrophe.
 * @param {{title: string, text?: (row: any) => unknown}[]} columns those without a text are omitted
 * @param {any[]} rows
 */
export function csv(columns, rows) {
  const cell = value => {
    const text = String(value ?? '');
    const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const shown = columns.filter(({text}) => text);
  const lines = [shown.map(({title}) => title), ...rows.map(row => shown.map(({text}) => text?.(row)))];
  return lines.map(line => line.map(cell).join(',')).join('\r\n') + '\r\n';
}

/**
 * Offers a text as a download.
 * @param {string} name
 * @param {string} text
 * @param {string} [type]
 */
export function save(name, text, type = 'text/csv;charset=utf-8') {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], {type}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
