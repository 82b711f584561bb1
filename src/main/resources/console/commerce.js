/**
 * Commerce: the catalogue, marketplace listings and payment orders. Each view has its own URL.
 * @module
 */
import {html, nothing} from 'lit';
import {call, callWith, tagged} from './api.js';
import {counted, moment, money, web} from './format.js';
import {Page, confirmed, fields, views, wanted} from './page.js';
import {Problem} from './problems.js';
import {Records, contains, paged, whole} from './records.js';
import {TablePage} from './table.js';
import './drawer.js';
import './notice.js';
import './products.js';

const VIEWS = {products: 'Products', listings: 'Listings', payments: 'Payments', notice: 'Notice'};
const CHANGED = 412;
const MAX_TRIES = 5;
const MARKETS = {'marketplace-a': 'Marketplace A', 'marketplace-b': 'Marketplace B'};
const ORDER_STATES = ['creating', 'refused', 'open', 'capturing', 'pending', 'paid', 'declined', 'refunded', 'voided', 'expired',
  'abandoned'];

class CommercePage extends Page {
  turn() {
    this.requestUpdate();
  }

  render() {
    const view = wanted().get('view') ?? '';
    const shown = Object.hasOwn(VIEWS, view) ? view : 'products';
    return html`${this.header('Products')}${views('commerce', VIEWS, shown)}${this.chosen(shown)}`;
  }

  chosen(view) {
    switch (view) {
      case 'listings': return html`<listing-list></listing-list>`;
      case 'payments': return html`<payment-list></payment-list>`;
      case 'notice': return html`<shop-notice></shop-notice>`;
      default: return html`<product-list></product-list>`;
    }
  }
}

class ListingList extends TablePage {
  static properties = {changedAt: {state: true}};

  records = new Records(this, 'commerce', whole(() => this.offers(), (offer, {q}) => contains(q, [offer.title, offer.asin, offer.price])),
    {q: '', market: 'marketplace-a'});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'title', title: 'Title', text: offer => offer.title, cell: offer => html`<strong>${offer.title}</strong>`},
    {key: 'price', title: 'Price', text: offer => offer.price, cell: offer => offer.price},
    {key: 'reviews', title: 'Reviews', text: offer => offer.reviews, cell: offer => (offer.reviews ? `${offer.rating} of 5 by ${counted(offer.reviews, 'review')}` : '')},
    {key: 'asin', title: 'ASIN', hidden: true, text: offer => offer.asin, cell: offer => offer.asin},
    {key: 'actions', title: 'Actions', menu: offer => [{title: 'View listing', href: web(offer.url)}, {title: 'Remove', run: () => this.takeOff(offer)}]},
  ];

  constructor() {
    super();
    /** @type {string | null} */
    this.changedAt = null;
  }

  get market() {
    const market = this.records.filter('market');
    return market in MARKETS ? market : 'marketplace-a';
  }

  async offers() {
    const {listings, lastUpdated} = await call('GET', `/api/proxy/listings?type=${this.market}`);
    this.changedAt = lastUpdated;
    return listings.map((offer, index) => ({_id: String(index), ...offer}));
  }

  render() {
    const {covered, market} = this;
    return html`<section aria-labelledby="listings"><h2 id="listings" class="unseen">Listings</h2>${covered ? nothing : this.happened()}
      ${this.adding('Add listing')}
      <p class="quiet">${this.changedAt ? `Last updated ${moment(this.changedAt)}.` : ''}</p>
      <gh-table label="Listings" search="Search listings" .named=${offer => offer.title} .records=${this.records} .columns=${this.columns} .busy=${this.busy}
        .filters=${html`<gh-filter label="Marketplace" .options=${MARKETS} .value=${market} @choose=${event => this.records.turn({market: event.detail})}></gh-filter>`}
        .empty=${html`<gh-empty icon="tag" text="No listings. Configure a source in the settings (conf/gatehouse.yaml) or add a listing."></gh-empty>`}></gh-table>
      ${covered ? this.drawer('Add a listing', html`<gh-form draft=${`listing.${market}`}><form @submit=${event => this.offerMore(event)}>
        <label>Title <input name="title" required maxlength="5000" autocomplete="off"></label>
        <label>Price with currency (optional) <input name="price" maxlength="200" autocomplete="off"></label>
        <label>URL (optional) <input name="url" type="url" maxlength="5000" autocomplete="off"></label>
        <div class="actions"><button class="small" ?disabled=${this.busy}>Add listing</button></div></form></gh-form>`) : nothing}</section>`;
  }

  offerMore(event) {
    event.preventDefault();
    const form = event.target;
    return this.put(offers => [...offers, fields(form)], 'Listing added.', () => this.close(form));
  }

  async takeOff({_id, ...offer}) {
    if (!await confirmed(`Remove the listing “${offer.title}”?`, 'Remove listing')) return;
    const text = JSON.stringify(offer);
    await this.put(offers => offers.filter(other => JSON.stringify(other) !== text), 'Listing removed.');
  }

  /** Replaces the whole list. Re-reads it before each attempt, so that changes from other tabs are kept. */
  put(changed, done, then = () => {}) {
    return this.attempt(async () => {
      await replaced(`/api/proxy/listings?type=${this.market}`, changed);
      then();
    }, done, () => this.load());
  }
}

class PaymentList extends TablePage {
  records = new Records(this, 'commerce', paged('/payments/orders', reply => reply.orders.map(order => ({_id: order.localId, ...order})),
    ({state, ...filters}) => ({...filters, state: ORDER_STATES.includes(state) ? state : ''})), {q: '', state: '', sort: 'newest'});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'id', title: 'ID', text: order => order.id ?? order.localId, cell: order => html`<span class="quiet">${order.id ?? order.localId}</span>`},
    {key: 'amount', title: 'Amount', number: true, text: order => order.amount.value, cell: order => money(order.amount.value, order.amount.currency_code)},
    {key: 'state', title: 'Status', text: order => order.state, cell: order => html`<span class="state ${{paid: 'up', declined: 'down'}[order.state] ?? ''}">${order.state}</span>${
      order.error ? `: ${order.error}` : ''}`},
    {key: 'description', title: 'Description', text: order => order.description, cell: order => order.description ?? ''},
    {key: 'payer', title: 'Payer', text: order => order.payerEmail, cell: order => order.payerEmail ?? ''},
    {key: 'date', title: 'Created', sort: {up: 'oldest', down: 'newest'}, text: order => order.createdAt,
      cell: order => html`<span class="when">${moment(order.createdAt)}</span>`},
  ];

  render() {
    const {records} = this;
    return html`<section aria-labelledby="payments"><h2 id="payments" class="unseen">Payment orders</h2>${this.happened()}
      <gh-table label="Payment orders" search="Search by ID" .records=${records} .columns=${this.columns} .busy=${this.busy}
        .filters=${html`<label><span class="unseen">Status</span><select @change=${event => records.turn({state: event.target.value})}>
          <option value="">Any status</option>${ORDER_STATES.map(name => html`<option ?selected=${name === records.filter('state')}>${name}</option>`)}</select></label>`}
        .empty=${html`<gh-empty icon="credit-card"
          text="No payment orders. Pages of the site create them with POST /payments/create-order, the shop at checkout."></gh-empty>`}></gh-table></section>`;
  }
}

/**
 * Replaces a list of listings with the result of a function.
 * @param {string} path
 * @param {(offers: any[]) => any[]} changed
 */
async function replaced(path, changed) {
  for (let tries = 1; ; tries++) {
    const {record, tag} = await tagged(path);
    try {
      return await callWith('PUT', path, {'If-Match': tag}, {listings: changed(record.listings)});
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.status !== CHANGED || tries === MAX_TRIES) throw problem;
    }
  }
}

customElements.define('commerce-page', CommercePage);
customElements.define('listing-list', ListingList);
customElements.define('payment-list', PaymentList);
