/**
 * The bot's live log. It is drawn at most ten times per second and only the latest entries are kept, because each update
 * moves all visible rows and makes the browser repaint them.
 * @module
 */
import {html, nothing} from 'lit';
import {guard} from './directives/guard.js';
import {repeat} from './directives/repeat.js';
import {call} from './api.js';
import {instant, plain} from './format.js';
import {listen} from './live.js';
import {Page, address, fields, wanted} from './page.js';

const LOGS = '/api/proxy/bots/trading/logs';
const PAGE = 100;
const MAX_LIVE_ROWS = 300;
/** Entries arrive in bursts of one second. This batch size draws 250 entries per second, or more if more are waiting. */
const LOT_ROWS = 25;
const LOT_MS = 100;
const LOTS_TO_CATCH_UP = 8;
const MAX_ROWS = 2_000;
const MAX_SHOWN_TEXT = 500;
const MAX_OPTIONS = 100;

/** @typedef {{_id: string, skipped?: number | null, LogMessage?: any}} Row an entry or a gap marker */
/** @typedef {Row[]} Lot a batch of rows, newest first. A drawn batch never changes and is removed as a whole. */

class BotLog extends Page {
  static properties = {lots: {state: true}, waiting: {state: true}, live: {state: true}, paused: {state: true}, loaded: {state: true},
    older: {state: true}};

  constructor() {
    super();
    /** @type {Lot[]} newest first */
    this.lots = [];
    /** @type {Row[]} received rows that are not drawn yet, oldest first */
    this.fresh = [];
    /** Length of `fresh` at the last update. */
    this.waiting = 0;
    /** The next update, as a timer or an animation frame; 0 if none is scheduled. */
    this.timer = 0;
    this.frame = 0;
    this.gaps = 0;
    /** Known filter values. @type {Record<string, Set<string>>} */
    this.known = {messageType: new Set(), messageSource: new Set()};
    /** Number of the latest load. Rows received during a load wait. */
    this.look = 0;
    this.looking = false;
    this.live = false;
    this.paused = false;
    this.loaded = false;
    this.older = true;
  }

  connectedCallback() {
    super.connectedCallback();
    listen(`${LOGS}/stream`, {
      received: entry => this.take(entry),
      gap: skipped => this.take({_id: `gap ${this.gaps++}`, skipped}),
      state: open => { this.live = open; },
    }, this.left.signal, true);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.timer = 0;
    this.frame = 0;
  }

  get rows() {
    return this.lots.flat();
  }

  get filter() {
    return {messageType: wanted().get('type') ?? '', messageSource: wanted().get('source') ?? ''};
  }

  turn() {
    if (wanted().get('view') === 'log') this.follow();
  }

  /** @param {Record<string, string>} [more] */
  fetch(more = {}) {
    const chosen = Object.entries({...this.filter, ...more}).filter(([, value]) => value);
    return call('GET', `${LOGS}?${new URLSearchParams([['limit', String(PAGE)], ...chosen])}`, undefined, this.left.signal);
  }

  async load() {
    const look = ++this.look;
    this.fresh = [];
    this.looking = true;
    const {data, pagination} = await this.fetch().finally(() => { if (look === this.look) this.looking = false; });
    if (look !== this.look) return;
    this.note(data);
    this.lots = [data];
    this.older = pagination.hasNextPage;
    this.loaded = true;
    this.resume();
  }

  /** @param {Row} row */
  take(row) {
    if (!this.wants(row)) return;
    this.fresh.push(row);
    if (this.fresh.length > MAX_LIVE_ROWS) this.fresh.shift();
    this.draw();
  }

  /** Schedules an update for the next frame, unless one is scheduled. */
  draw() {
    if (!this.timer && !this.frame) this.frame = requestAnimationFrame(() => this.merge());
  }

  /** @param {Row} row */
  wants({LogMessage: message}) {
    const {messageType, messageSource} = this.filter;
    return !message || ((!messageType || message.messageType === messageType) && (!messageSource || message.messageSource === messageSource));
  }

  /** Adds received rows to the list, oldest first. */
  merge() {
    this.frame = 0;
    if (this.looking) return;
    if (!this.paused) this.add(unlike(this.rows, this.next()));
    this.waiting = this.fresh.length;
    this.timer = setTimeout(() => {
      this.timer = 0;
      if (this.fresh.length && !(this.paused && this.fresh.length === this.waiting)) this.draw();
    }, LOT_MS);
  }

  /** Takes the next batch of received rows. */
  next() {
    return this.fresh.splice(0, Math.max(LOT_ROWS, Math.ceil(this.fresh.length / LOTS_TO_CATCH_UP))).reverse();
  }

  /** @param {Lot} lot */
  add(lot) {
    if (!lot.length) return;
    this.note(lot);
    this.lots = within(MAX_LIVE_ROWS, [lot, ...this.lots]);
  }

  resume() {
    this.paused = false;
    this.draw();
  }

  /** Loads older entries and pauses the live log. */
  more() {
    this.paused = true;
    const last = this.rows.findLast(row => row.LogMessage?.timeStamp)?.LogMessage.timeStamp;
    return this.attempt(async () => {
      const {data, pagination} = await this.fetch(last ? {endDate: last, limit: String(2 * PAGE)} : {});
      this.lots = [...this.lots, unlike(this.rows, data)];
      this.older = pagination.hasNextPage && this.rows.length < MAX_ROWS;
    });
  }

  choose(event) {
    event.preventDefault();
    const {type, source} = fields(event.currentTarget);
    location.hash = address('market', {view: 'log', type, source});
  }

  render() {
    const {messageType, messageSource} = this.filter;
    const filled = this.lots.some(lot => lot.length);
    return html`<section aria-labelledby="log">
      <h2 id="log">Bot log <span class="state ${this.live ? 'up' : ''}">${this.state}</span></h2>
      ${this.happened()}
      <form class="fields" @submit=${event => this.choose(event)}>
        <label>Type <input name="type" .value=${messageType} list="types" maxlength="200" autocomplete="off"></label>
        <label>Source <input name="source" .value=${messageSource} list="sources" maxlength="200" autocomplete="off"></label>
        ${this.options('types', 'messageType')}${this.options('sources', 'messageSource')}
        <div class="actions"><button class="small">Apply filter</button>
          ${messageType || messageSource ? html`<a role="button" class="secondary outline small"
            href=${address('market', {view: 'log'})}>Clear filter</a>` : nothing}
          ${this.paused ? html`<button type="button" class="outline small"
            @click=${() => this.resume()}>Resume${this.waiting ? ` (${plain(this.waiting)} new)` : ''}</button>`
            : html`<button type="button" class="outline small" @click=${() => { this.paused = true; }}>Pause</button>`}</div></form>
      ${filled ? html`<ul class="list log" aria-label="Log entries, newest first">${repeat(this.lots, lot => lot,
        lot => guard([lot], () => lot.map(row => this.row(row))))}</ul>`
        : this.nothingYet()}
      ${filled && this.older ? html`<p><button class="secondary outline small" ?disabled=${this.busy}
        @click=${() => this.more()}>Show older</button></p>` : nothing}
      </section>`;
  }

  get state() {
    if (this.paused) return 'paused';
    return this.live ? 'live' : 'connecting';
  }

  nothingYet() {
    if (!this.loaded) return nothing;
    const {messageType, messageSource} = this.filter;
    return html`<gh-empty icon="scroll-text" text=${messageType || messageSource ? 'No entries match the filter. Type and source must match exactly.'
      : 'No log entries yet. The bot writes them with POST /api/proxy/bots/trading/logs and a key with the scope logs.'}></gh-empty>`;
  }

  /** Returns suggestions for a filter field, from the loaded rows. */
  options(id, field) {
    return html`<datalist id=${id}>${[...this.known[field]].map(value => html`<option value=${value}></option>`)}</datalist>`;
  }

  /** @param {Row[]} rows that are added to the list */
  note(rows) {
    for (const [field, known] of Object.entries(this.known)) {
      const values = rows.map(row => row.LogMessage?.[field]).filter(Boolean);
      if (values.some(value => !known.has(value))) this.known = {...this.known, [field]: new Set([...known, ...values].slice(-MAX_OPTIONS))};
    }
  }

  /** @param {Row} row */
  row({LogMessage: message, skipped}) {
    if (!message) {
      return html`<li><p class="quiet">${skipped ? `${plain(skipped)} entries` : 'Some entries'} were omitted here, because they arrived too fast or
        while the stream was closed. <button class="outline small" @click=${() => this.follow()}>Load latest entries</button></p></li>`;
    }
    const text = message.message ?? '';
    return html`<li><span class="state ${/^(error|fatal)/i.test(message.messageType ?? '') ? 'down' : ''}">${message.messageType ?? 'no type'}</span>
      <strong>${message.messageSource ?? ''}</strong>
      <span class="quiet">${message.localOperationName ?? ''} ${instant(message.timeStamp)}</span>
      ${text.length > MAX_SHOWN_TEXT ? html`<details><summary>${text.slice(0, MAX_SHOWN_TEXT)} …</summary><p class="text">${text}</p></details>`
        : html`<p class="text">${text}</p>`}</li>`;
  }
}

/**
 * Returns the rows that the other list does not contain.
 * @param {Row[]} others
 * @param {Row[]} rows
 */
function unlike(others, rows) {
  const seen = new Set(others.map(({_id}) => _id));
  return rows.filter(({_id}) => !seen.has(_id) && seen.add(_id));
}

/**
 * Returns the newest batches within a maximum number of rows, and always the newest batch.
 * @param {number} most
 * @param {Lot[]} lots
 */
function within(most, lots) {
  let rows = 0;
  return lots.filter((lot, index) => { rows += lot.length; return !index || rows <= most; });
}

customElements.define('bot-log', BotLog);
