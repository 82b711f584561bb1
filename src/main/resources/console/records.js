/**
 * State of a table: which records the URL selects, the loaded page of them, and the selected rows.
 * @module
 */
import {call} from './api.js';
import {address, note, wanted} from './page.js';

/** @typedef {import('./page.js').Page} Page */

export const SIZES = [10, 25, 50, 100];
const DEFAULT_SIZE = 25;
const EXPORT_PAGE = 100;

/** Maximum number of exported rows. */
export const MAX_EXPORTED = 10_000;

/**
 * Records that the API pages with `limit` and `skip`. The URL of the page holds the search text, the filters, the order and the
 * position, so that the back button, a reload and a bookmark show the same records.
 */
export class Records {
  /** @type {any[]} */
  rows = [];
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
   * @param {{path: string, rows: (reply: any) => any[], filters?: Record<string, string>,
   *     query?: (filters: Record<string, string>) => Record<string, string>}} source
   *     the path; the records of a reply; default values of the filters, which are parameters of the URL; the parameters of the
   *     API for the filters' values
   */
  constructor(page, name, {path, rows, filters = {}, query = values => values}) {
    this.page = page;
    this.name = name;
    this.path = path;
    this.rowsOf = rows;
    this.defaults = filters;
    this.query = query;
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
    return this.#loaded !== this.#address(this.size, this.skip);
  }

  async load() {
    const look = ++this.#look;
    const address = this.#address(this.size, this.skip);
    const reply = await call('GET', address, undefined, this.page.left.signal);
    if (look !== this.#look) return;
    this.#loaded = address;
    const {total, hasMore} = reply.pagination;
    Object.assign(this, {rows: this.rowsOf(reply), total, hasMore, loaded: true});
    const ids = new Set(this.rows.map(row => row._id));
    this.selected = new Set([...this.selected].filter(id => ids.has(id)));
    this.changed();
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

  /** @param {string[]} ids */
  select(ids) {
    this.selected = new Set(ids);
    this.changed();
  }

  /** Fetches all records of the current filters, for an export. */
  async all() {
    const rows = [];
    for (let more = true; more && rows.length < MAX_EXPORTED;) {
      const reply = await call('GET', this.#address(EXPORT_PAGE, rows.length), undefined, this.page.left.signal);
      rows.push(...this.rowsOf(reply));
      more = reply.pagination.hasMore;
    }
    return rows;
  }

  /**
   * @param {number} limit
   * @param {number} skip
   */
  #address(limit, skip) {
    const filters = Object.fromEntries(Object.keys(this.defaults).map(name => [name, this.filter(name)]));
    const parameters = Object.entries(this.query(filters)).filter(([, value]) => value);
    return `${this.path}?${new URLSearchParams([...parameters, ['limit', String(limit)], ['skip', String(skip)]])}`;
  }
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
