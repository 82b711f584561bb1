/**
 * Books: print shop revenue and costs, manual expenses and the yearly figures for Schedule C.
 * @module
 */
import {html, nothing} from 'lit';
import {call, callWith, now, once, pause} from './api.js';
import {fetchFile} from './downloads.js';
import {counted, day, moment, money} from './format.js';
import {Listing} from './lists.js';
import {Page, address, confirmed, fields, wanted} from './page.js';

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
    summary: {state: true}, goal: {state: true}, form: {state: true}, sync: {state: true}, edited: {state: true}, categories: {state: true},
  };

  constructor() {
    super();
    /** @type {string[]} */
    this.categories = [];
    /** The expense in the edit form; undefined for a new expense. @type {any} */
    this.edited = undefined;
    this.year = day(now()).slice(0, 4);
    this.category = '';
    this.watching = false;
    this.expenses = this.expensesOf();
  }

  expensesOf() {
    const category = this.category ? `&category=${this.category}` : '';
    return new Listing(this, `${SHOP}/expenditures?year=${this.year}${category}`, reply => reply.data);
  }

  turn() {
    this.follow();
  }

  async load() {
    const query = wanted();
    const named = query.get('year') ?? '';
    this.year = YEAR.test(named) ? named : day(now()).slice(0, 4);
    this.category = this.categories.includes(query.get('category') ?? '') ? String(query.get('category')) : '';
    const list = this.expensesOf();
    this.expenses = list;
    const [summary, goal, form, sync, words] = await Promise.all([
      call('GET', `${SHOP}/summary`),
      call('GET', `${SHOP}/sell-goal/public?year=${this.year}`),
      call('GET', `${SHOP}/schedule-c/data?year=${this.year}`),
      call('GET', `${SHOP}/sync`),
      call('GET', `${SHOP}/enums`),
      list.load(),
    ]);
    if (list !== this.expenses) return;
    this.summary = summary;
    this.goal = goal.data;
    this.form = form.data;
    this.sync = sync.data;
    this.categories = words.data.categories;
    this.watch();
  }

  render() {
    const {summary} = this;
    return html`
      ${this.header('Books')}
      <div class="cards no-print">${summary ? html`${this.figures(summary.data, summary.currency)}
        ${summary.otherCurrencies.map(other => this.figures(other, other.currency))}` : nothing}
        ${this.goal ? this.goalCard(this.goal) : nothing}
        ${this.sync ? this.syncCard(this.sync) : nothing}</div>
      ${this.expensesSection()}
      ${this.form ? this.scheduleC(this.form) : nothing}`;
  }

  figures(figures, currency) {
    const row = (words, amount) => html`<tr><th scope="row">${words}</th><td class="number">${money(amount, currency)}</td></tr>`;
    return html`<article><h2>All time, in ${currency}</h2><table class="figures"><tbody>
      ${row('Gross revenue', figures.grossRevenue)}${row('Print shop costs', 0 - figures.printshopCosts)}${row('Platform fees', 0 - figures.platformFees)}
      ${row('Manual expenses', 0 - figures.manualExpenses)}${row('Net profit', figures.netProfit)}</tbody></table>
      <p class="quiet">${counted(figures.totalOrders, 'order')}, ${counted(figures.totalItems, 'copy', 'copies')}${figures.costsPending
        ? `, costs pending for ${counted(figures.costsPending, 'order')}` : ''}</p></article>`;
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

  expensesSection() {
    const {expenses, edited} = this;
    return html`<section class="no-print" aria-labelledby="expenses"><h2 id="expenses">Expenses</h2>
      <div class="fields"><label>Year <input type="number" min="1900" max="2200" .value=${this.year}
          @change=${event => { location.hash = address('books', {year: event.target.value, category: this.category}); }}></label>
        <label>Category <select @change=${event => { location.hash = address('books', {year: this.year, category: event.target.value}); }}>
          <option value="">All</option>
          ${this.categories.map(name => html`<option ?selected=${name === this.category}>${name}</option>`)}</select></label></div>
      ${expenses.rows.length ? html`<ul class="list">${expenses.rows.map(expense => this.expense(expense))}</ul>`
        : html`<p>${expenses.empty('No expenses for this selection. Add one below.')}</p>`}
      ${expenses.further()}
      <h3 id="expense" tabindex="-1">${edited ? 'Edit expense' : 'Add an expense'}</h3>
      <gh-form draft=${`expense.${this.edited?._id ?? 'new'}`}><form @submit=${event => this.enter(event)}><div class="fields">
        <label>Date <input name="date" type="date" required min="1900-01-01" max="2200-12-31" .value=${edited?.date ?? ''}></label>
        <label>Amount <input name="amount" type="number" required min="0.001" max="1000000000" step="0.001" .value=${String(edited?.amount ?? '')}></label>
        <label>Currency <input name="currency" pattern="[A-Z]{3}" maxlength="3" autocomplete="off" placeholder=${this.summary?.currency ?? ''}
          .value=${edited?.currency ?? ''}></label>
        <label>Category <select name="category">${this.categories.map(name => html`<option
          ?selected=${name === edited?.category}>${name}</option>`)}</select></label>
        <label>Description (optional) <input name="description" maxlength="2000" autocomplete="off" .value=${edited?.description ?? ''}></label>
        <label>Vendor (optional) <input name="vendor" maxlength="200" autocomplete="off" .value=${edited?.vendor ?? ''}></label></div>
        <div class="actions"><button class="small" ?disabled=${this.busy || !this.categories.length}>${edited ? 'Save changes' : 'Add expense'}</button>
        ${edited ? html`<button type="button" class="secondary outline small"
          @click=${() => { this.edited = undefined; }}>Cancel</button>` : nothing}</div>
      </form></gh-form></section>`;
  }

  expense(expense) {
    const what = `${expense.category} of ${expense.date}`;
    return html`<li><strong>${money(expense.amount, expense.currency)}</strong> ${expense.category}
      <span class="quiet">${[expense.date, expense.vendor].filter(Boolean).join(', ')}</span>
      ${expense.description ? html`<p class="text">${expense.description}</p>` : nothing}
      <div class="actions"><button class="outline small" ?disabled=${this.busy} aria-label=${`Edit ${what}`}
        @click=${() => this.edit(expense)}>Edit</button>
      <button class="outline small" ?disabled=${this.busy} aria-label=${`Delete ${what}`} @click=${() => this.drop(expense)}>Delete</button></div></li>`;
  }

  async edit(expense) {
    this.edited = expense;
    await this.updateComplete;
    this.querySelector('#expense')?.scrollIntoView();
    /** @type {HTMLElement | null} */ (this.querySelector('input[name=date]'))?.focus();
  }

  async enter(event) {
    event.preventDefault();
    const form = event.target;
    const {currency, ...typed} = fields(form);
    const expense = {...typed, amount: Number(typed.amount), ...currency ? {currency} : {}};
    const {edited} = this;
    const entered = await this.attempt(async () => {
      if (edited) await call('PUT', `${SHOP}/expenditures?id=${edited._id}`, expense);
      else await once(`${SHOP}/expenditures`, expense);
    }, edited ? 'Expense updated.' : `Expense of ${typed.date} added.`, () => this.load());
    if (!entered) return;
    this.edited = undefined;
    form.reset();
  }

  async drop(expense) {
    if (!await confirmed(`Delete ${money(expense.amount, expense.currency)} of ${expense.date}? It will be removed from all totals.`, 'Delete expense')) return;
    await this.attempt(() => call('DELETE', `${SHOP}/expenditures?id=${expense._id}`), 'Expense deleted.', () => this.load());
  }

  /** Downloads the year's figures as CSV. */
  keep(year) {
    return this.attempt(async () => {
      const {blob, name} = await fetchFile('GET', `${SHOP}/schedule-c/csv?year=${year}`);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = name;
      link.click();
      URL.revokeObjectURL(link.href);
    });
  }

  scheduleC({year, currency, lines, otherExpenses, totals}) {
    const row = (line, words, amount) => html`<tr><td>${line}</td><th scope="row">${words}</th><td class="number">${money(amount, currency)}</td></tr>`;
    return html`<section aria-labelledby="schedule"><h2 id="schedule">Schedule C for ${year}</h2>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="schedule"><table><thead><tr><th scope="col">Line</th><th scope="col">Description</th>
        <th scope="col" class="number">Amount</th></tr></thead>
        <tbody>${lines.map(line => row(line.line, line.description, line.amount))}
          ${otherExpenses.map(expense => row('V', expense.description, expense.amount))}
          ${row('', 'Net profit', totals.netProfit)}</tbody></table></div>
      <div class="actions no-print"><button class="outline small" @click=${() => print()}>Print</button>
        <button class="outline small" ?disabled=${this.busy} @click=${() => this.keep(year)}>Download CSV</button></div></section>`;
  }
}

customElements.define('books-page', BooksPage);
