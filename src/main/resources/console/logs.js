/**
 * The history of the bot's log: period, level, source, text search and export.
 * @module
 */
import {html, nothing} from 'lit';
import {call, now} from './api.js';
import {instant, isDay, plain, span} from './format.js';
import {Page} from './page.js';
import {Records, contains} from './records.js';
import './table.js';

const LOGS = '/api/proxy/bots/trading/logs';
const LEVELS = {'': 'All levels', error: 'Errors', warn: 'Warnings', info: 'Info', debug: 'Debug'};
const PERIODS = {'': 'Any time', today: 'Today', yesterday: 'Yesterday', week: 'Last 7 days'};
const SCANNED_PAGE = 200;
const MAX_SCANNED_PAGES = 10;
const MAX_SHOWN_TEXT = 300;
const DAY_PAUSE_MS = 700;

class LogsPage extends Page {
  /** Number of entries that a text search has read and left out; 0 without a search. */
  unread = 0;

  records = new Records(this, 'logs', (filters, limit, skip, signal) => this.find(filters, limit, skip, signal),
    {q: '', level: '', source: '', period: '', from: '', to: '', sort: 'desc'});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'time', title: 'Time', text: entry => entry.timeStamp, cell: entry => html`<span class="when">${instant(entry.timeStamp)}</span>`,
      sort: {up: 'asc', down: 'desc'}},
    {key: 'level', title: 'Level', text: entry => entry.messageType, cell: entry => html`<span class="state ${/^(error|fatal)/i.test(entry.messageType ?? '')
      ? 'down' : ''}">${entry.messageType}</span>`},
    {key: 'source', title: 'Source', text: entry => entry.messageSource, cell: entry => entry.messageSource},
    {key: 'operation', title: 'Operation', text: entry => entry.localOperationName, cell: entry => entry.localOperationName, hidden: true},
    {key: 'message', title: 'Message', text: entry => entry.message, cell: entry => message(entry.message ?? '')},
  ];

  turn() {
    if (this.records.stale) this.follow();
  }

  load() {
    return this.records.load();
  }

  /** @type {import('./records.js').Fetch} */
  async find({q, level, source, period, from, to, sort}, limit, skip, signal) {
    const [start, end] = period ? span(period, now()) : [midnight(from), midnight(to, 1)];
    const chosen = Object.entries({messageType: level, messageSource: source, startDate: start, endDate: end, sortOrder: sort}).filter(([, value]) => value);
    const fetched = async (page, size) => {
      const query = new URLSearchParams([...chosen, ['page', String(page)], ['limit', String(size)]]);
      const {data, pagination} = await call('GET', `${LOGS}?${query}`, undefined, signal);
      return {rows: data.map(({_id, LogMessage: entry}) => ({_id, ...entry})), total: pagination.totalItems, hasMore: pagination.hasNextPage};
    };
    this.unread = 0;
    if (!q) return fetched(Math.floor(skip / limit) + 1, limit);
    return this.#scan(fetched, q, limit, skip);
  }

  /** The API has no text search, so this searches the first entries of the other filters. */
  async #scan(fetched, q, limit, skip) {
    /** @type {any[]} */
    const found = [];
    for (let page = 1; page <= MAX_SCANNED_PAGES; page++) {
      const {rows, total, hasMore} = await fetched(page, SCANNED_PAGE);
      found.push(...rows.filter(entry => contains(q, [entry.message, entry.messageSource, entry.localOperationName, entry.messageType])));
      this.unread = hasMore ? total - page * SCANNED_PAGE : 0;
      if (!hasMore) break;
    }
    return {rows: found.slice(skip, skip + limit), total: found.length, hasMore: skip + limit < found.length};
  }

  /**
   * Filters by a day after a pause. Chromium reports a year at each of its digits, the first of them as 0002.
   * @param {'from' | 'to'} name
   * @param {string} date
   */
  typed(name, date) {
    if (date && !isDay(date)) return;
    /** @type {any} */ (this.querySelector('gh-table')).later({[name]: date, period: ''}, DAY_PAUSE_MS);
  }

  render() {
    const {records} = this;
    const pick = change => records.turn(change);
    return html`${this.header('Log')}
      <p class="quiet">The history of the bot's log, in your time zone (${Intl.DateTimeFormat().resolvedOptions().timeZone}).
        <a href="#/market?view=log">Open the live log</a></p>
      ${this.unread ? html`<p class="quiet" role="status">The search covers the first ${plain(SCANNED_PAGE * MAX_SCANNED_PAGES)} entries of this selection.
        ${plain(this.unread)} further entries were not searched. Select a shorter period.</p>` : nothing}
      <gh-table label="Log entries" search="Search texts" .records=${records} .columns=${this.columns} .busy=${this.busy}
        .filters=${html`
          <gh-filter label="Level" .options=${LEVELS} .value=${records.filter('level')} @choose=${event => pick({level: event.detail})}></gh-filter>
          <gh-filter label="Period" .options=${PERIODS} .value=${records.filter('period')}
            @choose=${event => pick({period: event.detail, from: '', to: ''})}></gh-filter>
          <label class="dates">From <input type="date" .value=${records.filter('from')} @change=${event => this.typed('from', event.target.value)}></label>
          <label class="dates">To <input type="date" .value=${records.filter('to')} @change=${event => this.typed('to', event.target.value)}></label>
          <label class="dates">Source <input maxlength="200" autocomplete="off" .value=${records.filter('source')}
            @change=${event => pick({source: event.target.value.trim()})}></label>`}
        .empty=${html`<gh-empty icon="scroll-text"
          text="No log entries yet. The bot writes them with POST /api/proxy/bots/trading/logs and a key with the scope logs."></gh-empty>`}></gh-table>`;
  }
}

/** @param {string} text */
const message = text => (text.length > MAX_SHOWN_TEXT
  ? html`<details><summary>${text.slice(0, MAX_SHOWN_TEXT)} …</summary><p class="text">${text}</p></details>` : html`<span class="text">${text}</span>`);

/**
 * Returns the first instant of a day in the viewer's time zone; empty for an invalid day.
 * @param {string} date 2026-12-01
 * @param {number} [days] number of days after it
 */
function midnight(date, days = 0) {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return '';
  const day = new Date(`${date}T00:00:00`);
  day.setDate(day.getDate() + days);
  return Number.isNaN(day.getTime()) ? '' : new Date(day.getTime() - (days ? 1 : 0)).toISOString();
}

customElements.define('logs-page', LogsPage);
