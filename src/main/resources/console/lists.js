/**
 * Long lists: only a part of one is fetched and drawn, however far one goes.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';

/** @typedef {import('./page.js').Page} Page */

/** Rows that are fetched, and drawn, at once. */
export const PAGE = 50;

/** The most that a list draws: who goes farther leaves its beginning behind, and can go back to it. */
const MAX_ROWS = 300;

/** A list that the API gives in pages: what is drawn of it, and the way to the rest. */
export class Listing {
  /** @type {any[]} */
  rows = [];
  /** Where the first of them stands in the whole. */
  first = 0;
  /** @type {number | undefined} */
  total = 0;
  hasMore = false;
  loaded = false;
  /** The latest look: an answer to an earlier one that comes after it is not shown. */
  #look = 0;
  /** @type {any[]} what has come in since that look */
  #told = [];

  /**
   * @param {Page} page that shows it
   * @param {string} path
   * @param {(reply: any) => any[]} rows
   * @param {(reply: any) => {total?: number, hasMore: boolean}} [pagination] its total may be unknown
   */
  constructor(page, path, rows, pagination = reply => reply.pagination) {
    this.page = page;
    this.path = path;
    this.rowsOf = rows;
    this.paginationOf = pagination;
  }

  /** From the beginning. What is shown stays until the answer is there. */
  async load() {
    const look = ++this.#look;
    this.#told = [];
    const reply = await this.#fetch(0);
    if (look === this.#look) this.#take(reply, 0, [...without(this.#told, this.rowsOf(reply)), ...this.rowsOf(reply)]);
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
   * Puts a row that has come in before all others, unless it is there already.
   * @param {{_id: string}} row
   */
  prepend(row) {
    if (!without([row], this.rows).length) return;
    this.total = (this.total ?? 0) + 1;
    if (this.first) this.first++;
    else {
      this.#told = [row, ...this.#told].slice(0, MAX_ROWS);
      this.hasMore ||= this.rows.length >= MAX_ROWS;
      this.rows = [row, ...this.rows].slice(0, MAX_ROWS);
    }
    this.page.requestUpdate();
  }

  /**
   * @param {string} words to say when there is nothing, and that is known
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

/** What is drawn of a list that is here as a whole, and the way to the rest. */
export class Excerpt {
  first = 0;
  #shown = PAGE;

  /** @param {Page} page that shows it */
  constructor(page) {
    this.page = page;
  }

  /**
   * @template T
   * @param {T[]} rows all
   * @returns {T[]} those that are drawn
   */
  of(rows) {
    if (this.first >= rows.length) this.first = 0;
    return rows.slice(this.first, this.first + this.#shown);
  }

  /** @param {unknown[]} rows all */
  further(rows) {
    const end = this.end(rows);
    return ways(this.page, {first: this.first, end, total: rows.length, hasMore: end < rows.length}, () => this.back(), () => this.more());
  }

  /** @param {unknown[]} rows all */
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
 * The ways from what is drawn of a list.
 * @param {Page} page
 * @param {{first: number, end: number, total?: number, hasMore: boolean}} drawn
 * @param {() => unknown} back
 * @param {() => unknown} on
 */
export function ways(page, {first, end, total, hasMore}, back, on) {
  if (!first && !hasMore) return nothing;
  const count = total === undefined ? '' : `: ${first ? `${first + 1} to ` : ''}${end} of ${total}`;
  return html`<p class="actions">${first ? html`<button class="secondary outline small" ?disabled=${page.busy}
    @click=${back}>Back to the beginning</button>` : nothing}
    ${hasMore ? html`<button class="secondary outline small" ?disabled=${page.busy} @click=${on}>Show more${count}</button>` : nothing}</p>`;
}

/** The rows that are not among others; those without an id are. */
function without(rows, others) {
  const known = new Set(others.map(({_id}) => _id));
  return rows.filter(({_id}) => _id === undefined || !known.has(_id));
}
