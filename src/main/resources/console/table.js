/**
 * Tables of records: search, order, page size, columns, selection with bulk actions, and CSV export.
 * @module
 */
import {html, nothing} from 'lit';
import {now} from './api.js';
import {counted, plain} from './format.js';
import {icon} from './icons.js';
import {Page, RESTORABLE, address, confirmed, note, undelete, wanted} from './page.js';
import {Part} from './parts.js';
import {MAX_EXPORTED, SIZES, csv, save} from './records.js';

const COLUMNS = 'gatehouse.columns.';
const SKELETONS = 6;
const SEARCH_PAUSE_MS = 250;
const DATE = 10;
const NOT_FOUND = 404;

/** Narrower windows draw each row as a block, without the head of the table. */
const NARROW = matchMedia('(max-width: 40rem)');
const TOUCH = matchMedia('(pointer: coarse)');

/**
 * @typedef {object} Column
 * @property {string} key
 * @property {string} title
 * @property {(row: any) => unknown} [cell] what the table draws
 * @property {(row: any) => unknown} [text] what the export contains; a column without it is not exported
 * @property {boolean} [number] whether it is aligned to the right
 * @property {(row: any) => import('./parts.js').Item[]} [menu] actions in a menu behind the cell
 * @property {boolean} [hidden] whether it is hidden until the user selects it
 * @property {{up: string, down: string}} [sort] values of the parameter `sort` that order by it
 */

/**
 * @typedef {object} Bulk
 * @property {string} title
 * @property {string} [icon]
 * @property {boolean} [all] whether a button offers it for all rows of the page
 * @property {(rows: any[]) => unknown} run
 */

/** Keys of columns with what can be done with a row. They stay in the window while a wide table scrolls. */
const PINNED = ['actions', 'action', 'decision', 'run'];

/** Returns the class of a column's cells. @param {Column} column */
const kind = ({key, number}) => `${number ? 'number' : ''} ${PINNED.includes(key) ? 'pinned' : ''}`.trim();

class Table extends Part {
  static properties = {
    records: {attribute: false}, columns: {attribute: false}, bulk: {attribute: false}, label: {}, search: {}, empty: {attribute: false},
    named: {attribute: false}, busy: {type: Boolean}, filters: {attribute: false}, file: {attribute: false},
  };

  #timer = 0;
  #left = new AbortController();

  constructor() {
    super();
    /** @type {import('./records.js').Records | undefined} */
    this.records = undefined;
    /** @type {Column[]} */
    this.columns = [];
    /** Actions on the selected rows. @type {Bulk[]} */
    this.bulk = [];
    this.label = '';
    /** Label of the search field; empty without a search. */
    this.search = '';
    /** Chips and fields that filter the records. @type {unknown} */
    this.filters = nothing;
    /** Shown without records. @type {unknown} */
    this.empty = nothing;
    /** Returns a row's name, for labels. @type {(row: any) => string} */
    this.named = row => row._id;
    /** Whether an action or a load is in progress. */
    this.busy = false;
    /** Saves all records that match the filters, instead of the columns of the table. @type {(() => Promise<void>) | undefined} */
    this.file = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#left = new AbortController();
    NARROW.addEventListener('change', () => this.requestUpdate(), {signal: this.#left.signal});
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#left.abort();
  }

  get source() {
    return /** @type {import('./records.js').Records} */ (this.records);
  }

  willUpdate() {
    this.source.view = this;
  }

  /** Name of the table in files and stored choices. */
  get #name() {
    return this.label.toLowerCase().replaceAll(' ', '-');
  }

  get #hidden() {
    const stored = localStorage.getItem(COLUMNS + this.#name);
    return new Set(stored === null ? this.columns.filter(column => column.hidden).map(({key}) => key) : stored.split(' '));
  }

  get shown() {
    const hidden = this.#hidden;
    return this.columns.filter(({key}) => !hidden.has(key));
  }

  render() {
    const {rows, loaded} = this.source;
    return html`${this.tools()}${this.chosen()}
      ${loaded && !rows.length ? this.none() : html`
        <div class="scroll" tabindex="0" role="group" aria-label=${this.label}><table class="records">${NARROW.matches ? nothing : this.head()}
          <tbody>${loaded ? rows.map(row => this.row(row)) : this.skeleton()}</tbody></table></div>`}
      ${this.pages()}`;
  }

  tools() {
    const {source} = this;
    return html`<div class="tools">
      ${this.search ? html`<form @submit=${event => this.submit(event)}>
        <label class="search">${icon('search')}<span class="unseen">${this.search}</span><input name="q" type="search" maxlength="254" autocapitalize="none"
          autocomplete="off" placeholder=${this.search} .value=${source.filter('q')}
          @input=${event => this.find(event.target.value, SEARCH_PAUSE_MS)}></label></form>` : nothing}
      ${NARROW.matches ? this.folded() : html`${this.filters}${source.loaded && !source.rows.length ? nothing : this.output()}`}
      ${source.rows.length > 1 && !source.selected.size ? this.bulk.filter(({all}) => all).map(({title, icon: name, run}) => html`
        <button class="small" ?disabled=${this.busy} @click=${() => run(source.rows)}>${name ? icon(name) : nothing}
          ${title} all ${plain(source.rows.length)}</button>`) : nothing}</div>`;
  }

  /** Returns the actions on the selected rows, which stay in the window while the table scrolls. */
  chosen() {
    const {source} = this;
    return source.selected.size ? html`<fieldset class="bulk"><legend class="unseen">Selected rows</legend>
      <strong>${plain(source.selected.size)} selected</strong>${this.bulk.map(({title, icon: name, run}) => html`
        <button class="small" ?disabled=${this.busy} @click=${() => run(source.chosen)}>${name ? icon(name) : nothing} ${title}</button>`)}
      <button class="secondary outline small" @click=${() => source.select([])}>Clear selection</button></fieldset>` : nothing;
  }

  /** Returns what a phone shows on request: the order, the filters, the selection of all rows, the columns and the export. */
  folded() {
    const {source} = this;
    const sorted = this.columns.filter(({sort}) => sort);
    const order = source.filter('sort');
    if (!sorted.length && this.filters === nothing && source.loaded && !source.rows.length) return nothing;
    return html`<details class="folded"><summary role="button" class="secondary outline small">${icon('list-filter')} Filter and sort</summary>
      ${sorted.length ? html`<label>Sort by <select @change=${event => source.turn({sort: event.target.value})}>
        ${sorted.some(({sort}) => Object.values(sort ?? {}).includes(order)) ? nothing : html`<option value=${order} selected>Default</option>`}
        ${sorted.map(({title, sort}) => [['up', 'ascending'], ['down', 'descending']].map(([way, name]) => html`
          <option value=${sort?.[way]} ?selected=${sort?.[way] === order}>${title}, ${name}</option>`))}</select></label>` : nothing}
      ${this.filters}
      ${this.bulk.length && source.rows.length ? html`<label>${this.all()} Select all rows</label>` : nothing}
      ${source.loaded && !source.rows.length ? nothing : this.output()}</details>`;
  }

  /** Returns the box that selects all rows. */
  all() {
    const {source} = this;
    const all = source.rows.length > 0 && source.selected.size === source.rows.length;
    return html`<input type="checkbox" aria-label="Select all rows" .checked=${all}
        .indeterminate=${source.selected.size > 0 && !all} ?disabled=${!source.rows.length}
        @change=${() => source.select(all ? [] : source.rows.map(row => row._id))}>`;
  }

  /** Returns what concerns the rows: the choice of columns, and the export. */
  output() {
    const {source} = this;
    return html`<details class="dropdown columns"><summary role="button" class="secondary outline small">${icon('columns-3')} Columns</summary>
        <ul>${this.columns.slice(1).map(column => html`<li><label><input type="checkbox" .checked=${!this.#hidden.has(column.key)}
          @change=${event => this.choose(column.key, event.target.checked)}> ${column.title}</label></li>`)}</ul></details>
      <button class="secondary outline small" ?disabled=${this.busy || !source.rows.length} @click=${() => this.export()}>${icon('download')}
        Export CSV</button>`;
  }

  /** Searches at once. On phones, the keyboard would cover the rows. */
  submit(event) {
    event.preventDefault();
    const {q} = event.target.elements;
    if (TOUCH.matches) q.blur();
    this.find(q.value, 0);
  }

  /**
   * Searches after a pause in typing.
   * @param {string} text
   * @param {number} pause
   */
  find(text, pause) {
    if (text.trim() === this.source.filter('q')) clearTimeout(this.#timer);
    else this.later({q: text.trim()}, pause);
  }

  /**
   * Changes filters after a pause in typing, without a history entry for each key.
   * @param {Record<string, string>} changes
   * @param {number} [pause]
   */
  later(changes, pause = SEARCH_PAUSE_MS) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.source.turn(changes, 'replaceState'), pause);
  }

  /**
   * @param {string} key
   * @param {boolean} shown
   */
  choose(key, shown) {
    const hidden = this.#hidden;
    if (shown) hidden.delete(key);
    else hidden.add(key);
    localStorage.setItem(COLUMNS + this.#name, [...hidden].join(' '));
    this.requestUpdate();
  }

  head() {
    return html`<thead><tr>
      ${this.bulk.length ? html`<th scope="col" class="check">${this.all()}</th>` : nothing}
      ${this.shown.map(column => this.heading(column))}</tr></thead>`;
  }

  /** @param {Column} column */
  heading(column) {
    const {title, sort, menu} = column;
    if (!sort) return html`<th scope="col" class=${kind(column)}>${menu ? html`<span class="unseen">${title}</span>` : title}</th>`;
    const order = this.source.filter('sort');
    const up = order === sort.up;
    const down = order === sort.down;
    return html`<th scope="col" class=${kind(column)} aria-sort=${up ? 'ascending' : down ? 'descending' : 'none'}>
      <button class="plain" @click=${() => this.source.turn({sort: down ? sort.up : sort.down})}>${title}
        ${up ? icon('chevron-up') : down ? icon('chevron-down') : nothing}</button></th>`;
  }

  row(row) {
    const {source} = this;
    const chosen = source.selected.has(row._id);
    return html`<tr aria-selected=${this.bulk.length ? String(chosen) : nothing}>
      ${this.bulk.length ? html`<td class="check"><input type="checkbox" aria-label=${`Select ${this.named(row)}`} .checked=${chosen}
        @change=${() => this.toggle(row._id)}></td>` : nothing}
      ${this.shown.map((column, index) => (index ? html`<td data-label=${column.title} class=${kind(column)}>${this.cell(column, row)}</td>`
        : html`<th scope="row" class=${kind(column)}>${this.cell(column, row)}</th>`))}</tr>`;
  }

  /**
   * @param {Column} column
   * @param {any} row
   */
  cell({menu, cell}, row) {
    return menu ? html`<div class="actions">${cell?.(row)}<gh-menu .named=${this.named(row)} .items=${menu(row)} .busy=${this.busy}></gh-menu></div>` : cell?.(row);
  }

  /** @param {string} id */
  toggle(id) {
    const {selected} = this.source;
    this.source.select(selected.has(id) ? [...selected].filter(other => other !== id) : [...selected, id]);
  }

  skeleton() {
    if (!this.busy) return nothing;
    const columns = this.shown.length + (this.bulk.length ? 1 : 0);
    return Array.from({length: SKELETONS}, () => html`<tr aria-hidden="true">${Array.from({length: columns},
      () => html`<td><span class="skeleton"></span></td>`)}</tr>`);
  }

  none() {
    const {source} = this;
    return source.filtered || source.skip ? html`<gh-empty icon="search" text="No records match the search and the filters."
      .action=${html`<button class="secondary outline small" @click=${() => this.clear()}>Clear filters</button>`}></gh-empty>` : this.empty;
  }

  clear() {
    const {source} = this;
    return source.turn({...Object.fromEntries(Object.keys(source.defaults).map(name => [name, source.defaults[name]])), skip: ''});
  }

  pages() {
    const {source} = this;
    const {rows, total, size, skip, hasMore} = source;
    if (!source.loaded || (!rows.length && !skip)) return nothing;
    return html`<nav class="pages" aria-label=${`Pages of ${this.label}`}>
      <span class="quiet" role="status">${rows.length ? `${plain(skip + 1)}–${plain(skip + rows.length)}` : '0'}${total === undefined ? '' : ` of ${counted(total, 'row')}`}</span>
      <label>Rows <select @change=${event => source.turn({size: event.target.value})}>${SIZES.map(each => html`
        <option ?selected=${each === size}>${each}</option>`)}</select></label>
      <button class="secondary outline small" aria-label="Previous page" ?disabled=${!skip || this.busy}
        @click=${() => this.turn(Math.max(skip - size, 0))}>${icon('chevron-left')}</button>
      <button class="secondary outline small" aria-label="Next page" ?disabled=${!hasMore || this.busy}
        @click=${() => this.turn(skip + size)}>${icon('chevron-right')}</button></nav>`;
  }

  /** Shows other rows from the first one on. @param {number} skip */
  async turn(skip) {
    await this.source.turn({skip: skip || ''});
    if (this.getBoundingClientRect().top < 0) this.scrollIntoView();
  }

  /** Exports all columns of all records that match the filters. */
  async export() {
    const {source} = this;
    /** @type {number | undefined} */
    let count;
    const exported = await source.page.attempt(async () => {
      if (this.file) {
        await this.file();
        count = source.total;
        return;
      }
      const rows = await source.all();
      save(`${this.#name}-${now().toISOString().slice(0, DATE)}.csv`, csv(this.columns, rows));
      count = rows.length;
    });
    if (!exported) return;
    if (count === undefined) source.page.done = 'Exported.';
    else source.page.done = `${counted(count, 'record')} exported.${!this.file && count >= MAX_EXPORTED ? ` The maximum is ${plain(MAX_EXPORTED)}.` : ''}`;
  }
}

/** A page with one table. Its URL names the record in the drawer with `open`, or a new one with `add`. */
export class TablePage extends Page {
  /** @type {any} */
  records = undefined;

  turn() {
    if (this.records.stale) this.follow();
    else this.requestUpdate();
  }

  async load() {
    await this.records.load();
    this.renewDraft();
  }

  /** Keeps what is typed into the drawer after its record was read anew. */
  renewDraft() {
    /** @type {any} */ (this.querySelector('gh-drawer gh-form'))?.renew();
  }

  /** The record in the drawer; undefined if it is closed, or adds a record. */
  get opened() {
    const id = wanted().get('open');
    return id ? this.records.rows.find(row => row._id === id) : undefined;
  }

  /** Whether the drawer is open. */
  get covered() {
    return wanted().has('add') || this.opened !== undefined;
  }

  /**
   * Returns the URL with changed parameters.
   * @param {Record<string, string>} changes
   */
  place(changes) {
    return address(this.records.name, {...Object.fromEntries(wanted()), ...changes});
  }

  /**
   * Opens the drawer, or closes it.
   * @param {string} [id]
   */
  open(id = '') {
    note('pushState', this.records.name, {...Object.fromEntries(wanted()), open: id, add: ''});
    this.requestUpdate();
  }

  /** Deletes the draft of a form and closes the drawer. @param {HTMLFormElement} form */
  close(form) {
    /** @type {any} */ (form.closest('gh-form'))?.saved();
    this.open();
  }

  /** Returns the link that opens the drawer for a new record, and the one to their import. @param {string} title @param {unknown} [also] */
  adding(title, also = nothing) {
    return html`<p class="actions"><a role="button" class="small" href=${this.place({add: 'new', open: ''})}>${icon('plus')} ${title}</a> ${also}</p>`;
  }

  /**
   * Returns the drawer.
   * @param {string} title
   * @param {unknown} content
   */
  drawer(title, content) {
    return html`<gh-drawer @closed=${() => this.open()}><dialog aria-labelledby="drawer"><article>
      <header><h2 id="drawer" tabindex="-1">${title}</h2>
        <button type="button" class="plain" data-close aria-label="Close">${icon('x')}</button></header>
      ${this.happened()}${content}</article></dialog></gh-drawer>`;
  }

  /**
   * Returns the action that deletes the selected records after a confirmation.
   * @param {string} noun
   * @param {(row: any) => Promise<unknown>} remove
   * @param {(row: any) => string} [key] of the record in the trash, if it can be restored
   * @returns {Bulk}
   */
  deletes(noun, remove, key) {
    return {title: 'Delete', icon: 'trash-2', run: async rows => {
      const what = counted(rows.length, noun);
      if (!await confirmed(`Delete ${what}? ${key ? RESTORABLE : 'This cannot be undone.'}`, `Delete ${what}`)) return;
      await this.each(rows, remove, `${what} deleted.`, key && (() => this.each(rows, row => undelete(key(row)), `${what} restored.`)));
    }};
  }

  /**
   * Runs an action for rows, one after another. Rows that no longer exist are skipped. After a failure, shows how many rows are done, and
   * which are left.
   * @param {any[]} rows
   * @param {(row: any) => Promise<unknown>} action
   * @param {string} done success message
   * @param {() => unknown} [undo]
   */
  async each(rows, action, done, undo) {
    let count = 0;
    const ran = await this.attempt(async () => {
      for (const row of rows) {
        await action(row).catch(problem => { if (problem.status !== NOT_FOUND) throw problem; });
        count++;
      }
    }, done, () => this.load(), undo);
    if (ran) return;
    if (rows.length > 1) this.problem = `${plain(count)} of ${counted(rows.length, 'row')} done. ${this.problem}`;
    await this.arrive(() => this.load());
  }
}

customElements.define('gh-table', Table);
