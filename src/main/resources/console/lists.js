/**
 * Long lists: only a part is fetched and drawn at any time.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';

/** @typedef {import('./page.js').Page} Page */

/** Number of rows that are fetched and drawn at a time. */
export const PAGE = 50;

/** Maximum number of drawn rows. Beyond it, the first rows are removed; "Back to start" shows them again. */
const MAX_ROWS = 300;

/** A list that the API returns in pages: the drawn rows and the paging buttons. */
export class Listing {
  /** @type {any[]} */
  rows = [];
  /** Index of the first drawn row in the whole list. */
  first = 0;
  /** @type {number | undefined} */
  total = 0;
  hasMore = false;
  loaded = false;
  /** Number of the latest load. Late responses to earlier loads are discarded. */
  #look = 0;
  /** @type {any[]} rows received since that load began */
  #prepended = [];

  /**
   * @param {Page} page that shows it
   * @param {string} path
   * @param {(reply: any) => any[]} rows
   * @param {(reply: any) => {total?: number, hasMore: boolean}} [pagination] the total may be unknown
   */
  constructor(page, path, rows, pagination = reply => reply.pagination) {
    this.page = page;
    this.path = path;
    this.rowsOf = rows;
    this.paginationOf = pagination;
  }

  /** Loads the first page. The current rows remain visible until the response arrives. */
  async load() {
    const look = ++this.#look;
    this.#prepended = [];
    const reply = await this.#fetch(0);
    if (look === this.#look) this.#take(reply, 0, [...without(this.#prepended, this.rowsOf(reply)), ...this.rowsOf(reply)]);
  }

  async more() {
    const look = this.#look;
    const reply = await this.#fetch(this.first + this.rows.length);
    if (look !== this.#look) return;
    const rows = [...this.rows, ...without(this.rowsOf(reply), this.rows)];
    const over = Math.max(rows.length - MAX_ROWS, 0);
    this.#take(reply, this.first + over, rows.slice(over));
  }

  /**
   * Adds a new row at the top, unless the list already contains it.
   * @param {{_id: string}} row
   */
  prepend(row) {
    if (!without([row], this.rows).length) return;
    this.total = (this.total ?? 0) + 1;
    if (this.first) this.first++;
    else {
      this.#prepended = [row, ...this.#prepended].slice(0, MAX_ROWS);
      this.hasMore ||= this.rows.length >= MAX_ROWS;
      this.rows = [row, ...this.rows].slice(0, MAX_ROWS);
    }
    this.page.requestUpdate();
  }

  /**
   * @param {string} words shown when the list has loaded and is empty
   */
  empty(words) {
    return this.loaded ? words : '';
  }

  further() {
    const {page, first, rows, total, hasMore} = this;
    return ways(page, {first, end: first + rows.length, total, hasMore}, () => page.arrive(() => this.load()), () => page.attempt(() => this.more()));
  }

  /** @param {number} skip */
  #fetch(skip) {
    return call('GET', `${this.path}${this.path.includes('?') ? '&' : '?'}limit=${PAGE}&skip=${skip}`);
  }

  #take(reply, first, rows) {
    const {total, hasMore} = this.paginationOf(reply);
    Object.assign(this, {first, rows, total, hasMore, loaded: true});
    this.page.requestUpdate();
  }
}

/** The drawn part of a list that was fetched completely, and its paging buttons. */
export class Excerpt {
  first = 0;
  #shown = PAGE;

  /** @param {Page} page that shows it */
  constructor(page) {
    this.page = page;
  }

  /**
   * @template T
   * @param {T[]} rows all rows
   * @returns {T[]} the drawn rows
   */
  of(rows) {
    if (this.first >= rows.length) this.first = 0;
    return rows.slice(this.first, this.first + this.#shown);
  }

  /** @param {unknown[]} rows all rows */
  further(rows) {
    const end = this.end(rows);
    return ways(this.page, {first: this.first, end, total: rows.length, hasMore: end < rows.length}, () => this.back(), () => this.more());
  }

  /** @param {unknown[]} rows all rows */
  end(rows) {
    return Math.min(this.first + this.#shown, rows.length);
  }

  back() {
    this.#show(0, PAGE);
  }

  more() {
    const over = Math.max(this.#shown + PAGE - MAX_ROWS, 0);
    this.#show(this.first + over, this.#shown + PAGE - over);
  }

  #show(first, shown) {
    this.first = first;
    this.#shown = shown;
    this.page.requestUpdate();
  }
}

/**
 * Returns the paging buttons of a list.
 * @param {Page} page
 * @param {{first: number, end: number, total?: number, hasMore: boolean}} drawn
 * @param {() => unknown} back
 * @param {() => unknown} on
 */
export function ways(page, {first, end, total, hasMore}, back, on) {
  if (!first && !hasMore) return nothing;
  const count = total === undefined ? '' : `: ${first ? `${first + 1} to ` : ''}${end} of ${total}`;
  return html`<p class="actions">${first ? html`<button class="secondary outline small" ?disabled=${page.busy}
    @click=${back}>Back to start</button>` : nothing}
    ${hasMore ? html`<button class="secondary outline small" ?disabled=${page.busy} @click=${on}>Show more${count}</button>` : nothing}</p>`;
}

/** Returns the rows that the other list does not contain. Rows without an ID are always returned. */
function without(rows, others) {
  const known = new Set(others.map(({_id}) => _id));
  return rows.filter(({_id}) => _id === undefined || !known.has(_id));
}
