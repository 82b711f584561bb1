/**
 * Customers of the shop: subscribers to news, and buyers, who need not have subscribed.
 * @module
 */
import {html} from 'lit';
import {call} from './api.js';
import {moment, money, plain} from './format.js';
import {Page, address, confirmed, importing, views, wanted} from './page.js';
import {Records, contains, paged, whole} from './records.js';
import {TablePage} from './table.js';

const CUSTOMERS = '/api/proxy/storefront/customers';
const ORDERS = '/api/proxy/storefront/orders';
const VIEWS = {subscribers: 'Subscribers', buyers: 'Buyers'};
const ORDERS_PAGE = 100;

/** Orders from which buyers are collected. */
const MAX_ORDERS = 1000;

/** States of orders that were bought. */
const BOUGHT = ['placed', 'paid', 'shipped', 'partly_refunded', 'refunded', 'charged_back', 'unresolved'];

class CustomersPage extends Page {
  turn() {
    this.requestUpdate();
  }

  render() {
    const buyers = wanted().get('view') === 'buyers';
    return html`${this.header('Customers')}${views('customers', VIEWS, buyers ? 'buyers' : 'subscribers')}
      ${buyers ? html`<customer-buyers></customer-buyers>` : html`<customer-subscribers></customer-subscribers>`}`;
  }
}

class CustomerSubscribers extends TablePage {
  records = new Records(this, 'customers', paged(CUSTOMERS, reply => reply.customers), {q: ''});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'email', title: 'Email', text: customer => customer.email, cell: customer => html`<strong>${customer.email}</strong>`},
    {key: 'consent', title: 'Agreed to news', text: customer => customer.createdAt, cell: customer => html`<span class="when">${moment(customer.createdAt)}</span>`},
    {key: 'source', title: 'Source', text: customer => customer.source, cell: customer => customer.source},
    {key: 'unsubscribe', title: 'Unsubscribe URL', hidden: true, text: customer => customer.unsubscribeUrl, cell: customer => customer.unsubscribeUrl},
    {key: 'orders', title: 'Details', cell: ordersOf},
    {key: 'actions', title: 'Actions', cell: customer => html`<button class="secondary outline small" ?disabled=${this.busy}
      aria-label=${`Forget ${customer.email}`} @click=${() => this.forget(customer)}>Forget</button>`},
  ];

  turn() {
    if (wanted().get('view') !== 'buyers') super.turn();
  }

  render() {
    return html`${this.happened()}
      <gh-table label="Customers" search="Search by start of email" .records=${this.records} .columns=${this.columns} .busy=${this.busy}
        .named=${customer => customer.email} .bulk=${[this.deletes('customer', customer => call('DELETE', `${CUSTOMERS}/${customer._id}`))]}
        .empty=${html`<gh-empty icon="users" text="No subscribers yet. Customers subscribe to news on the shop's page."
          .action=${importing('subscribers', 'Import subscribers')}></gh-empty>`}></gh-table>`;
  }

  async forget(customer) {
    const question = `Forget ${customer.email}? The address is deleted from the list of news. Orders keep their data.`;
    if (!await confirmed(question, 'Forget customer')) return;
    await this.attempt(() => call('DELETE', `${CUSTOMERS}/${customer._id}`), `${customer.email} deleted from the list of news.`, () => this.load());
  }
}

class CustomerBuyers extends TablePage {
  /** Whether there are more orders than those that were read. */
  further = false;

  records = new Records(this, 'customers', whole(() => this.buyers(), (buyer, {q}) => contains(q, [buyer.email, buyer.name]), {
    email: buyer => buyer.email, orders: buyer => buyer.orders, last: buyer => buyer.last}), {q: '', sort: '-last'});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'email', title: 'Email', text: buyer => buyer.email, sort: {up: 'email', down: '-email'}, cell: buyer => html`<strong>${buyer.email}</strong>`},
    {key: 'name', title: 'Name', text: buyer => buyer.name, cell: buyer => buyer.name},
    {key: 'orders', title: 'Orders', number: true, text: buyer => buyer.orders, sort: {up: 'orders', down: '-orders'}, cell: buyer => plain(buyer.orders)},
    {key: 'total', title: 'Total', number: true, text: buyer => totals(buyer), cell: totals},
    {key: 'last', title: 'Last order', text: buyer => buyer.last, sort: {up: 'last', down: '-last'}, cell: buyer => html`<span class="when">${moment(buyer.last)}</span>`},
    {key: 'link', title: 'Details', cell: ordersOf},
  ];

  turn() {
    if (wanted().get('view') === 'buyers') super.turn();
  }

  /** Returns the buyers of the newest orders. An address in other letters is the same buyer. */
  async buyers() {
    /** @type {Map<string, any>} */
    const buyers = new Map();
    let read = 0;
    for (this.further = true; this.further && read < MAX_ORDERS; read += ORDERS_PAGE) {
      const {orders, pagination} = await call('GET', `${ORDERS}?limit=${ORDERS_PAGE}&skip=${read}`);
      for (const order of orders.filter(({state}) => BOUGHT.includes(state))) add(buyers, order);
      this.further = pagination.hasMore;
    }
    return [...buyers.values()];
  }

  render() {
    return html`${this.happened()}<p class="quiet">Buyers have placed an order, whether or not they have subscribed to news.${
      this.further ? ` They are from the newest ${plain(MAX_ORDERS)} orders.` : ''}</p>
      <gh-table label="Buyers" search="Search by email or name" .records=${this.records} .columns=${this.columns} .busy=${this.busy} .named=${buyer => buyer.email}
        .empty=${html`<gh-empty icon="shopping-cart" text="No buyers yet. Customers order in the shop."></gh-empty>`}></gh-table>`;
  }
}

/**
 * Adds an order to its buyer. Orders come newest first.
 * @param {Map<string, any>} buyers
 * @param {any} order
 */
function add(buyers, {buyer: {email, name}, total: {amount, currencyCode}, createdAt}) {
  const id = email.toLowerCase();
  const buyer = buyers.get(id) ?? {_id: id, email, name, orders: 0, totals: {}, last: createdAt};
  buyers.set(id, {...buyer, orders: buyer.orders + 1, totals: {...buyer.totals, [currencyCode]: (buyer.totals[currencyCode] ?? 0) + Number(amount)}});
}

const totals = buyer => Object.entries(buyer.totals).map(([currency, sum]) => money(sum, currency)).join(', ');

const ordersOf = customer => html`<a href=${address('orders', {q: customer.email})} aria-label=${`Orders of ${customer.email}`}>Show orders</a>,
  <a href=${address('people', {email: customer.email})} aria-label=${`Everything about ${customer.email}`}>personal data</a>`;

customElements.define('customers-page', CustomersPage);
customElements.define('customer-subscribers', CustomerSubscribers);
customElements.define('customer-buyers', CustomerBuyers);
