/**
 * Expenses of a year that the owner has entered.
 * @module
 */
import {html, nothing} from 'lit';
import {call, once} from './api.js';
import {money} from './format.js';
import {amountField, confirmed, fields} from './page.js';
import {Records, paged} from './records.js';
import {TablePage} from './table.js';
import './drawer.js';

const EXPENSES = '/api/proxy/printshop/expenditures';

/** Fires `changed` after a change, which changes the totals of the page. */
class BookExpenses extends TablePage {
  static properties = {year: {attribute: false}, categories: {attribute: false}, currency: {attribute: false}};

  records = new Records(this, 'books', paged(EXPENSES, reply => reply.data, ({category}) => ({year: this.year,
    category: this.categories.includes(category) ? category : ''})), {year: '', category: ''});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'date', title: 'Date', text: expense => expense.date, cell: expense => html`<span class="when">${expense.date}</span>`},
    {key: 'amount', title: 'Amount', number: true, text: expense => expense.amount, cell: expense => html`<strong>${money(expense.amount, expense.currency)}</strong>`},
    {key: 'currency', title: 'Currency', hidden: true, text: expense => expense.currency, cell: expense => expense.currency},
    {key: 'category', title: 'Category', text: expense => expense.category, cell: expense => expense.category},
    {key: 'vendor', title: 'Vendor', text: expense => expense.vendor, cell: expense => expense.vendor ?? ''},
    {key: 'description', title: 'Description', text: expense => expense.description, cell: expense => html`<span class="text">${expense.description ?? ''}</span>`},
    {key: 'actions', title: 'Actions', menu: expense => [{title: 'Edit', run: () => this.open(expense._id)}, {title: 'Delete', run: () => this.drop(expense)}]},
  ];

  constructor() {
    super();
    /** Empty until the categories are known. */
    this.year = '';
    /** @type {string[]} */
    this.categories = [];
    this.currency = '';
  }

  async load() {
    if (this.year) await super.load();
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has('year') && this.year) this.arrive();
  }

  render() {
    const {records, covered, opened} = this;
    return html`<section aria-labelledby="expenses"><h2 id="expenses">Expenses of ${this.year}</h2>
      ${covered ? nothing : this.happened()}${this.adding('Add expense')}
      <gh-table label="Expenses" .records=${records} .columns=${this.columns} .busy=${this.busy} .named=${named}
        .bulk=${[this.deletion()]}
        .filters=${html`<label><span class="unseen">Category</span><select @change=${event => records.turn({category: event.target.value})}>
          <option value="">All categories</option>${this.categories.map(name => html`<option ?selected=${name === records.filter('category')}>${name}</option>`)}</select></label>`}
        .empty=${html`<gh-empty icon="book-open" text="No expenses for this selection."></gh-empty>`}></gh-table>
      ${covered ? this.form(opened) : nothing}</section>`;
  }

  form(edited) {
    return this.drawer(edited ? 'Edit expense' : 'Add an expense', html`
      <gh-form draft=${`expense.${edited?._id ?? 'new'}`}><form @submit=${event => this.enter(event)}><div class="fields">
        <label>Date <input name="date" type="date" required min="1900-01-01" max="2200-12-31" .value=${edited?.date ?? ''}></label>
        ${amountField('Amount', 'amount', edited?.amount, true)}
        <label>Currency <input name="currency" pattern="[A-Z]{3}" maxlength="3" autocomplete="off" placeholder=${this.currency}
          .value=${edited?.currency ?? ''}></label>
        <label>Category <select name="category">${this.categories.map(name => html`<option
          ?selected=${name === edited?.category}>${name}</option>`)}</select></label>
        <label>Vendor (optional) <input name="vendor" maxlength="200" autocomplete="off" .value=${edited?.vendor ?? ''}></label></div>
        <label>Description (optional) <input name="description" maxlength="2000" autocomplete="off" .value=${edited?.description ?? ''}></label>
        <div class="actions"><button class="small" ?disabled=${this.busy || !this.categories.length}>${edited ? 'Save changes' : 'Add expense'}</button></div></form></gh-form>`);
  }

  async enter(event) {
    event.preventDefault();
    const form = event.target;
    const {currency, ...typed} = fields(form);
    const expense = {...typed, amount: Number(typed.amount), ...currency ? {currency} : {}};
    const {opened} = this;
    await this.attempt(async () => {
      if (opened) await this.records.confirm(opened);
      if (opened) await call('PUT', `${EXPENSES}?id=${opened._id}`, expense);
      else await once(EXPENSES, expense);
      this.close(form);
      this.dispatchEvent(new Event('changed'));
    }, opened ? 'Expense updated.' : `Expense of ${typed.date} added.`, () => this.load());
  }

  /** @param {any} expense */
  erase(expense) {
    return call('DELETE', `${EXPENSES}?id=${expense._id}`);
  }

  /** Returns the action that deletes the selected expenses. The page reads its totals once, after the last. */
  deletion() {
    const {run, ...action} = this.deletes('expense', expense => this.erase(expense));
    return {...action, run: async rows => {
      await run(rows);
      this.dispatchEvent(new Event('changed'));
    }};
  }

  async drop(expense) {
    if (!await confirmed(`Delete ${money(expense.amount, expense.currency)} of ${expense.date}? It will be removed from all totals.`, 'Delete expense')) return;
    if (await this.attempt(() => this.erase(expense), 'Expense deleted.', () => this.load())) this.dispatchEvent(new Event('changed'));
  }
}

/** @param {any} expense */
const named = expense => `${expense.category} of ${expense.date}`;

customElements.define('book-expenses', BookExpenses);
