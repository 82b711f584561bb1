/**
 * Commerce: the catalogue, marketplace listings and payment orders.
 * @module
 */
import {html, nothing} from 'lit';
import {call, callWith, once, tagged} from './api.js';
import {counted, moment, money, web} from './format.js';
import {icon} from './icons.js';
import {Excerpt, Listing, PAGE} from './lists.js';
import {Page, address, confirmed, fields, note, views, wanted} from './page.js';
import './drawer.js';
import {Problem} from './problems.js';

const VIEWS = {products: 'Products', listings: 'Listings', payments: 'Payments'};
const PRODUCTS = '/api/proxy/products';
const CHANGED = 412;
const MAX_TRIES = 5;
const TYPES = ['regular', 'marketplace-a', 'marketplace-b'];
const ORDER_STATES = ['creating', 'refused', 'open', 'capturing', 'pending', 'paid', 'declined', 'refunded', 'voided', 'expired',
  'abandoned'];

class CommercePage extends Page {
  static properties = {edited: {state: true}, offers: {state: true}};

  excerpt = new Excerpt(this);
  products = new Listing(this, PRODUCTS, reply => reply, reply => ({total: undefined, hasMore: reply.length === PAGE}));

  constructor() {
    super();
    /** The product in the edit form; undefined for a new product. @type {{record: any, tag: string} | undefined} */
    this.edited = undefined;
    /** The marketplace's listings. @type {any} */
    this.offers = undefined;
    this.list = this.products;
    this.view = 'products';
    this.state = '';
    this.market = 'marketplace-a';
  }

  turn() {
    this.follow();
  }

  /** Applies the URL before loading, so that a view never draws another view's rows. */
  async load() {
    const query = wanted();
    this.view = (query.get('view') ?? '') in VIEWS ? String(query.get('view')) : 'products';
    this.state = query.get('state') ?? '';
    this.market = query.get('market') === 'marketplace-b' ? 'marketplace-b' : 'marketplace-a';
    if (this.view === 'listings') {
      const {market} = this;
      const offers = await call('GET', `/api/proxy/listings?type=${market}`);
      if (market === this.market) this.offers = offers;
      return;
    }
    const list = this.listOf(this.view, this.state);
    this.list = list;
    await list.load();
  }

  listOf(view, state) {
    switch (view) {
      case 'payments':
        return new Listing(this, `/payments/orders${ORDER_STATES.includes(state) ? `?state=${state}` : ''}`, reply => reply.orders);
      default:
        return this.products;
    }
  }

  render() {
    return html`
      ${this.header('Commerce', this.open)}
      ${views('commerce', VIEWS, this.view)}
      ${this.chosen()}`;
  }

  chosen() {
    switch (this.view) {
      case 'listings': return this.listingsView();
      case 'payments': return this.paymentsView();
      default: return this.productsView();
    }
  }

  /** Whether the drawer with the form of a product is open. */
  get open() {
    return this.view === 'products' && (this.edited !== undefined || wanted().get('add') === 'product');
  }

  close() {
    this.edited = undefined;
    note('replaceState', 'commerce', {});
    this.requestUpdate();
  }

  productsView() {
    return html`<section aria-labelledby="products"><h2 id="products">Products</h2>
      <p class="actions"><a role="button" class="small" href=${address('commerce', {add: 'product'})}>${icon('plus')} Add product</a></p>
      ${this.products.rows.length ? html`<ul class="list">${this.products.rows.map(product => this.product(product))}</ul>`
        : html`<p>${this.products.empty('No products yet.')}</p>`}
      ${this.products.further()}</section>${this.open ? this.productForm(this.edited?.record) : nothing}`;
  }

  product(product) {
    const stock = Object.entries(product.stock).map(([label, count]) => `${label}: ${count}`).join(', ');
    const facts = [product.category, product.type === 'regular' ? '' : product.type, stock].filter(Boolean).join(' · ');
    return html`<li><strong>${product.name}</strong> ${money(product.price)} <span class="quiet">${facts}</span>
      ${product.description ? html`<p class="text">${product.description}</p>` : nothing}
      <div class="actions">${web(product.url) ? html`<a href=${web(product.url)} rel="noreferrer">View listing</a>` : nothing}
        <button class="outline small" ?disabled=${this.busy} aria-label=${`Edit ${product.name}`} @click=${() => this.edit(product)}>Edit</button>
        <button class="outline small" ?disabled=${this.busy} aria-label=${`Delete ${product.name}`}
          @click=${() => this.drop(product)}>Delete</button></div></li>`;
  }

  productForm(product) {
    const lines = Object.entries(product?.stock ?? {}).map(([label, count]) => `${label}: ${count}`).join('\n');
    return html`<gh-drawer @closed=${() => this.close()}><dialog aria-labelledby="product"><article>
      <header><h2 id="product" tabindex="-1">${product ? `Edit ${product.name}` : 'Add a product'}</h2>
        <button type="button" class="plain" data-close aria-label="Close">${icon('x')}</button></header>
      ${this.happened()}
      <gh-form draft=${`product.${product?._id ?? 'new'}`}><form @submit=${event => this.keep(event)}><div class="fields">
        <label>Name <input name="name" required maxlength="500" autocomplete="off" .value=${product?.name ?? ''}></label>
        <label>Price <input name="price" type="number" required min="0" max="1000000000" step="0.001" .value=${String(product?.price ?? '')}></label>
        <label>Category (optional) <input name="category" maxlength="200" autocomplete="off" .value=${product?.category ?? ''}></label>
        <label>Type <select name="type">${TYPES.map(type => html`<option ?selected=${type === product?.type}>${type}</option>`)}</select></label>
        <label>External product URL (optional) <input name="url" type="url" maxlength="2048" autocomplete="off"
          .value=${product?.url ?? ''}></label></div>
        <label>Description (optional) <textarea name="description" maxlength="10000" rows="3" .value=${product?.description ?? ''}></textarea></label>
        <div class="fields"><label>Stock, one variant per line, for example M: 4 <textarea name="stock" rows="3" .value=${lines}></textarea></label>
        <label>Image URLs, one per line <textarea name="images" rows="3" .value=${(product?.images ?? []).join('\n')}></textarea></label></div>
        <div class="actions"><button class="small" ?disabled=${this.busy}>${product ? 'Save changes' : 'Add product'}</button>
        <button type="button" class="secondary outline small" data-close>Cancel</button></div>
      </form></gh-form></article></dialog></gh-drawer>`;
  }

  async edit(product) {
    await this.attempt(async () => { this.edited = await tagged(`${PRODUCTS}/${product._id}`); });
  }

  async keep(event) {
    event.preventDefault();
    const form = event.target;
    const typed = fields(form);
    const lines = text => text.split('\n').map(line => line.trim()).filter(Boolean);
    const stock = lines(typed.stock).map(line => /^(.+?)\s*[:=]\s*(\d{1,9})$/.exec(line));
    if (stock.includes(null)) {
      this.problem = 'Each stock line needs a label, a colon and a number, for example M: 4.';
      return;
    }
    /** @type {any} */
    const product = {
      ...typed, price: Number(typed.price), stock: Object.fromEntries(stock.map(([, label, count]) => [label, Number(count)])),
      images: lines(typed.images),
    };
    const {edited} = this;
    const kept = await this.attempt(async () => {
      if (edited) await callWith('PUT', `${PRODUCTS}/${edited.record._id}`, {'If-Match': edited.tag}, product);
      else await once(PRODUCTS, product);
    }, edited ? `Product “${product.name}” updated.` : `Product “${product.name}” added.`, () => this.products.load());
    if (!kept) return;
    form.reset();
    this.close();
  }

  async drop(product) {
    if (!await confirmed(`Delete “${product.name}”? Its reviews are kept.`, 'Delete product')) return;
    await this.attempt(async () => {
      await call('DELETE', `${PRODUCTS}/${product._id}`);
      if (this.edited?.record._id === product._id) this.edited = undefined;
    }, `Product “${product.name}” deleted.`, () => this.products.load());
  }

  listingsView() {
    const {market, offers} = this;
    const rows = offers?._id === market ? offers.listings : [];
    return html`<section aria-labelledby="listings"><h2 id="listings">Listings</h2>
      <label>Marketplace <select @change=${event => { location.hash = address('commerce', {view: 'listings', market: event.target.value}); }}>
        ${['marketplace-a', 'marketplace-b'].map(name => html`<option ?selected=${name === market}>${name}</option>`)}</select></label>
      <p class="quiet">${offers?.lastUpdated ? `Last updated ${moment(offers.lastUpdated)}.` : ''}</p>
      ${rows.length ? html`<ul class="list">${this.excerpt.of(rows).map(offer => this.offer(offer))}</ul>`
        : html`<p>${offers ? 'No listings. Configure a source in the settings (conf/gatehouse.yaml) or add a listing below.' : ''}</p>`}
      ${this.excerpt.further(rows)}
      <gh-form draft=${`listing.${market}`}><form @submit=${event => this.offerMore(event)}><div class="fields">
        <label>Title <input name="title" required maxlength="5000" autocomplete="off"></label>
        <label>Price with currency (optional) <input name="price" maxlength="200" autocomplete="off"></label>
        <label>URL (optional) <input name="url" type="url" maxlength="5000" autocomplete="off"></label></div>
        <button class="small" ?disabled=${this.busy || !offers}>Add listing</button></form></gh-form></section>`;
  }

  offer(offer) {
    return html`<li><strong>${offer.title}</strong> ${offer.price} <span class="quiet">${offer.reviews
        ? `${offer.rating} of 5 by ${counted(offer.reviews, 'review')}` : ''} ${offer.asin}</span>
      <div class="actions">${web(offer.url) ? html`<a href=${web(offer.url)} rel="noreferrer">View listing</a>` : nothing}
      <button class="outline small" ?disabled=${this.busy} aria-label=${`Remove ${offer.title}`}
        @click=${() => this.takeOff(offer)}>Remove</button></div></li>`;
  }

  async offerMore(event) {
    event.preventDefault();
    const form = event.target;
    if (await this.put(offers => [...offers, fields(form)], 'Listing added.')) form.reset();
  }

  async takeOff(offer) {
    if (!await confirmed(`Remove the listing “${offer.title}”?`, 'Remove listing')) return;
    const text = JSON.stringify(offer);
    await this.put(offers => offers.filter(other => JSON.stringify(other) !== text), 'Listing removed.');
  }

  /** Replaces the whole list. Re-reads it before each attempt, so that changes from other tabs are kept. */
  put(changed, done) {
    return this.attempt(() => replaced(`/api/proxy/listings?type=${this.market}`, changed), done, () => this.load());
  }

  paymentsView() {
    const {list, state} = this;
    return html`<section aria-labelledby="payments"><h2 id="payments">Payment orders</h2>
      <label>Status <select @change=${event => { location.hash = address('commerce', {view: 'payments', state: event.target.value}); }}>
        <option value="">Any</option>
        ${ORDER_STATES.map(name => html`<option ?selected=${name === state}>${name}</option>`)}</select></label>
      ${list.rows.length ? this.orders(list.rows) : html`<p>${list.empty(
        'No payment orders. Pages of the site create them with POST /payments/create-order, the shop at checkout.')}</p>`}
      ${list.further()}</section>`;
  }

  orders(rows) {
    return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="payments"><table>
      <thead><tr><th scope="col">Amount</th><th scope="col">Status</th><th scope="col">Description</th><th scope="col">Payer</th><th scope="col">Created</th></tr></thead>
      <tbody>${rows.map(order => html`<tr><th scope="row">${money(order.amount.value, order.amount.currency_code)}</th>
        <td>${order.state}${order.error ? `: ${order.error}` : ''}</td>
          <td>${order.description ?? ''} <span class="quiet">${order.id ?? order.localId}</span></td>
        <td>${order.payerEmail ?? ''}</td><td class="when">${moment(order.createdAt)}</td></tr>`)}</tbody></table></div>`;
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
