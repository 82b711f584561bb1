/**
 * Commerce: the catalogue, the reviews that wait for a word, the offers on marketplaces, and what was paid.
 * @module
 */
import {html, nothing} from 'lit';
import {call, callWith, once, tagged} from './api.js';
import {counted, moment, money, web} from './format.js';
import {Excerpt, Listing, PAGE} from './lists.js';
import {Page, address, confirmed, fields, views, wanted} from './page.js';
import {Problem} from './problems.js';

const VIEWS = {products: 'Products', reviews: 'Reviews', listings: 'Listings', payments: 'Payments'};
const PRODUCTS = '/api/proxy/products';
const CHANGED = 412;
const MAX_TRIES = 5;
const TYPES = ['regular', 'marketplace-a', 'marketplace-b'];
const REVIEW_STATES = {pending: 'wait', approved: 'are approved', rejected: 'are rejected'};
const ORDER_STATES = ['creating', 'refused', 'open', 'capturing', 'pending', 'paid', 'declined', 'refunded', 'voided', 'expired',
  'abandoned'];

class CommercePage extends Page {
  static properties = {edited: {state: true}, offers: {state: true}};

  excerpt = new Excerpt(this);
  products = new Listing(this, PRODUCTS, reply => reply, reply => ({total: undefined, hasMore: reply.length === PAGE}));

  constructor() {
    super();
    /** The product that the form changes; undefined where it adds one. @type {{record: any, tag: string} | undefined} */
    this.edited = undefined;
    /** What a marketplace offers. @type {any} */
    this.offers = undefined;
    this.list = this.products;
    this.view = 'products';
    this.state = '';
    this.market = 'marketplace-a';
  }

  turn() {
    this.follow();
  }

  /** What the address asks for is taken at once, so that no view ever draws another's rows. */
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
      case 'reviews':
        return new Listing(this, `/api/proxy/reviews/moderation?state=${state in REVIEW_STATES ? state : 'pending'}`, reply => reply.reviews);
      case 'payments':
        return new Listing(this, `/payments/orders${ORDER_STATES.includes(state) ? `?state=${state}` : ''}`, reply => reply.orders);
      default:
        return this.products;
    }
  }

  render() {
    return html`
      ${this.header('Commerce')}
      ${views('commerce', VIEWS, this.view)}
      ${this.chosen()}`;
  }

  chosen() {
    switch (this.view) {
      case 'reviews': return this.reviewsView();
      case 'listings': return this.listingsView();
      case 'payments': return this.paymentsView();
      default: return this.productsView();
    }
  }

  productsView() {
    return html`<section aria-labelledby="products"><h2 id="products">Products</h2>
      ${this.products.rows.length ? html`<ul class="list">${this.products.rows.map(product => this.product(product))}</ul>`
        : html`<p>${this.products.empty('The catalogue is empty. Add the first product below.')}</p>`}
      ${this.products.further()}</section>${this.productForm(this.edited?.record)}`;
  }

  product(product) {
    const stock = Object.entries(product.stock).map(([label, count]) => `${label}: ${count}`).join(', ');
    const facts = [product.category, product.type === 'regular' ? '' : product.type, stock].filter(Boolean).join(' · ');
    return html`<li><strong>${product.name}</strong> ${money(product.price)} <span class="quiet">${facts}</span>
      ${product.description ? html`<p class="text">${product.description}</p>` : nothing}
      <div class="actions">${web(product.url) ? html`<a href=${web(product.url)} rel="noreferrer">Where it is sold</a>` : nothing}
        <button class="outline small" ?disabled=${this.busy} aria-label=${`Change ${product.name}`} @click=${() => this.edit(product)}>Change</button>
        <button class="outline small" ?disabled=${this.busy} aria-label=${`Delete ${product.name}`}
          @click=${() => this.drop(product)}>Delete</button></div></li>`;
  }

  productForm(product) {
    const lines = Object.entries(product?.stock ?? {}).map(([label, count]) => `${label}: ${count}`).join('\n');
    return html`<section aria-labelledby="product"><h2 id="product" tabindex="-1">${product ? `Change ${product.name}` : 'Add a product'}</h2>
      <form @submit=${event => this.keep(event)}><div class="fields">
        <label>Name <input name="name" required maxlength="500" autocomplete="off" .value=${product?.name ?? ''}></label>
        <label>Price <input name="price" type="number" required min="0" max="1000000000" step="0.001" .value=${String(product?.price ?? '')}></label>
        <label>Category, if any <input name="category" maxlength="200" autocomplete="off" .value=${product?.category ?? ''}></label>
        <label>Kind <select name="type">${TYPES.map(type => html`<option ?selected=${type === product?.type}>${type}</option>`)}</select></label>
        <label>Address where it is sold, if elsewhere <input name="url" type="url" maxlength="2048" autocomplete="off"
          .value=${product?.url ?? ''}></label></div>
        <label>Description, if any <textarea name="description" maxlength="10000" rows="3" .value=${product?.description ?? ''}></textarea></label>
        <div class="fields"><label>Stock, a line each: M: 4 <textarea name="stock" rows="3" .value=${lines}></textarea></label>
        <label>Images, an address each line <textarea name="images" rows="3" .value=${(product?.images ?? []).join('\n')}></textarea></label></div>
        <div class="actions"><button class="small" ?disabled=${this.busy}>${product ? 'Save the change' : 'Add it'}</button>
        ${product ? html`<button type="button" class="secondary outline small"
          @click=${() => { this.edited = undefined; }}>Leave it as it is</button>` : nothing}</div>
      </form></section>`;
  }

  async edit(product) {
    const opened = await this.attempt(async () => { this.edited = await tagged(`${PRODUCTS}/${product._id}`); });
    if (!opened) return;
    await this.updateComplete;
    this.querySelector('#product')?.scrollIntoView();
    this.querySelector('input')?.focus();
  }

  async keep(event) {
    event.preventDefault();
    const form = event.target;
    const typed = fields(form);
    const lines = text => text.split('\n').map(line => line.trim()).filter(Boolean);
    const stock = lines(typed.stock).map(line => /^(.+?)\s*[:=]\s*(\d{1,9})$/.exec(line));
    if (stock.includes(null)) {
      this.problem = 'Stock needs a label, a colon and a number in each line, for example M: 4.';
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
    }, edited ? `${product.name} is changed.` : `${product.name} is in the catalogue.`, () => this.products.load());
    if (!kept) return;
    this.edited = undefined;
    form.reset();
  }

  async drop(product) {
    if (!await confirmed(`Delete “${product.name}”? Its reviews stay.`, 'Delete it')) return;
    await this.attempt(async () => {
      await call('DELETE', `${PRODUCTS}/${product._id}`);
      if (this.edited?.record._id === product._id) this.edited = undefined;
    }, `${product.name} is deleted.`, () => this.products.load());
  }

  reviewsView() {
    const {list, state} = this;
    return html`<section aria-labelledby="reviews"><h2 id="reviews">Reviews</h2>
      <label>Those that <select @change=${event => { location.hash = address('commerce', {view: 'reviews', state: event.target.value}); }}>
        ${Object.entries(REVIEW_STATES).map(([name, words]) => html`<option value=${name} ?selected=${name === state}>${words}</option>`)}</select></label>
      ${list.rows.length ? html`<ul class="list">${list.rows.map(review => this.review(review))}</ul>`
        : html`<p>${list.empty('None. A page of the site sends reviews by POST /api/proxy/reviews; they wait here until you decide.')}</p>`}
      ${list.further()}</section>`;
  }

  review(review) {
    const button = (decision, title) => html`<button class="outline small" ?disabled=${this.busy}
      aria-label=${`${title} “${review.title}”`} @click=${() => this.decide(review, decision)}>${title}</button>`;
    return html`<li><strong>${review.title}</strong> ${review.rating} of 5 <span class="quiet">${review.authorName}, ${review.email},
        of ${review.productId}, ${moment(review.createdAt)}</span><p class="text">${review.body}</p>
      <div class="actions">${review.state === 'approved' ? nothing : button('approve', 'Approve')}
        ${review.state === 'rejected' ? nothing : button('reject', 'Reject')}</div></li>`;
  }

  decide(review, decision) {
    return this.attempt(() => call('POST', `/api/proxy/reviews/moderation/${review._id}`, {decision}), decision === 'approve'
      ? 'Approved: it is public now. Among the approved ones it can be rejected again.'
      : 'Rejected: it is not shown. Among the rejected ones it can be approved again.', () => this.list.load());
  }

  listingsView() {
    const {market, offers} = this;
    const rows = offers?._id === market ? offers.listings : [];
    return html`<section aria-labelledby="listings"><h2 id="listings">Listings</h2>
      <label>On <select @change=${event => { location.hash = address('commerce', {view: 'listings', market: event.target.value}); }}>
        ${['marketplace-a', 'marketplace-b'].map(name => html`<option ?selected=${name === market}>${name}</option>`)}</select></label>
      <p class="quiet">${offers?.lastUpdated ? `As of ${moment(offers.lastUpdated)}.` : ''}</p>
      ${rows.length ? html`<ul class="list">${this.excerpt.of(rows).map(offer => this.offer(offer))}</ul>`
        : html`<p>${offers ? 'None. Set a source in the settings (conf/gatehouse.yaml), or add one below by hand.' : ''}</p>`}
      ${this.excerpt.further(rows)}
      <form @submit=${event => this.offerMore(event)}><div class="fields">
        <label>Title <input name="title" required maxlength="5000" autocomplete="off"></label>
        <label>Price with its currency <input name="price" maxlength="200" autocomplete="off"></label>
        <label>Address <input name="url" type="url" maxlength="5000" autocomplete="off"></label></div>
        <button class="small" ?disabled=${this.busy || !offers}>Add by hand</button></form></section>`;
  }

  offer(offer) {
    return html`<li><strong>${offer.title}</strong> ${offer.price} <span class="quiet">${offer.reviews
        ? `${offer.rating} of 5 by ${counted(offer.reviews, 'review')}` : ''} ${offer.asin}</span>
      <div class="actions">${web(offer.url) ? html`<a href=${web(offer.url)} rel="noreferrer">Look at it</a>` : nothing}
      <button class="outline small" ?disabled=${this.busy} aria-label=${`Take ${offer.title} off the list`}
        @click=${() => this.takeOff(offer)}>Take off</button></div></li>`;
  }

  async offerMore(event) {
    event.preventDefault();
    const form = event.target;
    if (await this.put(offers => [...offers, fields(form)], 'It is on the list.')) form.reset();
  }

  async takeOff(offer) {
    if (!await confirmed(`Take “${offer.title}” off the list?`, 'Take it off')) return;
    const text = JSON.stringify(offer);
    await this.put(offers => offers.filter(other => JSON.stringify(other) !== text), 'It is off the list.');
  }

  /** The whole list is replaced: it is read anew before, and again where another tab was quicker, so that its change is kept. */
  put(changed, done) {
    return this.attempt(() => replaced(`/api/proxy/listings?type=${this.market}`, changed), done, () => this.load());
  }

  paymentsView() {
    const {list, state} = this;
    return html`<section aria-labelledby="payments"><h2 id="payments">Payment orders</h2>
      <label>State <select @change=${event => { location.hash = address('commerce', {view: 'payments', state: event.target.value}); }}>
        <option value="">any</option>
        ${ORDER_STATES.map(name => html`<option ?selected=${name === state}>${name}</option>`)}</select></label>
      ${list.rows.length ? this.orders(list.rows) : html`<p>${list.empty(
        'None. Pages of the site make one by POST /payments/create-order, the shop by its checkout.')}</p>`}
      ${list.further()}</section>`;
  }

  orders(rows) {
    return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="payments"><table>
      <thead><tr><th scope="col">Amount</th><th scope="col">State</th><th scope="col">For</th><th scope="col">Payer</th><th scope="col">Since</th></tr></thead>
      <tbody>${rows.map(order => html`<tr><th scope="row">${money(order.amount.value, order.amount.currency_code)}</th>
        <td>${order.state}${order.error ? `: ${order.error}` : ''}</td>
          <td>${order.description ?? ''} <span class="quiet">${order.id ?? order.localId}</span></td>
        <td>${order.payerEmail ?? ''}</td><td class="when">${moment(order.createdAt)}</td></tr>`)}</tbody></table></div>`;
  }
}

/**
 * Replaces a list of offers by what is made of it.
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
