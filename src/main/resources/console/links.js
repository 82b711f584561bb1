/**
 * The site's links, and short URLs with click counts.
 * @module
 */
import {html, nothing} from 'lit';
import {call, once} from './api.js';
import {counted, moment, web} from './format.js';
import {Excerpt, Listing} from './lists.js';
import {Page, address, confirmed, fields} from './page.js';

const CATEGORIES = ['personal', 'social', 'support', 'charity'];
const LINKS = '/api/proxy/hyperlinks';
const SHORT_URLS = '/api/proxy/redirects';

class LinkList extends Page {
  static properties = {owner: {attribute: false}, links: {state: true}, changing: {state: true}};

  excerpt = new Excerpt(this);

  constructor() {
    super();
    this.owner = false;
    /** @type {any[] | undefined} */
    this.links = undefined;
    /** The link in the edit form. @type {any} */
    this.changing = undefined;
  }

  async load() {
    this.links = await call('GET', LINKS);
  }

  render() {
    return html`<section aria-labelledby="links"><h2 id="links">Links</h2>
      ${this.happened()}
      ${this.owner ? this.form() : nothing}
      ${this.links?.length ? html`<ul class="list">${this.excerpt.of(this.links).map(link => this.row(link))}</ul>
        ${this.excerpt.further(this.links)}` : html`<p>${this.links ? 'No links yet.' : ''}</p>`}</section>`;
  }

  row(link) {
    return html`<li><a href=${web(link.url) ?? nothing} rel="noopener noreferrer" target="_blank">${link.title}</a>
      <span class="quiet">${[link.category, ...link.tags].join(', ')}, added ${moment(link.createdAt)}</span><br><span class="quiet">${link.url}</span>
      ${link.description ? html`<p class="text">${link.description}</p>` : nothing}
      ${this.owner ? html`<div class="actions"><button class="outline small" ?disabled=${this.busy} aria-label=${`Edit ${link.title}`}
        @click=${() => this.change(link)}>Edit</button>
        <button class="secondary outline small" ?disabled=${this.busy} aria-label=${`Delete ${link.title}`}
          @click=${() => this.delete(link)}>Delete</button></div>` : nothing}</li>`;
  }

  form() {
    const link = this.changing;
    return html`<gh-form draft=${`link.${link?._id ?? 'new'}`}><form id="link" @submit=${event => this.save(event)}><h3>${link ? `Edit ${link.title}` : 'Add a link'}</h3><div class="fields">
        <label>Title <input name="title" required maxlength="200" .value=${link?.title ?? ''} autocomplete="off"></label>
        <label>URL <input name="url" type="url" required maxlength="2048" placeholder="https://" .value=${link?.url ?? ''} autocomplete="off"></label>
        <label>Category <select name="category">${CATEGORIES.map(category => html`<option value=${category}
          ?selected=${category === (link?.category ?? CATEGORIES[0])}>${category}</option>`)}</select></label>
        <label>Tags (optional, comma-separated) <input name="tags" maxlength="1000" .value=${link?.tags.join(', ') ?? ''} autocomplete="off"></label>
        <label>Description (optional) <input name="description" maxlength="2000" .value=${link?.description ?? ''} autocomplete="off"></label></div>
      <div class="actions"><button class="small" ?disabled=${this.busy}>${link ? 'Save changes' : 'Add link'}</button>
        ${link ? html`<button type="button" class="secondary outline small"
          @click=${() => this.change(undefined)}>Cancel</button>` : nothing}</div></form></gh-form>`;
  }

  async change(link) {
    this.changing = link;
    await this.updateComplete;
    const category = /** @type {HTMLSelectElement} */ (this.querySelector('[name=category]'));
    category.value = link?.category ?? CATEGORIES[0];
    if (link) /** @type {HTMLInputElement} */ (this.querySelector('[name=title]')).focus();
  }

  async save(event) {
    event.preventDefault();
    const form = event.target;
    const {tags, ...typed} = fields(form);
    const body = {...typed, tags: tags.split(',').map(tag => tag.trim()).filter(Boolean)};
    const link = this.changing;
    const saved = await this.attempt(async () => {
      await (link ? call('PUT', `${LINKS}/${link._id}`, body) : once(LINKS, body));
    }, `Link “${typed.title}” ${link ? 'updated' : 'added'}.`, () => this.load());
    if (!saved) return;
    this.changing = undefined;
    form.reset();
  }

  async delete(link) {
    if (!await confirmed(`Delete the link “${link.title}” to ${link.url}? This cannot be undone.`, 'Delete link')) return;
    await this.attempt(async () => {
      await call('DELETE', `${LINKS}/${link._id}`);
      if (this.changing?._id === link._id) this.changing = undefined;
    }, `Link “${link.title}” deleted.`, () => this.load());
  }
}

class ShortUrls extends Page {
  static properties = {owner: {attribute: false}, made: {state: true}};

  urls = new Listing(this, `${SHORT_URLS}/public`, reply => reply.redirects);

  constructor() {
    super();
    this.owner = false;
    /** The short URL that was just created. */
    this.made = '';
  }

  load() {
    return this.urls.load();
  }

  render() {
    return html`<section aria-labelledby="short"><h2 id="short">Short URLs</h2>
      ${this.happened()}
      ${this.made ? html`<p>New short URL: <code class="secret">${this.made}</code> <button class="outline small"
        @click=${() => this.copy()}>Copy</button></p>` : nothing}
      ${this.owner ? this.form() : nothing}
      ${this.urls.rows.length ? html`<ul class="list">${this.urls.rows.map(row => this.row(row))}</ul>`
        : html`<p>${this.urls.empty('No short URLs yet. Clicks will be counted here.')}</p>`}
      ${this.urls.further()}</section>`;
  }

  row(row) {
    return html`<li><strong>/r/${row.key}</strong> <span class="state">${this.owner
        ? html`<a href=${address('clicks', {key: row.key})}>${counted(row.clicks, 'click')}</a>` : counted(row.clicks, 'click')}</span>
      <span class="quiet">created ${moment(row.createdAt)}</span><br><a href=${web(row.url) ?? nothing} rel="noopener noreferrer" target="_blank">${row.url}</a>
      ${row.description ? html`<p class="text">${row.description}</p>` : nothing}
      ${this.owner ? html`<button class="secondary outline small" ?disabled=${this.busy} aria-label=${`Delete ${row.key}`}
        @click=${() => this.delete(row)}>Delete</button>` : nothing}</li>`;
  }

  form() {
    return html`<gh-form draft="short-url"><form @submit=${event => this.make(event)}><h3>Create a short URL</h3><div class="fields">
        <label>Name <input name="key" required maxlength="64" pattern="[A-Za-z0-9_\\-]+" autocomplete="off" aria-describedby="key-hint"></label>
        <label>Destination URL <input name="url" type="url" required maxlength="2048" placeholder="https://" autocomplete="off"></label>
        <label>Description (optional) <input name="description" maxlength="500" autocomplete="off"></label>
        <label>Last valid day (optional) <input name="expiresAt" type="date"></label></div>
      <p class="quiet" id="key-hint">The name follows /r/ in the short URL. Allowed characters: A-Z, a-z, 0-9, - and _.</p>
      <button class="small" ?disabled=${this.busy}>Create short URL</button></form></gh-form>`;
  }

  async make(event) {
    event.preventDefault();
    const form = event.target;
    const {expiresAt, ...typed} = fields(form);
    await this.attempt(async () => {
      const {shortUrl} = await once(SHORT_URLS, {...typed, ...(expiresAt ? {expiresAt} : {})});
      form.reset();
      this.made = shortUrl;
    }, `Short URL /r/${typed.key} created.`, () => this.urls.load());
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.made);
      this.done = 'Short URL copied.';
    } catch {
      this.problem = 'The browser blocked access to the clipboard. Select the short URL and copy it manually.';
    }
  }

  async delete({key, clicks}) {
    const question = `Delete /r/${key} with ${counted(clicks, 'click')}? The short URL and its click count cannot be restored.`;
    if (!await confirmed(question, 'Delete short URL')) return;
    await this.attempt(async () => {
      await call('DELETE', `${SHORT_URLS}/${encodeURIComponent(key)}`);
      if (this.made.endsWith(`/${key}`)) this.made = '';
    }, `Short URL /r/${key} deleted.`, () => this.urls.load());
  }
}

customElements.define('link-list', LinkList);
customElements.define('short-urls', ShortUrls);
