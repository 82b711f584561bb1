/**
 * Books: print shop revenue and costs, expenses and the yearly figures for Schedule C.
 * @module
 */
import {html, nothing} from 'lit';
import {call, callWith, now, pause} from './api.js';
import {download} from './downloads.js';
import './expenses.js';
import {counted, day, moment, money} from './format.js';
import {Page, address, fields, wanted} from './page.js';

const SHOP = '/api/proxy/printshop';
const YEAR = /^(19|20|21)\d\d$|^2200$/;
const PERCENT = 100;
const LOOK_SECONDS = 2;

/** Messages for a sync that is not running. */
const SYNCS = {
  interrupted: 'Interrupted. It resumes automatically. ', paused: 'Paused until the token is replaced. ',
  cancelled: 'Cancelled. Synced orders are kept, and the next sync resumes where this one stopped. ',
};

class BooksPage extends Page {
  static properties = {
    summary: {state: true}, goal: {state: true}, form: {state: true}, sync: {state: true}, categories: {state: true},
  };

  constructor() {
    super();
    /** @type {string[]} */
    this.categories = [];
    this.year = day(now()).slice(0, 4);
    this.watching = false;
  }

  turn() {
    this.follow();
  }

  async load() {
    const query = wanted();
    const named = query.get('year') ?? '';
    const year = YEAR.test(named) ? named : day(now()).slice(0, 4);
    this.year = year;
    const [summary, goal, form, sync, words] = await Promise.all([
      call('GET', `${SHOP}/summary`),
      call('GET', `${SHOP}/sell-goal/public?year=${year}`),
      call('GET', `${SHOP}/schedule-c/data?year=${year}`),
      call('GET', `${SHOP}/sync`),
      call('GET', `${SHOP}/enums`),
    ]);
    if (year !== this.year) return;
    this.summary = summary;
    this.goal = goal.data;
    this.form = form;
    this.sync = sync.data;
    this.categories = words.data.categories;
    this.watch();
  }

  render() {
    const {summary} = this;
    return html`
      ${this.header('Books')}
      <p class="actions no-print"><label>Year <input name="year" type="number" min="1900" max="2200" .value=${this.year}
        @change=${event => { location.hash = address('books', {year: event.target.value}); }}></label></p>
      <div class="cards no-print">${summary ? html`${this.figures(summary.data, summary.currency)}
        ${summary.otherCurrencies.map(other => this.figures(other, other.currency))}` : nothing}
        ${this.goal ? this.goalCard(this.goal) : nothing}
        ${this.sync ? this.syncCard(this.sync) : nothing}</div>
      <book-expenses class="no-print" .year=${this.categories.length ? this.year : ''} .categories=${this.categories} .currency=${this.summary?.currency ?? ''}
        @changed=${() => this.arrive()}></book-expenses>
      ${this.form ? this.scheduleC(this.form) : nothing}`;
  }

  figures(figures, currency) {
    const row = (words, amount) => html`<tr><th scope="row">${words}</th><td class="number">${money(amount, currency)}</td></tr>`;
    return html`<article><h2>All time, in ${currency}</h2><table class="figures"><tbody>
      ${row('Gross revenue', figures.grossRevenue)}${row('Print shop costs', 0 - figures.printshopCosts)}${row('Platform fees', 0 - figures.platformFees)}
      ${row('Manual expenses', 0 - figures.manualExpenses)}${row('Net profit', figures.netProfit)}</tbody></table>
      <p class="quiet">${counted(figures.totalOrders, 'order')}, ${counted(figures.totalItems, 'copy', 'copies')}${figures.costsPending
        ? `, costs pending for ${counted(figures.costsPending, 'order')}` : ''}. Orders of the print shop only, without tax.</p></article>`;
  }

  goalCard({year, goal, sold, progress}) {
    return html`<article><h2>Sales goal for ${year}</h2>
      ${goal ? html`<p>${sold} of ${counted(goal, 'copy', 'copies')} sold</p>
        <progress aria-label="Progress toward the sales goal" max="100" value=${Math.min(progress * PERCENT, PERCENT)}></progress>`
        : html`<p>No goal set. ${counted(sold, 'copy', 'copies')} sold.</p>`}
      <form class="row" @submit=${event => this.setGoal(event)}><label>Sales goal in copies <input name="goal" type="number" required min="0"
        max="1000000000" .value=${String(goal)}></label><button class="small" ?disabled=${this.busy}>Set goal</button></form></article>`;
  }

  setGoal(event) {
    event.preventDefault();
    const goal = Number(fields(event.target).goal);
    return this.attempt(async () => {
      this.goal = (await call('PUT', `${SHOP}/sell-goal`, {year: Number(this.year), goal})).data;
    }, 'Sales goal updated.');
  }

  /** @param {any} sync */
  syncCard({state, lastSyncedAt, problem, run}) {
    const {seen, expected} = run?.counts ?? {seen: 0, expected: 0};
    return html`<article><h2>Order sync</h2>
      <p>${lastSyncedAt ? `Last synced ${moment(lastSyncedAt)}` : run ? 'No sync has completed yet.'
        : 'Never synced. Configure the print shop in the settings (printshop.token), then start a sync.'}</p>
      ${run ? html`<p role="status">${SYNCS[state] ?? ''}${expected ? `${seen} of ${counted(expected, 'order')}` : counted(seen, 'order')} processed.</p>` : nothing}
      ${state === 'running' ? html`<progress aria-label="Orders processed" max=${Math.max(expected, 1)} value=${seen}></progress>` : nothing}
      ${problem ? html`<p class="problem" role="status">${problem}. The next sync resumes where this one stopped.</p>` : nothing}
      ${['running', 'interrupted'].includes(state) ? html`<p><button class="secondary outline small" ?disabled=${this.busy}
        aria-label="Cancel sync" @click=${() => this.cancel()}>Cancel sync</button></p>` : nothing}
      <button class="outline small" ?disabled=${this.busy || state === 'running'} @click=${() => this.copy()}>Sync now</button></article>`;
  }

  copy() {
    return this.attempt(() => callWith('POST', `${SHOP}/sync`, {Prefer: 'respond-async'}),
      'Sync started. It continues when you leave this page.', () => this.look());
  }

  async cancel() {
    const asked = await this.attempt(async () => {
      this.sync = (await call('DELETE', `${SHOP}/sync`)).data;
    });
    if (!asked) return;
    this.done = this.sync.state === 'cancelled' ? 'Sync cancelled.' : 'The sync had already ended.';
  }

  async look() {
    this.sync = (await call('GET', `${SHOP}/sync`)).data;
    this.watch();
  }

  /** Polls while a sync is running, then reloads the page. */
  async watch() {
    if (this.watching || this.sync?.state !== 'running') return;
    const {signal} = this.left;
    this.watching = true;
    while (this.sync.state === 'running' && !signal.aborted) {
      await pause(LOOK_SECONDS, signal);
      this.sync = await call('GET', `${SHOP}/sync`).then(({data}) => data, () => this.sync);
    }
    this.watching = false;
    if (!signal.aborted) await this.arrive();
  }

  /** Downloads the year's figures as CSV. */
  keep(year) {
    return this.attempt(() => download(`${SHOP}/schedule-c/csv?year=${year}`));
  }

  /** @param {any} form */
  scheduleC({data: {year, currency, lines, otherExpenses, totals}, shop, otherCurrencies}) {
    const row = (line, words, amount) => html`<tr><td>${line}</td><th scope="row">${words}</th><td class="number">${money(amount, currency)}</td></tr>`;
    return html`<section aria-labelledby="schedule"><h2 id="schedule">Schedule C for ${year}</h2>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="schedule"><table><thead><tr><th scope="col">Line</th><th scope="col">Description</th>
        <th scope="col" class="number">Amount</th></tr></thead>
        <tbody>${lines.map(line => row(line.line, line.description, line.amount))}
          ${otherExpenses.map(expense => row('V', expense.description, expense.amount))}
          ${row('', 'Net profit', totals.netProfit)}</tbody></table></div>
      <p class="quiet">${shop ? `Line 1 contains ${money(shop.receipts, currency)} of the shop, and line 2 ${money(shop.returns, currency)}, without collected sales tax.`
        : 'The lines do not contain the sales of the shop.'}${otherCurrencies.length ? ` Amounts in ${otherCurrencies.join(', ')} are not included.` : ''}</p>
      <div class="actions no-print"><button class="outline small" @click=${() => print()}>Print</button>
        <button class="outline small" ?disabled=${this.busy} @click=${() => this.keep(year)}>Download CSV</button></div></section>`;
  }
}

customElements.define('books-page', BooksPage);
