/**
 * Products of the catalogue: search, order, and a drawer to add and edit them.
 * @module
 */
import {html, nothing} from 'lit';
import {call, callWith, once, tagged} from './api.js';
import {download} from './downloads.js';
import {counted, moment, money, web} from './format.js';
import {icon} from './icons.js';
import {confirmed, fields, importing, undelete} from './page.js';
import {ONLY, thumbnail} from './productform.js';
import {Records} from './records.js';
import {shop} from './shop.js';
import {TablePage} from './table.js';
import {Uploads} from './uploads.js';

const PRODUCTS = '/api/proxy/products';
const MAX_PICTURE_BYTES = 16_777_216;
const NO_CHANGE = 'Nothing was changed.';

const STATUSES = {'': 'All', drafts: 'Drafts', submitted: 'From visitors'};
/** Titles of what the shop does not sell. @type {Record<string, string>} */
const UNSOLD = {draft: 'Draft', submitted: 'From a visitor'};

/** Uploads continue after the drawer is closed. */
const pictures = new Uploads();

/** @param {any} product */
const stock = product => Object.entries(product.stock).map(([label, count]) => `${label === ONLY ? '' : `${label}: `}${count ?? 'unlimited'}`).join(', ');

class ProductList extends TablePage {
  static properties = {edited: {state: true}, currency: {state: true}, many: {state: true}};

  records = new Records(this, 'commerce', async ({q, sort, status}, limit, skip, signal) => {
    // The reply has no total. One product more than shown tells whether others follow.
    const query = new URLSearchParams({limit: String(limit + 1), skip: String(skip), sort, status: status || 'all', ...(q ? {q} : {})});
    const rows = await call('GET', `${PRODUCTS}?${query}`, undefined, signal);
    const hasMore = rows.length > limit;
    return {rows: rows.slice(0, limit), total: hasMore ? undefined : skip + rows.length, hasMore};
  }, {q: '', status: '', sort: '-created'});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'name', title: 'Name', sort: {up: 'name', down: '-name'}, text: product => product.name, cell: product => this.name(product)},
    {key: 'price', title: 'Price', number: true, sort: {up: 'price', down: '-price'}, text: product => product.price,
      cell: product => money(product.price, this.currency)},
    {key: 'status', title: 'Status', text: product => product.status, cell: product => html`<span class="state">${UNSOLD[product.status] ?? 'For sale'}</span>`},
    {key: 'stock', title: 'Stock', text: stock, cell: stock},
    {key: 'category', title: 'Category', sort: {up: 'category', down: '-category'}, text: product => product.category, cell: product => product.category},
    {key: 'type', title: 'Type', hidden: true, text: product => product.type, cell: product => product.type},
    {key: 'date', title: 'Added', sort: {up: 'created', down: '-created'}, text: product => product.createdAt,
      cell: product => html`<span class="when">${moment(product.createdAt)}</span>`},
    {key: 'actions', title: 'Actions', menu: product => [
      {title: 'Edit', run: () => this.open(product._id)},
      {title: 'View listing', href: web(product.url)},
      product.status === 'active' ? {title: 'Make draft', run: () => this.publish([product], 'draft')} : {title: 'Publish', run: () => this.publish([product], 'active')},
      {title: 'Delete', run: () => this.drop([product])}]},
  ];

  constructor() {
    super();
    /** The product in the drawer, as it was read. @type {{record: any, tag: string} | undefined} */
    this.edited = undefined;
    this.currency = '';
    /** The products that the drawer edits together. @type {any[]} */
    this.many = [];
  }

  /** @param {any} product */
  name(product) {
    const small = thumbnail(product.images[0]);
    return html`<a class="item" href=${this.place({open: product._id, add: ''})}>${small
      ? html`<img class="thumb" src=${small} alt="" loading="lazy" width="48" height="48">` : html`<span class="thumb">${icon('package')}</span>`}
      <strong dir="auto">${product.name}</strong></a>`;
  }

  connectedCallback() {
    super.connectedCallback();
    const {signal} = this.left;
    shop().then(({currency}) => { this.currency = currency; });
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

  turn() {
    if (this.opened && this.opened._id !== this.edited?.record._id) this.follow();
    else super.turn();
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
      ${covered ? nothing : this.happened()}${this.adding('Add product', importing('products', 'Import products'))}
      <gh-table label="Products" search="Search by start of name" .records=${this.records} .columns=${this.columns} .busy=${this.busy}
        .named=${product => product.name} .file=${() => this.download()}
        .bulk=${[{title: 'Edit', icon: 'settings', run: rows => { this.many = rows; }}, {title: 'Publish', icon: 'check', run: rows => this.publish(rows, 'active')}, {title: 'Make drafts', icon: 'pencil', run: rows => this.publish(rows, 'draft')},
          {title: 'Delete', icon: 'trash-2', run: rows => this.drop(rows)}]}
        .filters=${html`<gh-filter label="Status" .options=${STATUSES} .value=${this.records.filter('status')}
          @choose=${event => this.records.turn({status: event.detail})}></gh-filter>`}
        .empty=${html`<gh-empty icon="package" text="No products yet. The shop sells the products of this list."></gh-empty>`}></gh-table>
      ${covered && (edited || !opened) ? this.drawer(edited ? `Edit ${edited.name}` : 'Add a product', html`<product-form .product=${edited}
        .currency=${this.currency} .busy=${this.busy} @save=${event => this.keep(event.detail)}></product-form>`) : nothing}
      ${this.many.length ? this.manyDrawer() : nothing}
      ${pictures.list()}</section>`;
  }

  /** Exports the products that match, in a form that the import and other shops read. */
  download() {
    const [q, status] = [this.records.filter('q'), this.records.filter('status')];
    return download(`${PRODUCTS}/csv?${new URLSearchParams({...(q ? {q} : {}), ...(status ? {status} : {})})}`);
  }

  manyDrawer() {
    const what = counted(this.many.length, 'product');
    return html`<gh-drawer @closed=${() => { this.many = []; }}><dialog aria-labelledby="many"><article>
      <header><h2 id="many" tabindex="-1">Edit ${what}</h2> <button class="plain" data-close aria-label="Close">${icon('x')}</button></header>
      ${this.happened()}
      <form @submit=${event => this.keepMany(event)}>
        <label>Change of all prices in % (optional) <input name="percent" pattern="[+]?[0-9]{1,3}([.,][0-9]{1,2})?|-[0-9]{1,2}([.,][0-9]{1,2})?" title="A number above -100, for example 10 or -2.5" placeholder="10 or -15" autocomplete="off"></label>
        <label>New category (optional) <input name="category" maxlength="200" autocomplete="off"></label>
        <label>Change of the stock of each variant (optional) <input name="stock" pattern="[+\\-]?[0-9]{1,6}" title="A whole number, for example 5 or -2" placeholder="5 or -2" autocomplete="off"></label>
        <p class="quiet">Unlimited stock remains unlimited. A product that has changed meanwhile is not overwritten.</p>
        <div class="actions"><button class="small" ?disabled=${this.busy}>Change ${what}</button></div></form></article></dialog></gh-drawer>`;
  }

  async keepMany(event) {
    event.preventDefault();
    const {percent, category, stock: more} = fields(event.target);
    const rows = this.many;
    const changes = rows.map(product => ({product, change: {
      ...(percent ? repriced(product, 1 + Number(percent.replace(',', '.')) / 100, this.currency) : {}), ...(category ? {category} : {}), ...(Number(more) ? restocked(product, Number(more)) : {})}}));
    if (changes.every(({change}) => !Object.keys(change).length)) {
      this.refuse(NO_CHANGE);
      return;
    }
    this.many = [];
    const what = counted(rows.length, 'product');
    await this.each(changes, ({product, change}) => callWith('PATCH', `${PRODUCTS}/${product._id}`, {'If-Match': product.etag}, change),
      `${what} changed.`, () => this.each(changes, ({product, change}) => call('PATCH', `${PRODUCTS}/${product._id}`, before(product, change)), `${what} as before.`));
  }

  /**
   * Adds a product, or sends its changes. Then uploads its new pictures.
   * @param {{form: HTMLFormElement, product: any, labels: string[], files: File[], alt: string}} typed
   */
  async keep({form, product, labels, files, alt}) {
    const large = files.filter(file => file.size > MAX_PICTURE_BYTES);
    if (large.length) {
      this.refuse(`These pictures exceed 16 megabytes: ${large.map(file => file.name).join(', ')}.`);
      return;
    }
    const twice = labels.find((label, index) => labels.indexOf(label) !== index);
    if (twice) {
      this.refuse(`Two variants are named “${twice}”. Name them differently.`);
      return;
    }
    const edited = this.opened && this.edited;
    const changed = Object.keys(product).length > 0;
    const name = product.name ?? edited?.record.name;
    await this.attempt(async () => {
      let id = edited?.record._id;
      if (!edited) ({_id: id} = await once(PRODUCTS, product));
      else if (changed) await callWith('PATCH', `${PRODUCTS}/${id}`, {'If-Match': edited.tag}, product);
      this.close(form);
      this.upload({_id: id, name}, files, alt);
    }, edited ? changed || files.length ? `Product “${name}” updated.` : NO_CHANGE : `Product “${name}” added.`, () => this.load());
  }

  /**
   * @param {{_id: string, name: string}} product
   * @param {File[]} files
   * @param {string} alt
   */
  upload(product, files, alt) {
    files.forEach(file => pictures.add({
      file, method: 'PUT', type: file.type || 'application/octet-stream', message: () => `added to ${product.name}`,
      path: `${PRODUCTS}/${product._id}/pictures/${pictureName(file)}${alt ? `?${new URLSearchParams({alt})}` : ''}`,
    }));
  }

  /**
   * @param {any[]} rows
   * @param {'active' | 'draft'} status
   */
  publish(rows, status) {
    const set = (product, to) => call('PATCH', `${PRODUCTS}/${product._id}`, {status: to});
    const what = rows.length === 1 ? `Product “${rows[0].name}” is` : `${counted(rows.length, 'product')} are`;
    return this.each(rows, product => set(product, status), `${what} ${status === 'active' ? 'for sale' : 'not for sale any more'}.`,
      () => this.each(rows, product => set(product, product.status), 'Undone.'));
  }

  /** @param {any[]} rows */
  async drop(rows) {
    const what = rows.length === 1 ? `“${rows[0].name}”` : counted(rows.length, 'product');
    if (!await confirmed(`Delete ${what}? Products can be restored for 30 days, and their reviews are kept.`, rows.length === 1 ? 'Delete product' : `Delete ${what}`)) return;
    await this.each(rows, product => call('DELETE', `${PRODUCTS}/${product._id}`), rows.length === 1 ? `Product ${what} deleted.` : `${what} deleted.`,
      () => this.each(rows, product => undelete(product._id), `${what} restored.`));
  }
}

/**
 * Returns the change of a product whose prices are multiplied, rounded to the currency.
 * @param {any} product
 * @param {number} factor
 * @param {string} currency
 */
function repriced({price, compareAtPrice, variants}, factor, currency) {
  const {maximumFractionDigits: digits = 2} = new Intl.NumberFormat('en', {style: 'currency', currency: currency || 'USD'}).resolvedOptions();
  const times = amount => (amount === null || amount === undefined ? amount : Number((amount * factor).toFixed(digits)));
  return {
    price: times(price), ...(compareAtPrice ? {compareAtPrice: times(compareAtPrice)} : {}),
    variants: Object.fromEntries(Object.entries(variants).map(([label, each]) => [label, {...each, price: times(each.price), compareAtPrice: times(each.compareAtPrice)}])),
  };
}

/**
 * @param {any} product
 * @param {number} more
 */
const restocked = (product, more) => ({stock: Object.fromEntries(Object.entries(product.stock).filter(([, count]) => count !== null).map(([label]) => [label, more]))});

/**
 * Returns the change that takes a change of a product back. Stock that was sold meanwhile stays sold.
 * @param {any} product as it was before
 * @param {any} change
 */
const before = (product, {stock: more, ...change}) => ({
  ...Object.fromEntries(Object.keys(change).map(key => [key, product[key]])),
  ...(more ? {stock: Object.fromEntries(Object.entries(more).map(([label, count]) => [label, -count]))} : {})});

/** @param {File} file */
const pictureName = ({name}) => name.replace(/\.[^.]*$/, '').replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 64) || 'picture';

customElements.define('product-list', ProductList);
