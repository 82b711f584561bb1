/**
 * The site's links, and short URLs with click counts.
 * @module
 */
import {html, nothing} from 'lit';
import {call, once} from './api.js';
import {counted, moment, web} from './format.js';
import {icon} from './icons.js';
import {RESTORABLE, address, confirmed, fields, importing, undelete} from './page.js';
import {Records, contains, paged, whole} from './records.js';
import {TablePage} from './table.js';
import './drawer.js';

const LINKS = '/api/proxy/hyperlinks';
const SHORT_URLS = '/api/proxy/redirects';
/** @type {Record<string, string>} */
const CATEGORIES = {personal: 'Personal', social: 'Social', support: 'Support', charity: 'Charity'};
const FILTERS = {'': 'All', ...CATEGORIES};

/** Returns the table row of an event. @param {Event} event @returns {HTMLTableRowElement | null} */
const row = event => /** @type {Element} */ (event.target).closest('tbody tr');

class LinkList extends TablePage {
  static properties = {owner: {attribute: false}};

  records = new Records(this, 'site', whole(() => call('GET', LINKS), (link, {q, category}) => (!category || link.category === category)
    && contains(q, [link.title, link.url, link.description, ...link.tags]), {title: link => link.title, date: link => link.createdAt}),
  {q: '', category: '', sort: ''});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'title', title: 'Title', sort: {up: 'title', down: '-title'}, text: link => link.title, cell: link => html`${this.grip(link)}<a
      href=${web(link.url) ?? nothing} rel="noopener noreferrer" target="_blank">${link.title}</a>${link.description
      ? html`<p class="text">${link.description}</p>` : nothing}`},
    {key: 'url', title: 'URL', text: link => link.url, cell: link => html`<span class="quiet">${link.url}</span>`},
    {key: 'category', title: 'Category', text: link => link.category, cell: link => CATEGORIES[link.category]},
    {key: 'tags', title: 'Tags', text: link => link.tags.join(', '), cell: link => link.tags.join(', ')},
    {key: 'date', title: 'Added', sort: {up: 'date', down: '-date'}, text: link => link.createdAt,
      cell: link => html`<span class="when">${moment(link.createdAt)}</span>`},
    {key: 'actions', title: 'Actions', menu: link => (this.owner ? [
      {title: 'Edit', run: () => this.open(link._id)}, {title: 'Move up', run: this.movable ? () => this.move(link, -1) : undefined},
      {title: 'Move down', run: this.movable ? () => this.move(link, 1) : undefined}, {title: 'Delete', run: () => this.delete(link)}] : [])},
  ];

  constructor() {
    super();
    this.owner = false;
    /** The link that is dragged. @type {any} */
    this.dragged = undefined;
  }

  /** Whether the table shows the order of the site. */
  get movable() {
    return this.owner && !this.records.filtered && !this.busy;
  }

  /** Returns the handle that moves a link, by drag and with the arrow keys. */
  grip(link) {
    return this.movable ? html`<button type="button" class="plain grip" draggable="true" aria-label=${`Move ${link.title}`} title="Drag, or use the arrow keys"
      @dragstart=${event => { this.dragged = link; event.dataTransfer.effectAllowed = 'move'; event.dataTransfer.setData('text/plain', link.url); }}
      @dragend=${() => { this.dragged = undefined; }}
      @keydown=${event => this.steer(event, link)}>${icon('grip-vertical')}</button>` : nothing;
  }

  /** @param {KeyboardEvent} event */
  steer(event, link) {
    const by = {ArrowUp: -1, ArrowDown: 1}[event.key];
    if (!by) return;
    event.preventDefault();
    this.move(link, by);
  }

  /** @param {DragEvent} event */
  over(event) {
    if (this.dragged && row(event)) event.preventDefault();
  }

  /** @param {DragEvent} event */
  drop(event) {
    const link = this.dragged;
    const target = this.records.rows[row(event)?.sectionRowIndex ?? -1];
    if (!link || !target || target === link) return;
    event.preventDefault();
    const {rows} = this.records;
    this.move(link, rows.indexOf(target) - rows.indexOf(link));
  }

  /** Moves a link by some places, and keeps the focus on its handle. */
  async move(link, by) {
    const done = await this.attempt(async () => {
      const ids = (await call('GET', LINKS)).map(({_id}) => _id);
      const from = ids.indexOf(link._id);
      const to = Math.min(Math.max(from + by, 0), ids.length - 1);
      ids.splice(to, 0, ...ids.splice(from, 1));
      await call('PUT', `${LINKS}/order`, {ids});
    }, `Link “${link.title}” moved.`, () => this.load());
    if (!done) return;
    await this.updateComplete;
    const at = this.records.rows.findIndex(({_id}) => _id === link._id);
    const table = this.querySelector('gh-table');
    await /** @type {any} */ (table)?.updateComplete;
    /** @type {HTMLElement | undefined} */ (table?.querySelectorAll('.grip')[at])?.focus();
  }

  render() {
    const {records, covered} = this;
    return html`<section aria-labelledby="links"><h2 id="links" class="unseen">Links</h2>
      ${covered ? nothing : this.happened()}${this.owner ? html`${this.adding('Add link', importing('links', 'Import links'))}` : nothing}
      <gh-table label="Links" @dragover=${event => this.over(event)} @drop=${event => this.drop(event)} search="Search links" .records=${records} .columns=${this.columns} .busy=${this.busy} .named=${link => link.title}
        .bulk=${this.owner ? [this.deletes('link', link => call('DELETE', `${LINKS}/${link._id}`), link => link._id)] : []}
        .filters=${html`<gh-filter label="Category" .options=${FILTERS} .value=${records.filter('category')}
          @choose=${event => records.turn({category: event.detail})}></gh-filter>`}
        .empty=${html`<gh-empty icon="link" text="No links yet. The site shows the links of this list."></gh-empty>`}></gh-table>
      ${covered && this.owner ? this.form(this.opened) : nothing}</section>`;
  }

  form(link) {
    return this.drawer(link ? `Edit ${link.title}` : 'Add a link', html`<gh-form draft=${`link.${link?._id ?? 'new'}`}><form id="link" @submit=${event => this.save(event)}>
      <label>Title <input name="title" required maxlength="200" .value=${link?.title ?? ''} autocomplete="off"></label>
      <label>URL <input name="url" type="url" required maxlength="2048" placeholder="https://" .value=${link?.url ?? ''} autocomplete="off"></label>
      <label>Category <select name="category">${Object.entries(CATEGORIES).map(([category, title]) => html`<option value=${category}
        ?selected=${category === link?.category}>${title}</option>`)}</select></label>
      <label>Tags (optional, comma-separated) <input name="tags" maxlength="1000" .value=${link?.tags.join(', ') ?? ''} autocomplete="off"></label>
      <label>Description (optional) <input name="description" maxlength="2000" .value=${link?.description ?? ''} autocomplete="off"></label>
      <div class="actions"><button class="small" ?disabled=${this.busy}>${link ? 'Save changes' : 'Add link'}</button></div></form></gh-form>`);
  }

  async save(event) {
    event.preventDefault();
    const form = event.target;
    const {tags, ...typed} = fields(form);
    const body = {...typed, tags: tags.split(',').map(tag => tag.trim()).filter(Boolean)};
    const link = this.opened;
    await this.attempt(async () => {
      if (link) await this.records.confirm(link);
      await (link ? call('PUT', `${LINKS}/${link._id}`, body) : once(LINKS, body));
      this.close(form);
    }, `Link “${typed.title}” ${link ? 'updated' : 'added'}.`, () => this.load());
  }

  async delete(link) {
    if (!await confirmed(`Delete the link “${link.title}” to ${link.url}? ${RESTORABLE}`, 'Delete link')) return;
    await this.attempt(() => call('DELETE', `${LINKS}/${link._id}`), `Link “${link.title}” deleted.`, () => this.load(),
      () => this.each([link], () => undelete(link._id), `Link “${link.title}” restored.`));
  }
}

class ShortUrls extends TablePage {
  static properties = {owner: {attribute: false}, made: {state: true}};

  records = new Records(this, 'site', paged(`${SHORT_URLS}/public`, reply => reply.redirects.map(url => ({_id: url.key, ...url}))),
    {q: '', sort: 'newest'});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'key', title: 'Short URL', text: url => url.key, cell: url => html`<strong>/r/${url.key}</strong>${url.description
      ? html`<p class="text">${url.description}</p>` : nothing}`},
    {key: 'url', title: 'Destination', text: url => url.url, cell: url => html`<a href=${web(url.url) ?? nothing} rel="noopener noreferrer"
      target="_blank">${url.url}</a>`},
    {key: 'clicks', title: 'Clicks', number: true, text: url => url.clicks, cell: url => html`<span class="state">${this.owner
      ? html`<a href=${address('clicks', {key: url.key})}>${counted(url.clicks, 'click')}</a>` : counted(url.clicks, 'click')}</span>`},
    {key: 'date', title: 'Created', sort: {up: 'oldest', down: 'newest'}, text: url => url.createdAt,
      cell: url => html`<span class="when">${moment(url.createdAt)}</span>`},
    {key: 'actions', title: 'Actions', menu: url => [{title: 'Edit', run: this.owner ? () => this.open(url.key) : undefined}, {title: 'QR code', href: `/r/${url.key}/qr`}, {title: 'Delete', run: this.owner ? () => this.delete(url) : undefined}]},
  ];

  constructor() {
    super();
    this.owner = false;
    /** The short URL that was just created. */
    this.made = '';
  }

  render() {
    const {covered} = this;
    return html`<section aria-labelledby="short"><h2 id="short" class="unseen">Short URLs</h2>
      ${covered ? nothing : this.happened()}
      ${this.made ? html`<p>New short URL: <code class="secret">${this.made}</code> <gh-copy .text=${this.made}></gh-copy></p>` : nothing}
      ${this.owner ? html`${this.adding('Create short URL', importing('short-urls', 'Import short URLs'))}` : nothing}
      <gh-table label="Short URLs" .named=${url => url.key} search="Search by start of name" .records=${this.records} .columns=${this.columns} .busy=${this.busy}
        .bulk=${this.owner ? [this.deletes('short URL', url => this.erase(url), url => url.key)] : []}
        .empty=${html`<gh-empty icon="scissors" text="No short URLs yet. Clicks will be counted here."></gh-empty>`}></gh-table>
      ${covered && this.owner ? this.opened ? this.editing(this.opened) : this.form() : nothing}</section>`;
  }

  editing({key, url, description}) {
    return this.drawer(`Edit /r/${key}`, html`<gh-form draft=${`short-url.${key}`}><form @submit=${event => this.change(event, key)}>
      <p class="quiet">The clicks and the QR code are kept.</p>
      <label>Destination URL <input name="url" type="url" required maxlength="2048" .value=${url} autocomplete="off"></label>
      <label>Description (optional) <input name="description" maxlength="500" .value=${description} autocomplete="off"></label>
      <label>New last valid day (optional) <input name="expiresAt" type="date"></label>
      <div class="actions"><button class="small" ?disabled=${this.busy}>Save changes</button></div></form></gh-form>`);
  }

  async change(event, key) {
    event.preventDefault();
    const form = event.target;
    const {expiresAt, ...typed} = fields(form);
    await this.attempt(async () => {
      await call('PUT', `${SHORT_URLS}/${encodeURIComponent(key)}`, {...typed, ...(expiresAt ? {expiresAt} : {})});
      this.close(form);
    }, `Short URL /r/${key} updated.`, () => this.load());
  }

  form() {
    return this.drawer('Create a short URL', html`<gh-form draft="short-url"><form @submit=${event => this.make(event)}>
      <label>Name <input name="key" required maxlength="64" autocapitalize="none" spellcheck="false" pattern="[\\p{L}\\p{M}\\p{N}._\\-\\/]+" autocomplete="off" aria-describedby="key-hint"></label>
      <p class="quiet" id="key-hint">The name follows /r/ in the short URL. Allowed are letters and digits of any script, and . - _ with / between parts.</p>
      <label>Destination URL <input name="url" type="url" required maxlength="2048" placeholder="https://" autocomplete="off"></label>
      <label>Description (optional) <input name="description" maxlength="500" autocomplete="off"></label>
      <label>Last valid day (optional) <input name="expiresAt" type="date"></label>
      <div class="actions"><button class="small" ?disabled=${this.busy}>Create short URL</button></div></form></gh-form>`);
  }

  async make(event) {
    event.preventDefault();
    const form = event.target;
    const {expiresAt, ...typed} = fields(form);
    await this.attempt(async () => {
      const {shortUrl} = await once(SHORT_URLS, {...typed, ...(expiresAt ? {expiresAt} : {})});
      this.close(form);
      this.made = shortUrl;
    }, `Short URL /r/${typed.key} created.`, () => this.load());
  }

  async erase({key}) {
    await call('DELETE', `${SHORT_URLS}/${encodeURIComponent(key)}`);
    if (this.made.endsWith(`/${key}`)) this.made = '';
  }

  async delete(url) {
    const question = `Delete /r/${url.key} with ${counted(url.clicks, 'click')}? ${RESTORABLE}`;
    if (!await confirmed(question, 'Delete short URL')) return;
    await this.attempt(() => this.erase(url), `Short URL /r/${url.key} deleted.`, () => this.load(),
      () => this.each([url], () => undelete(url.key), `Short URL /r/${url.key} restored.`));
  }
}

customElements.define('link-list', LinkList);
customElements.define('short-urls', ShortUrls);
