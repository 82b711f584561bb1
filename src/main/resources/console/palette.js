/**
 * The search that Ctrl-K opens: pages, actions and records.
 * @module
 */
import {html, nothing} from 'lit';
import {call, session} from './api.js';
import {icon} from './icons.js';
import {groups} from './nav.js';
import {address} from './page.js';
import {Part} from './parts.js';

/** `keyCode` of a key that an input method handles. */
const COMPOSED = 229;
const MAX_SHOWN = 10;
const MIN_RECORD_TEXT = 3;
const PAUSE_MS = 200;

/** @typedef {{title: string, group: string, icon: string, href: string, owner?: boolean}} Choice */

/** Actions by title. @type {Choice[]} */
const ACTIONS = [
  {title: 'Orders to ship', group: 'Action', icon: 'truck', href: address('orders', {state: 'paid'}), owner: true},
  {title: 'Orders of today', group: 'Action', icon: 'shopping-cart', href: address('orders', {period: 'today'}), owner: true},
  {title: 'Errors of yesterday', group: 'Action', icon: 'scroll-text', href: address('logs', {level: 'error', period: 'yesterday'})},
  {title: 'Revenue of this month', group: 'Action', icon: 'wallet', href: address('revenue'), owner: true},
  {title: 'Who clicked a link?', group: 'Action', icon: 'activity', href: address('clicks'), owner: true},
  {title: 'Approve reviews', group: 'Action', icon: 'star', href: address('reviews'), owner: true},
  {title: 'Add a product', group: 'Action', icon: 'plus', href: address('commerce', {add: 'new'}), owner: true},
  {title: 'Create an API key', group: 'Action', icon: 'key-round', href: address('access', {add: 'new'}), owner: true},
  {title: 'Revoke a session', group: 'Action', icon: 'monitor', href: address('access', {view: 'sessions'}), owner: true},
  {title: 'Unblock an address', group: 'Action', icon: 'shield-ban', href: address('access', {view: 'bans'}), owner: true},
  {title: 'Create a short URL', group: 'Action', icon: 'scissors', href: address('site', {view: 'short', add: 'new'}), owner: true},
  {title: 'Add a link', group: 'Action', icon: 'link', href: address('site', {add: 'new'}), owner: true},
  {title: 'Add an expense', group: 'Action', icon: 'book-open', href: address('books', {add: 'new'}), owner: true},
  {title: 'Why does a provider fail?', group: 'Action', icon: 'plug', href: address('integrations'), owner: true},
  {title: 'Back up now', group: 'Action', icon: 'archive', href: address('backups'), owner: true},
  {title: 'Send a test email', group: 'Action', icon: 'mail', href: address('setup'), owner: true},
  {title: 'Book a meeting', group: 'Action', icon: 'calendar', href: address('calendar', {add: 'new'})},
  {title: 'Upload songs', group: 'Action', icon: 'music', href: address('audio'), owner: true},
];

class Palette extends Part {
  static properties = {found: {state: true}, at: {state: true}, text: {state: true}};

  #look = 0;

  constructor() {
    super();
    /** Records that match. @type {Choice[]} */
    this.found = [];
    /** Index of the active choice. */
    this.at = 0;
    this.text = '';
  }

  open() {
    const dialog = this.querySelector('dialog');
    if (!dialog || dialog.open) return;
    this.text = '';
    this.found = [];
    this.at = 0;
    dialog.showModal();
    const input = dialog.querySelector('input');
    if (input) input.value = '';
    input?.focus();
  }

  close() {
    this.querySelector('dialog')?.close();
  }

  /** @returns {Choice[]} */
  get choices() {
    const pages = groups(session.role).flatMap(([group, entries]) => entries.map(({title, icon: name, place}) =>
      ({title, group, icon: name, href: `#/${place}`})));
    const actions = ACTIONS.filter(({owner}) => !owner || session.role === 'operator');
    const words = this.text.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = ({title, group}) => words.every(word => `${group} ${title}`.toLowerCase().includes(word));
    return [...this.found, ...[...pages, ...actions].filter(matches)].slice(0, MAX_SHOWN);
  }

  render() {
    const {choices} = this;
    const active = Math.min(this.at, choices.length - 1);
    return html`<dialog class="palette" aria-label="Search" @click=${event => { if (event.target === event.currentTarget) this.close(); }}>
      <article><label class="search">${icon('search')}<span class="unseen">Search pages, actions and records</span>
        <input type="search" role="combobox" aria-expanded="true" aria-controls="palette-choices" autocomplete="off" maxlength="100"
          aria-activedescendant=${choices.length ? `palette-${active}` : nothing} placeholder="Pages, actions, orders"
          @input=${event => this.search(event.target.value)} @keydown=${event => this.key(event, choices, active)}></label>
        <ul id="palette-choices" role="listbox" aria-label="Results">${choices.map((choice, index) => html`
          <li role="option" id=${`palette-${index}`} aria-selected=${index === active ? 'true' : 'false'} @click=${() => this.go(choice)}>
            ${icon(choice.icon)}<span>${choice.title}</span><span class="quiet">${choice.group}</span></li>`)}</ul>
        ${choices.length ? nothing : html`<p class="quiet" role="status">No page, action or record matches.</p>`}</article></dialog>`;
  }

  key(event, choices, active) {
    // Keys that choose a word of an input method, for example of Japanese. Safari has ended the composition before its Enter.
    if (event.isComposing || event.keyCode === COMPOSED) return;
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step) {
      event.preventDefault();
      this.at = (active + step + choices.length) % Math.max(choices.length, 1);
    } else if (event.key === 'Enter' && choices[active]) {
      event.preventDefault();
      this.go(choices[active]);
    }
  }

  /** @param {Choice} choice */
  go(choice) {
    this.close();
    location.hash = choice.href;
  }

  /** @param {string} text */
  async search(text) {
    this.text = text.trim();
    this.at = 0;
    const look = ++this.#look;
    await new Promise(paused => setTimeout(paused, PAUSE_MS));
    if (look !== this.#look) return;
    this.found = [];
    if (session.role !== 'operator' || this.text.length < MIN_RECORD_TEXT) return;
    // The palette still finds pages and actions if the search for records fails.
    const found = await orders(this.text).catch(() => []);
    if (look === this.#look) this.found = found;
  }
}

/**
 * Returns orders whose number begins with a text, or whose buyer has this email address.
 * @param {string} text
 * @returns {Promise<Choice[]>}
 */
async function orders(text) {
  if (!/^[0-9a-f]{3,32}$/i.test(text) && !text.includes('@')) return [];
  const {orders: rows} = await call('GET', `/api/proxy/storefront/orders?limit=5&q=${encodeURIComponent(text)}`);
  return rows.map(order => ({title: `${order.reference} ${order.buyer.name}`, group: `Order, ${order.state}`, icon: 'shopping-cart',
    href: address('orders', {q: text, open: order._id})}));
}

customElements.define('gh-palette', Palette);
