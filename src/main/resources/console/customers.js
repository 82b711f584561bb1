/**
 * Customers of the shop who have agreed to receive news, and their orders.
 * @module
 */
import {html} from 'lit';
import {call} from './api.js';
import {moment} from './format.js';
import {address, confirmed} from './page.js';
import {Records, paged} from './records.js';
import {TablePage} from './table.js';

const CUSTOMERS = '/api/proxy/storefront/customers';

class CustomersPage extends TablePage {
  records = new Records(this, 'customers', paged(CUSTOMERS, reply => reply.customers), {q: ''});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'email', title: 'Email', text: customer => customer.email, cell: customer => html`<strong>${customer.email}</strong>`},
    {key: 'consent', title: 'Agreed to news', text: customer => customer.createdAt, cell: customer => html`<span class="when">${moment(customer.createdAt)}</span>`},
    {key: 'orders', title: 'Orders', cell: customer => html`<a href=${address('orders', {q: customer.email})}
      aria-label=${`Orders of ${customer.email}`}>Show orders</a>`},
    {key: 'actions', title: 'Actions', cell: customer => html`<button class="secondary outline small" ?disabled=${this.busy}
      aria-label=${`Forget ${customer.email}`} @click=${() => this.forget(customer)}>Forget</button>`},
  ];

  render() {
    return html`${this.header('Customers')}
      <p class="quiet">Customers who have subscribed to news of the shop. <a href=${address('orders')}>Orders</a> also contain buyers who have not.</p>
      <gh-table label="Customers" search="Search by start of email" .records=${this.records} .columns=${this.columns} .busy=${this.busy}
        .named=${customer => customer.email} .bulk=${[this.deletes('customer', customer => call('DELETE', `${CUSTOMERS}/${customer._id}`))]}
        .empty=${html`<gh-empty icon="users" text="No subscribers yet. Customers subscribe to news on the shop's page."></gh-empty>`}></gh-table>`;
  }

  async forget(customer) {
    const question = `Forget ${customer.email}? The address is deleted from the list of news. Orders keep their data.`;
    if (!await confirmed(question, 'Forget customer')) return;
    await this.attempt(() => call('DELETE', `${CUSTOMERS}/${customer._id}`), `${customer.email} deleted from the list of news.`, () => this.load());
  }
}

customElements.define('customers-page', CustomersPage);
