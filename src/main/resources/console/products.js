/**
 * Products of the catalogue: search, order, and a drawer to add and edit them.
 * @module
 */
import {html, nothing} from 'lit';
import {call, callWith, once, tagged} from './api.js';
import {counted, moment, money, web} from './format.js';
import {confirmed, fields} from './page.js';
import {Records} from './records.js';
import {TablePage} from './table.js';
import {Uploads, dropZone} from './uploads.js';
import './drawer.js';

const PRODUCTS = '/api/proxy/products';
const TYPES = ['regular', 'marketplace-a', 'marketplace-b'];

const MAX_PICTURE_BYTES = 16_777_216;

/** Uploads continue after the drawer is closed. */
const pictures = new Uploads();

/** @param {any} product */
const UNLIMITED = 'unlimited';
/** Fields that this form does not show. A replacement without them would reset them. */
const KEPT = ['compareAtPrice', 'saleFrom', 'saleUntil', 'variants', 'digital', 'status'];

const stockLines = product => Object.entries(product.stock).map(([label, count]) => `${label}: ${count ?? UNLIMITED}`);
const stock = product => stockLines(product).join(', ');

class ProductList extends TablePage {
  static properties = {edited: {state: true}};

  records = new Records(this, 'commerce', async ({q, sort}, limit, skip, signal) => {
    // The reply has no total. One product more than shown tells whether others follow.
    const query = new URLSearchParams({limit: String(limit + 1), skip: String(skip), sort, ...(q ? {q} : {})});
    const rows = await call('GET', `${PRODUCTS}?${query}`, undefined, signal);
    const hasMore = rows.length > limit;
    return {rows: rows.slice(0, limit), total: hasMore ? undefined : skip + rows.length, hasMore};
  }, {q: '', sort: '-created'});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'name', title: 'Name', sort: {up: 'name', down: '-name'}, text: product => product.name, cell: product => html`<strong>${product.name}</strong>
      ${product.description ? html`<p class="text">${product.description}</p>` : nothing}`},
    {key: 'price', title: 'Price', number: true, sort: {up: 'price', down: '-price'}, text: product => product.price, cell: product => money(product.price)},
    {key: 'stock', title: 'Stock', text: stock, cell: stock},
    {key: 'category', title: 'Category', sort: {up: 'category', down: '-category'}, text: product => product.category, cell: product => product.category},
    {key: 'type', title: 'Type', hidden: true, text: product => product.type, cell: product => product.type},
    {key: 'date', title: 'Added', sort: {up: 'created', down: '-created'}, text: product => product.createdAt,
      cell: product => html`<span class="when">${moment(product.createdAt)}</span>`},
    {key: 'actions', title: 'Actions', cell: product => html`<div class="actions">
      ${web(product.url) ? html`<a role="button" class="secondary outline small" href=${web(product.url)} rel="noreferrer"
        aria-label=${`View listing of ${product.name}`}>View listing</a>` : nothing}
      <button class="outline small" ?disabled=${this.busy} aria-label=${`Edit ${product.name}`} @click=${() => this.open(product._id)}>Edit</button>
      <button class="secondary outline small" ?disabled=${this.busy} aria-label=${`Delete ${product.name}`}
        @click=${() => this.drop(product)}>Delete</button></div>`},
  ];

  constructor() {
    super();
    /** The product in the drawer, as it was read. @type {{record: any, tag: string} | undefined} */
    this.edited = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    const {signal} = this.left;
    pictures.addEventListener('change', () => this.requestUpdate(), {signal});
    pictures.addEventListener('done', () => this.renew(), {signal});
  }

  /** Reads the open product after an upload has changed it. Input that is not saved remains. */
  async renew() {
    const id = this.opened?._id;
    if (id) await this.arrive(async () => { this.edited = await tagged(`${PRODUCTS}/${id}`); });
    this.renewDraft();
  }

  /** Reads the product anew, so that concurrent changes are not overwritten. @param {string} [id] */
  async open(id = '') {
    if (id && !await this.attempt(async () => { this.edited = await tagged(`${PRODUCTS}/${id}`); })) return;
    super.open(id);
  }

  async load() {
    await super.load();
    const {opened} = this;
    if (!opened) return;
    this.edited = await tagged(`${PRODUCTS}/${opened._id}`);
    this.renewDraft();
  }

  render() {
    const {covered, opened} = this;
    const record = this.edited?.record;
    const edited = opened && record?._id === opened._id ? record : undefined;
    return html`<section aria-labelledby="products"><h2 id="products" class="unseen">Products</h2>
      ${covered ? nothing : this.happened()}${this.adding('Add product')}
      <gh-table label="Products" search="Search by start of name" .records=${this.records} .columns=${this.columns} .busy=${this.busy}
        .named=${product => product.name} .bulk=${[this.deletes('product', product => call('DELETE', `${PRODUCTS}/${product._id}`))]}
        .empty=${html`<gh-empty icon="package" text="No products yet. The shop sells the products of this list."></gh-empty>`}></gh-table>
      ${covered && (edited || !opened) ? this.form(edited) : nothing}</section>`;
  }

  form(product) {
    const lines = product ? stockLines(product).join('\n') : '';
    return this.drawer(product ? `Edit ${product.name}` : 'Add a product', html`
      <gh-form draft=${`product.${product?._id ?? 'new'}`}><form @submit=${event => this.keep(event)}><div class="fields">
        <label>Name <input name="name" required maxlength="500" autocomplete="off" .value=${product?.name ?? ''}></label>
        <label>Price <input name="price" type="number" required min="0" max="1000000000" step="0.001" .value=${String(product?.price ?? '')}></label>
        <label>Category (optional) <input name="category" maxlength="200" autocomplete="off" .value=${product?.category ?? ''}></label>
        <label>Type <select name="type">${TYPES.map(type => html`<option ?selected=${type === product?.type}>${type}</option>`)}</select></label>
        <label>External product URL (optional) <input name="url" type="url" maxlength="2048" autocomplete="off"
          .value=${product?.url ?? ''}></label></div>
        <label>Description (optional) <textarea name="description" maxlength="10000" rows="3" .value=${product?.description ?? ''}></textarea></label>
        <label>Stock, one variant per line, for example M: 4 <textarea name="stock" rows="3" .value=${lines}></textarea></label>
        <label>Image URLs, one per line <textarea name="images" rows="3" .value=${(product?.images ?? []).join('\n')}></textarea></label>
        <div class="actions"><button class="small" ?disabled=${this.busy}>${product ? 'Save changes' : 'Add product'}</button>
        <button type="button" class="secondary outline small" data-close>Cancel</button></div>
      </form></gh-form>${product ? this.pictures(product) : html`<p class="quiet">Pictures can be uploaded after the product is added.</p>`}`);
  }

  pictures(product) {
    return html`<section aria-labelledby="pictures"><h3 id="pictures">Pictures</h3>
      <p class="quiet">${counted(product.images.length, 'picture')}. To remove one, delete its line above and save.</p>
      <label>Text for people who cannot see the picture (optional) <input class="alt" maxlength="120" autocomplete="off"></label>
      ${dropZone({label: 'Upload pictures', hint: 'Or drop them here. JPEG, PNG, WebP or GIF, at most 16 megabytes each.',
        accept: '.jpg,.jpeg,.png,.webp,.gif,image/jpeg,image/png,image/webp,image/gif', multiple: true},
        files => this.upload(product, files))}${pictures.list()}</section>`;
  }

  /**
   * @param {any} product
   * @param {File[]} chosen
   */
  async upload(product, chosen) {
    const alt = /** @type {HTMLInputElement} */ (this.querySelector('.alt')).value.trim();
    const large = chosen.filter(file => file.size > MAX_PICTURE_BYTES);
    this.problem = large.length ? `These pictures exceed 16 megabytes: ${large.map(file => file.name).join(', ')}.` : '';
    chosen.filter(file => !large.includes(file)).forEach(file => pictures.add({
      file, method: 'PUT', type: file.type || 'application/octet-stream', message: () => `added to ${product.name}`,
      path: `${PRODUCTS}/${product._id}/pictures/${pictureName(file)}${alt ? `?${new URLSearchParams({alt})}` : ''}`,
    }));
  }

  async keep(event) {
    event.preventDefault();
    const form = event.target;
    const typed = fields(form);
    const lines = text => text.split('\n').map(line => line.trim()).filter(Boolean);
    const stock = lines(typed.stock).map(line => /^(.+?)\s*[:=]\s*(\d{1,9}|unlimited)$/.exec(line));
    if (stock.includes(null)) {
      this.problem = 'Each stock line needs a label, a colon and a number or “unlimited”, for example M: 4.';
      return;
    }
    const edited = this.opened && this.edited;
    const counts = Object.fromEntries(stock.map(([, label, count]) => [label, count === UNLIMITED ? null : Number(count)]));
    /** @type {any} */
    const kept = Object.fromEntries(KEPT.filter(name => edited && edited.record[name] != null).map(name => [name, edited.record[name]]));
    if (kept.variants) kept.variants = Object.fromEntries(Object.entries(kept.variants).filter(([label]) => label in counts));
    const product = {...kept, ...typed, price: Number(typed.price), stock: counts, images: lines(typed.images)};
    await this.attempt(async () => {
      if (edited) await callWith('PUT', `${PRODUCTS}/${edited.record._id}`, {'If-Match': edited.tag}, product);
      else await once(PRODUCTS, product);
      this.close(form);
    }, edited ? `Product “${product.name}” updated.` : `Product “${product.name}” added.`, () => this.load());
  }

  async drop(product) {
    if (!await confirmed(`Delete “${product.name}”? Its reviews are kept.`, 'Delete product')) return;
    await this.attempt(() => call('DELETE', `${PRODUCTS}/${product._id}`), `Product “${product.name}” deleted.`, () => this.load());
  }
}

/** @param {File} file */
const pictureName = ({name}) => name.replace(/\.[^.]*$/, '').replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 64) || 'picture';

customElements.define('product-list', ProductList);
