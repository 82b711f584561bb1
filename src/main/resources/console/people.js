/**
 * Personal data: everything that is stored about an email address, its erasure, and how long data about visitors is kept.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {counted, moment} from './format.js';
import {icon} from './icons.js';
import {Page, confirmed, fields, note, wanted} from './page.js';

const PEOPLE = '/api/proxy/people';

/** @type {Record<string, string>} */
const COLLECTIONS = {
  calendarEvents: 'Meetings', deletedRecords: 'Trash', hireForms: 'Hire requests', hyperlinks: 'Links', idempotencyKeys: 'Replies of the last day', newsletter: 'Newsletter',
  newsletterPending: 'Newsletter, not confirmed', notifications: 'Notifications', outbox: 'Emails', paymentOrders: 'Payments', printshopExpenditures: 'Expenses', products: 'Products', reviews: 'Reviews',
  savedCarts: 'Saved carts', shortUrls: 'Short URLs', storefrontCarts: 'Carts', storefrontNotices: 'Shop notice', storefrontOrders: 'Orders',
};

/** Maximum number of records of a kind on the page. */
const SHOWN = 50;

/** What an erasure does. @type {Record<string, string>} */
const ACTIONS = {delete: 'to delete', anonymize: 'to anonymize', keep: 'to keep'};

/** Settings of retentions, by what they are about. */
const RETENTIONS = {
  'retention.hireForms': 'Hire requests', 'retention.spam': 'Spam in hire requests and reviews', 'retention.rejectedReviews': 'Rejected reviews',
  'retention.bookings': 'Meetings, from their end', 'retention.orders': 'Orders and payments, then without the buyer', 'storefront.cartTtl': 'Carts',
  'links.clickRetention': 'Clicks on short URLs', 'security.banMemory': 'IP addresses of failed sign-ins and bans',
};

/** Retentions that are not settings. */
const FIXED = {'Emails after delivery, deleted records': '30d', 'Notifications of the console': '90d', 'Newsletter, published reviews': 'until they are deleted'};

class PeoplePage extends Page {
  static properties = {found: {state: true}, erased: {state: true}, settings: {state: true}};

  constructor() {
    super();
    /** @type {any} */
    this.found = undefined;
    /** Result of the erasure. @type {any} */
    this.erased = undefined;
    /** @type {any[]} */
    this.settings = [];
  }

  turn() {
    this.follow();
  }

  async load() {
    const email = wanted().get('email');
    const [{settings}, found] = await Promise.all([call('GET', '/api/proxy/node/settings'), email ? call('POST', `${PEOPLE}/search`, {email}) : undefined]);
    if (found?.email !== this.found?.email) this.erased = undefined;
    this.settings = settings;
    this.found = found;
  }

  render() {
    const {found, settings} = this;
    return html`${this.header('Personal data')}
      <p class="quiet">Finds everything that is stored about an email address: for a copy (GDPR, article 15), and to erase it (article 17).</p>
      <form class="inline" @submit=${event => this.search(event)}><label>Email address <input name="email" type="email" required maxlength="254"
        .value=${wanted().get('email') ?? ''} autocomplete="off"></label><button class="small" ?disabled=${this.busy}>Search</button></form>
      ${found ? this.person(found) : nothing}
      ${settings.length ? html`<section aria-labelledby="kept"><h2 id="kept">How long data is kept</h2>
        <ul class="list">${Object.entries(RETENTIONS).map(([key, title]) => this.retention(title, settings.find(setting => setting.key === key)))}
          ${Object.entries(FIXED).map(([title, kept]) => html`<li><strong>${title}</strong> ${period(kept)}</li>`)}</ul>
        <p class="quiet">Backups and log files keep data until you delete them. The line <code>{{retention}}</code> in <code>privacy.md</code> shows this list to visitors.
          <a href="/docs/guides/personal-data">Personal data in the manual</a></p></section>` : nothing}`;
  }

  /** @param {string} title */
  retention(title, setting) {
    return setting ? html`<li><strong>${title}</strong> ${period(setting.value)} <span class="quiet"><code>${setting.key}</code>${
      setting.value === setting.defaultValue ? '' : `, default ${period(setting.defaultValue)}`}</span></li>` : nothing;
  }

  person(found) {
    const {documents, files, email} = found;
    /** @type {Map<string, any[]>} */
    const groups = new Map();
    documents.forEach(document => groups.set(document.collection, [...groups.get(document.collection) ?? [], document]));
    const erasable = files.length || documents.some(({action}) => action !== 'keep');
    return html`<section aria-labelledby="person"><h2 id="person">${email}</h2>
      <p>${counted(documents.length, 'record')} and ${counted(files.length, 'email file')} contain this address.
        ${found.erasedAt ? html`It was erased at ${moment(found.erasedAt)}.` : nothing}</p>
      ${this.erased ? html`<p class="state up">${outcome(this.erased)}</p>` : nothing}
      <p class="actions"><button class="outline small" @click=${() => save(found)}>${icon('download')} Save as JSON</button>
        ${erasable ? html`<button class="secondary outline small" ?disabled=${this.busy} @click=${() => this.erase(found)}>${icon('trash-2')} Erase</button>` : nothing}</p>
      <ul class="list">${[...groups].map(([collection, all]) => html`<li><details><summary><strong>${COLLECTIONS[collection] ?? collection}</strong>
          ${all.length}, ${[...new Set(all.map(({action}) => ACTIONS[action]))].join(' or ')}</summary>
        ${all.length > SHOWN ? html`<p class="quiet">The first ${SHOWN}; the JSON file contains all.</p>` : nothing}
        ${all.slice(0, SHOWN).map(document => html`${document.reason ? html`<p class="quiet">${document.reason}</p>` : nothing}<pre>${JSON.stringify(document.document, undefined, 2)}</pre>`)}</details></li>`)}
        ${files.length ? html`<li><details><summary><strong>Emails as files</strong> ${files.length}, to delete</summary><p class="text">${files.join('\n')}</p></details></li>` : nothing}</ul>
      ${found.backups.length ? html`<p class="quiet">${counted(found.backups.length, 'backup')} may contain the person, the oldest ${
        counted(Math.max(...found.backups.map(({days}) => days)), 'day')} old. Erase the person again after a restore.</p>` : nothing}</section>`;
  }

  search(event) {
    event.preventDefault();
    const {email} = fields(event.target);
    note('pushState', 'people', {email: email.trim()});
    return this.follow();
  }

  async erase({email, documents}) {
    const orders = documents.some(({collection}) => collection === 'storefrontOrders') ? ' Orders remain without name and address, for taxes.' : '';
    if (!await confirmed(`Erase everything about ${email}? This cannot be undone.${orders}`, 'Erase person')) return;
    await this.attempt(async () => {
      this.erased = await call('POST', `${PEOPLE}/erasure`, {email});
    }, `${email} erased.`, () => this.load());
  }
}

/** Returns a duration of the settings for people. @param {string} duration */
function period(duration) {
  const [, count] = /^(\d+)d$/.exec(duration) ?? [];
  if (count === undefined) return duration;
  return count === '0' ? 'no limit' : counted(Number(count), 'day');
}

/** @param {any} erased */
const outcome = ({deleted, anonymized, files, kept}) => `Deleted ${counted(deleted, 'record')} and ${counted(files, 'email file')}, anonymized ${counted(anonymized, 'record')}${
  kept.length ? `, kept ${counted(kept.length, 'record')}` : ''}.`;

/** Saves everything about a person as a file. */
function save(found) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(found, undefined, 2)], {type: 'application/json'}));
  link.download = `${found.email}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

customElements.define('people-page', PeoplePage);
