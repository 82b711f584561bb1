/**
 * Books: what the print shop sold and cost, the expenses that were entered by hand, and the year for the tax form.
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

/** What became of a run that does not move. */
const SYNCS = {
  interrupted: 'Cut off; it goes on by itself. ', paused: 'It waits for another token. ',
  cancelled: 'Cancelled. What was copied stays; copying again goes on where it stopped. ',
};

class BooksPage extends Page {
  static properties = {
    summary: {state: true}, goal: {state: true}, form: {state: true}, sync: {state: true}, edited: {state: true}, categories: {state: true},
  };

  constructor() {
    super();
    /** @type {string[]} */
    this.categories = [];
    /** The expense that the form changes; undefined where it enters one. @type {any} */
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
    return html`<article><h2>All times, in ${currency}</h2><table class="figures"><tbody>
      ${row('Sold', figures.grossRevenue)}${row('Print shop', 0 - figures.printshopCosts)}${row('Platforms', 0 - figures.platformFees)}
      ${row('Own expenses', 0 - figures.manualExpenses)}${row('Left', figures.netProfit)}</tbody></table>
      <p class="quiet">${counted(figures.totalOrders, 'order')}, ${counted(figures.totalItems, 'copy', 'copies')}${figures.costsPending
        ? `; the costs of ${counted(figures.costsPending, 'order')} are not known yet` : ''}</p></article>`;
  }

  goalCard({year, goal, sold, progress}) {
    return html`<article><h2>Goal of ${year}</h2>
      ${goal ? html`<p>${sold} of ${counted(goal, 'copy', 'copies')} sold</p>
        <progress aria-label="Sold of the goal" max="100" value=${Math.min(progress * PERCENT, PERCENT)}></progress>`
        : html`<p>No goal is set; ${counted(sold, 'copy is', 'copies are')} sold.</p>`}
      <form class="row" @submit=${event => this.setGoal(event)}><label>Copies to sell <input name="goal" type="number" required min="0"
        max="1000000000" .value=${String(goal)}></label><button class="small" ?disabled=${this.busy}>Set</button></form></article>`;
  }

  setGoal(event) {
    event.preventDefault();
    const goal = Number(fields(event.target).goal);
    return this.attempt(async () => {
      this.goal = (await call('PUT', `${SHOP}/sell-goal`, {year: Number(this.year), goal})).data;
    }, 'The goal is set.');
  }

  /** @param {any} sync */
  syncCard({state, lastSyncedAt, problem, run}) {
    const {seen, expected} = run?.counts ?? {seen: 0, expected: 0};
    return html`<article><h2>Copy of the orders</h2>
      <p>${lastSyncedAt ? `As of ${moment(lastSyncedAt)}` : run ? 'Never copied to the end.'
        : 'Never copied. Set the print shop in the settings (printshop.token), then copy.'}</p>
      ${run ? html`<p role="status">${SYNCS[state] ?? ''}${counted(seen, 'order')} seen${expected ? ` of ${expected}` : ''}.</p>` : nothing}
      ${state === 'running' ? html`<progress aria-label="Orders copied" max=${Math.max(expected, 1)} value=${seen}></progress>` : nothing}
      ${problem ? html`<p class="problem" role="status">${problem}. Copying again goes on where it stopped.</p>` : nothing}
      ${['running', 'interrupted'].includes(state) ? html`<p><button class="secondary outline small" ?disabled=${this.busy}
        aria-label="Cancel the copying" @click=${() => this.cancel()}>Cancel</button></p>` : nothing}
      <button class="outline small" ?disabled=${this.busy || state === 'running'} @click=${() => this.copy()}>Copy now</button></article>`;
  }

  copy() {
    return this.attempt(() => callWith('POST', `${SHOP}/sync`, {Prefer: 'respond-async'}),
      'The copying has begun; it goes on when you leave this page.', () => this.look());
  }

  async cancel() {
    const asked = await this.attempt(async () => {
      this.sync = (await call('DELETE', `${SHOP}/sync`)).data;
    });
    if (!asked) return;
    this.done = this.sync.state === 'cancelled' ? 'The copying is cancelled.' : 'The copying had ended before.';
  }

  async look() {
    this.sync = (await call('GET', `${SHOP}/sync`)).data;
    this.watch();
  }

  /** Looks again and again while orders are copied, and then at what they change. */
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
          <option value="">all</option>
          ${this.categories.map(name => html`<option ?selected=${name === this.category}>${name}</option>`)}</select></label></div>
      ${expenses.rows.length ? html`<ul class="list">${expenses.rows.map(expense => this.expense(expense))}</ul>`
        : html`<p>${expenses.empty('None of this year. Enter the first one below.')}</p>`}
      ${expenses.further()}
      <h3 id="expense" tabindex="-1">${edited ? 'Change the expense' : 'Enter an expense'}</h3>
      <form @submit=${event => this.enter(event)}><div class="fields">
        <label>Day <input name="date" type="date" required min="1900-01-01" max="2200-12-31" .value=${edited?.date ?? ''}></label>
        <label>Amount <input name="amount" type="number" required min="0.001" max="1000000000" step="0.001" .value=${String(edited?.amount ?? '')}></label>
        <label>Currency <input name="currency" pattern="[A-Z]{3}" maxlength="3" autocomplete="off" placeholder=${this.summary?.currency ?? ''}
          .value=${edited?.currency ?? ''}></label>
        <label>Category <select name="category">${this.categories.map(name => html`<option
          ?selected=${name === edited?.category}>${name}</option>`)}</select></label>
        <label>What for <input name="description" maxlength="2000" autocomplete="off" .value=${edited?.description ?? ''}></label>
        <label>Paid to <input name="vendor" maxlength="200" autocomplete="off" .value=${edited?.vendor ?? ''}></label></div>
        <div class="actions"><button class="small" ?disabled=${this.busy || !this.categories.length}>${edited ? 'Save the change' : 'Enter it'}</button>
        ${edited ? html`<button type="button" class="secondary outline small"
          @click=${() => { this.edited = undefined; }}>Leave it as it is</button>` : nothing}</div>
      </form></section>`;
  }

  expense(expense) {
    const what = `${expense.category} of ${expense.date}`;
    return html`<li><strong>${money(expense.amount, expense.currency)}</strong> ${expense.category}
      <span class="quiet">${[expense.date, expense.vendor].filter(Boolean).join(', ')}</span>
      ${expense.description ? html`<p class="text">${expense.description}</p>` : nothing}
      <div class="actions"><button class="outline small" ?disabled=${this.busy} aria-label=${`Change ${what}`}
        @click=${() => this.edit(expense)}>Change</button>
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
    }, edited ? 'The expense is changed.' : `Entered for ${typed.date}.`, () => this.load());
    if (!entered) return;
    this.edited = undefined;
    form.reset();
  }

  async drop(expense) {
    if (!await confirmed(`Delete ${money(expense.amount, expense.currency)} of ${expense.date}? It counts no more.`, 'Delete it')) return;
    await this.attempt(() => call('DELETE', `${SHOP}/expenditures?id=${expense._id}`), 'The expense is deleted.', () => this.load());
  }

  /** Saves the year as a table. */
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
    return html`<section aria-labelledby="schedule"><h2 id="schedule">Schedule C of ${year}</h2>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="schedule"><table><thead><tr><th scope="col">Line</th><th scope="col">What</th>
        <th scope="col" class="number">Amount</th></tr></thead>
        <tbody>${lines.map(line => row(line.line, line.description, line.amount))}
          ${otherExpenses.map(expense => row('V', expense.description, expense.amount))}
          ${row('', 'Net profit', totals.netProfit)}</tbody></table></div>
      <div class="actions no-print"><button class="outline small" @click=${() => print()}>Print it</button>
        <button class="outline small" ?disabled=${this.busy} @click=${() => this.keep(year)}>Save as a table</button></div></section>`;
  }
}

customElements.define('books-page', BooksPage);
