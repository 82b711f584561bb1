/**
 * The form of a product: its values, one row for each variant, and its pictures.
 * @module
 */
import {html, nothing} from 'lit';
import {draftOf} from './drawer.js';
import {icon} from './icons.js';
import {amountField, fields} from './page.js';
import {Part} from './parts.js';
import {dropZone} from './uploads.js';

const TYPES = {regular: 'Sold here', 'marketplace-a': 'Marketplace A', 'marketplace-b': 'Marketplace B'};
const STATUSES = {active: 'For sale', draft: 'Draft', submitted: 'From a visitor, not for sale'};

/** Values of the form that need no conversion. */
const PLAIN = ['name', 'description', 'category', 'type', 'url', 'status'];

/** Label of a product without variants, which the shop does not show. */
export const ONLY = 'Default Title';

const SMALL = 320;
const UPLOADED = /^(\/pictures\/[0-9a-f]{24})-(\d+)x(\d+)\.jpg/;

/**
 * Returns the path of a small file of an uploaded picture; undefined for other addresses, which the console does not load.
 * @param {string | undefined} address
 */
export function thumbnail(address) {
  const [, path, width, height] = UPLOADED.exec(address ?? '') ?? [];
  const small = Math.min(SMALL, Number(width));
  return path && `${path}-${small}x${Math.max(1, Math.round(Number(height) * small / Number(width)))}.jpg`;
}

/** @typedef {{label: string, count: string, price: string, sku: string}} Row what is typed for a variant */

/** Fires `save` with the values of a new product or the changes of a product, and with the files to upload. */
class ProductForm extends Part {
  static properties = {product: {attribute: false}, currency: {}, busy: {type: Boolean}, more: {state: true}, files: {state: true}, images: {state: true}};

  constructor() {
    super();
    /** The product as it was read; undefined for a new one. @type {any} */
    this.product = undefined;
    this.currency = '';
    this.busy = false;
    /** Number of rows for new variants. */
    this.more = 1;
    /** Pictures to upload. @type {File[]} */
    this.files = [];
    /** Addresses of the pictures in their order. @type {string[]} */
    this.images = [];
  }

  /** @param {Map<string, any>} changed */
  willUpdate(changed) {
    if (!changed.has('product')) return;
    const before = changed.get('product');
    if (!before || before._id !== this.product?._id) {
      this.files = [];
      this.more = Math.max(1, ...Object.keys(draftOf(this.#draft)).map(name => Number(/^label-(\d+)$/.exec(name)?.[1] ?? 0) + 2 - this.known.length));
    }
    this.images = this.product?.images ?? [];
  }

  get #draft() {
    return `product.${this.product?._id ?? 'new'}`;
  }

  /** The product's variants. @returns {Row[]} */
  get known() {
    return Object.entries(this.product?.stock ?? {}).map(([label, count]) => {
      const {price, sku} = this.product.variants?.[label] ?? {};
      return {label: label === ONLY ? '' : label, count: String(count ?? ''), price: String(price ?? ''), sku: sku ?? ''};
    });
  }

  render() {
    const {product, currency} = this;
    const rows = [...this.known, ...Array.from({length: this.more}, () => ({label: '', count: '', price: '', sku: ''}))];
    const options = (titles, chosen) => Object.entries(titles).map(([value, title]) => html`<option value=${value} ?selected=${value === chosen}>${title}</option>`);
    const amount = currency ? ` in ${currency}` : '';
    return html`<gh-form draft=${this.#draft}><form @submit=${event => this.save(event)}><div class="fields">
        <label>Name <input name="name" dir="auto" required maxlength="500" autocomplete="off" .value=${product?.name ?? ''}></label>
        ${amountField(`Price${amount}`, 'price', product?.price, true)}
        <label>Category (optional) <input name="category" dir="auto" maxlength="200" autocomplete="off" .value=${product?.category ?? ''}></label>
        <label>Status <select name="status">${options(product?.status === 'submitted' ? STATUSES : {active: STATUSES.active, draft: STATUSES.draft}, product?.status)}</select></label></div>
        <label>Description (optional) <textarea name="description" dir="auto" maxlength="10000" rows="3" .value=${product?.description ?? ''}></textarea></label>
        <fieldset class="variants"><legend>Stock</legend>
          <p class="quiet">One row for each variant. A product without variants needs only a number. Empty numbers are unlimited, empty prices those of the product.</p>
          ${rows.map((row, index) => this.row(row, index, amount))}
          <button type="button" class="secondary outline small" @click=${() => { this.more++; }}>${icon('plus')} Add variant</button></fieldset>
        ${this.pictures()}
        <details><summary>More: price before a sale, shipping, sold elsewhere</summary><div class="fields">
          ${amountField(`Price before the sale${amount} (optional)`, 'compareAtPrice', product?.compareAtPrice)}
          <label>Sold at <select name="type">${options(TYPES, product?.type)}</select></label>
          <label>External product URL (optional) <input name="url" type="url" maxlength="2048" autocomplete="off" .value=${product?.url ?? ''}></label></div>
          <label><input type="checkbox" name="digital" .checked=${Boolean(product?.digital)}> Digital, not shipped</label></details>
        <div class="actions"><button class="small" ?disabled=${this.busy}>${product ? 'Save changes' : 'Add product'}</button>
        <button type="button" class="secondary outline small" data-close>Cancel</button></div>
      </form></gh-form>`;
  }

  /** @param {Row} row @param {number} index @param {string} amount */
  row({label, count, price, sku}, index, amount) {
    const of = label || `variant ${index + 1}`;
    return html`<div class="row">
      <label>Variant <input name=${`label-${index}`} dir="auto" maxlength="100" autocomplete="off" placeholder="M" .value=${label}></label>
      <label>Number <input name=${`count-${index}`} type="number" min="0" max="1000000000" step="1" placeholder="unlimited" .value=${count}></label>
      ${amountField(`Price${amount}`, `price-${index}`, price)}
      <label>SKU <input name=${`sku-${index}`} maxlength="100" autocomplete="off" .value=${sku}></label>
      <button type="button" class="plain" aria-label=${`Remove ${of}`} @click=${event => this.#clear(event)}>${icon('trash-2')}</button></div>`;
  }

  /** Empties a row, which removes its variant. */
  #clear(event) {
    const row = event.currentTarget.closest('.row');
    for (const field of row.querySelectorAll('input')) field.value = '';
    row.querySelector('input').dispatchEvent(new Event('change', {bubbles: true}));
  }

  pictures() {
    const {images, files} = this;
    const last = images.length - 1;
    return html`<fieldset class="pictures"><legend>Pictures</legend>
      ${images.length || files.length ? html`<ol>${images.map((address, index) => html`<li>${picture(address)}<span class="actions">
          <button type="button" class="plain" aria-label=${`Move picture ${index + 1} forward`} ?disabled=${!index} @click=${() => this.#swap(index, index - 1)}>${icon('chevron-left')}</button>
          <button type="button" class="plain" aria-label=${`Move picture ${index + 1} back`} ?disabled=${index === last} @click=${() => this.#swap(index, index + 1)}>${icon('chevron-right')}</button>
          <button type="button" class="plain" aria-label=${`Remove picture ${index + 1}`} @click=${() => { this.images = images.toSpliced(index, 1); }}>${icon('trash-2')}</button></span></li>`)}
        ${files.map((file, index) => html`<li><span class="thumb">${icon('download')}</span><span class="quiet">${file.name}</span>
          <button type="button" class="plain" aria-label=${`Remove ${file.name}`} @click=${() => { this.files = files.toSpliced(index, 1); }}>${icon('trash-2')}</button></li>`)}</ol>` : nothing}
      ${dropZone({label: 'Upload pictures', hint: 'Or drop them here. JPEG, PNG, WebP or GIF, at most 16 megabytes each. They are uploaded when you save.',
        accept: '.jpg,.jpeg,.png,.webp,.gif,image/jpeg,image/png,image/webp,image/gif', multiple: true}, chosen => { this.files = [...files, ...chosen]; })}
      <div class="fields"><label>Text for people who cannot see the new pictures (optional) <input class="alt" dir="auto" maxlength="120" autocomplete="off"></label>
        <label>Picture of another site, by URL (optional) <input name="picture" type="url" maxlength="2048" autocomplete="off"></label></div></fieldset>`;
  }

  #swap(one, other) {
    this.images = this.images.with(one, this.images[other]).with(other, this.images[one]);
  }

  save(event) {
    event.preventDefault();
    const form = event.target;
    const typed = fields(form);
    const filled = Object.keys(typed).filter(name => name.startsWith('label-')).map(name => name.slice('label-'.length))
      .map(index => ({label: typed[`label-${index}`].trim() || ONLY, count: typed[`count-${index}`], price: typed[`price-${index}`], sku: typed[`sku-${index}`].trim()}))
      .filter(row => row.label !== ONLY || row.count || row.price || row.sku);
    // A product without stock cannot be bought.
    const rows = filled.length || (this.product && !(ONLY in this.product.stock)) ? filled : [{label: ONLY, count: '', price: '', sku: ''}];
    const images = [...this.images, ...(typed.picture ? [typed.picture.trim()] : [])];
    const wanted = {...values(typed), digital: typed.digital === 'on', images};
    const alt = /** @type {HTMLInputElement} */ (this.querySelector('.alt')).value.trim();
    this.dispatchEvent(new CustomEvent('save', {detail: {form, alt, files: this.files, labels: rows.map(({label}) => label),
      product: this.product ? changes(this.product, wanted, rows) : created(wanted, rows)}}));
  }
}

/** @param {string} address */
function picture(address) {
  const small = thumbnail(address);
  return small ? html`<img class="thumb" src=${small} alt="" loading="lazy" width="96" height="96">`
    : html`<span class="thumb" title=${address}>${icon('globe')}</span>`;
}

/** @param {Record<string, string>} typed */
const values = typed => ({...Object.fromEntries(PLAIN.map(name => [name, typed[name]])), price: Number(typed.price),
  ...(typed.compareAtPrice ? {compareAtPrice: Number(typed.compareAtPrice)} : {})});

/** @param {Row} row */
const variant = ({price, sku}) => ({...(price ? {price: Number(price)} : {}), ...(sku ? {sku} : {})});

/** @param {Row} row */
const count = row => (row.count === '' ? null : Number(row.count));

/** @param {any} wanted @param {Row[]} rows */
const created = (wanted, rows) => ({...wanted, stock: Object.fromEntries(rows.map(row => [row.label, count(row)])),
  variants: Object.fromEntries(rows.filter(row => row.price || row.sku).map(row => [row.label, variant(row)]))});

/**
 * Returns what differs from the product as it was read, so that nothing else is overwritten.
 * @param {any} before @param {any} wanted @param {Row[]} rows
 */
function changes(before, wanted, rows) {
  /** @type {any} */
  const changed = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])));
  if (before.compareAtPrice !== undefined && before.compareAtPrice !== null && wanted.compareAtPrice === undefined) changed.unset = ['compareAtPrice'];
  const labels = new Set(rows.map(({label}) => label));
  const stock = rows.filter(row => !(row.label in before.stock) || before.stock[row.label] !== count(row));
  if (stock.length) changed.newStock = Object.fromEntries(stock.map(row => [row.label, count(row)]));
  const variants = {};
  for (const label of Object.keys(before.stock)) if (!labels.has(label)) variants[label] = null;
  for (const row of rows) {
    const {price, sku, ...others} = before.variants?.[row.label] ?? {};
    if (price !== variant(row).price || sku !== variant(row).sku) variants[row.label] = {...others, ...variant(row)};
  }
  if (Object.keys(variants).length) changed.variants = variants;
  return changed;
}

customElements.define('product-form', ProductForm);
