/**
 * The console's pages in groups, and the navigation.
 * @module
 */
import {html, nothing} from 'lit';
import {AREAS_OFF, EXTENSIONS} from './extensions.js';
import {icon} from './icons.js';

/**
 * @typedef {object} Entry
 * @property {string} place page with its parameters; the file `NAME.js` defines the element `NAME-page`
 * @property {string} title
 * @property {string} icon
 * @property {boolean} [visitor] whether visitors have access
 * @property {string} [badge] name of the count that the entry shows
 * @property {boolean} [tab] whether it is a view of the entry before it, which only the search lists
 */

/** @type {Record<string, Entry[]>} */
const GROUPS = {
  Home: [
    {place: 'today', title: 'Today', icon: 'house', visitor: true},
    {place: 'notifications', title: 'Notifications', icon: 'bell', visitor: true, badge: 'unread'},
  ],
  Site: [
    {place: 'site', title: 'Links', icon: 'link', visitor: true},
    {place: 'site?view=short', title: 'Short URLs', icon: 'scissors', visitor: true, tab: true},
    {place: 'clicks', title: 'Clicks', icon: 'activity'},
    {place: 'site?view=hosting', title: 'Deployments', icon: 'rocket', visitor: true},
    {place: 'site?view=code', title: 'Code host', icon: 'git-branch', visitor: true, tab: true},
  ],
  Media: [
    {place: 'audio', title: 'Audio', icon: 'music'},
  ],
  People: [
    {place: 'calendar', title: 'Calendar', icon: 'calendar', visitor: true},
    {place: 'inbox', title: 'Inbox', icon: 'inbox'},
    {place: 'emails', title: 'Emails', icon: 'mail', badge: 'mails'},
    {place: 'reviews', title: 'Reviews', icon: 'star', badge: 'reviews'},
    {place: 'people', title: 'Personal data', icon: 'users'},
  ],
  Shop: [
    {place: 'orders', title: 'Orders', icon: 'shopping-cart', badge: 'orders'},
    {place: 'commerce', title: 'Products', icon: 'package'},
    {place: 'commerce?view=payments', title: 'Payments', icon: 'credit-card', tab: true},
    {place: 'commerce?view=listings', title: 'Listings', icon: 'tag', tab: true},
    {place: 'commerce?view=notice', title: 'Shop notice', icon: 'bell', tab: true},
    {place: 'customers', title: 'Customers', icon: 'users'},
    {place: 'revenue', title: 'Revenue', icon: 'wallet'},
    {place: 'books', title: 'Books', icon: 'book-open'},
  ],
  Trading: [
    {place: 'market', title: 'Market', icon: 'chart-candlestick', visitor: true},
    {place: 'market?view=watchlist', title: 'Watchlist', icon: 'eye', visitor: true, tab: true},
    {place: 'market?view=positions', title: 'Positions', icon: 'wallet', visitor: true, tab: true},
    {place: 'market?view=log', title: 'Live log', icon: 'activity', visitor: true, tab: true},
    {place: 'logs', title: 'Log', icon: 'scroll-text', visitor: true},
  ],
  Games: [
    {place: 'games', title: 'Games', icon: 'gamepad-2'},
  ],
  System: [
    {place: 'setup', title: 'Setup', icon: 'check'},
    {place: 'imports', title: 'Import', icon: 'download'},
    {place: 'integrations', title: 'Integrations', icon: 'plug'},
    {place: 'jobs', title: 'Jobs', icon: 'timer'},
    {place: 'traffic', title: 'Traffic', icon: 'activity'},
    {place: 'access', title: 'Access', icon: 'key-round'},
    {place: 'access?view=passkeys', title: 'Passkeys', icon: 'key-round', tab: true},
    {place: 'access?view=sessions', title: 'Sessions', icon: 'monitor', tab: true},
    {place: 'access?view=bans', title: 'Blocked addresses', icon: 'shield-ban', tab: true},
    {place: 'backups', title: 'Backups', icon: 'archive'},
    {place: 'trash', title: 'Trash', icon: 'trash-2'},
    {place: 'store', title: 'Store', icon: 'database'},
    {place: 'settings', title: 'Settings', icon: 'settings'},
    ...EXTENSIONS.map(({name, title}) => ({place: name, title, icon: 'puzzle'})),
  ],
};

/** Pages of areas that can be off, by the area. */
const AREAS = {
  calendar: ['calendar'],
  codehost: ['site?view=code'],
  commerce: ['reviews', 'commerce', 'commerce?view=listings', 'books'],
  games: ['games'],
  media: ['audio'],
  payments: ['commerce?view=payments'],
  storefront: ['orders', 'revenue', 'customers', 'commerce?view=notice'],
  trading: ['market', 'market?view=watchlist', 'market?view=positions', 'market?view=log', 'logs'],
};

const HIDDEN = new Set(AREAS_OFF.flatMap(area => AREAS[area]));

/** Returns whether a place is of an area that is off. @param {string} place */
export const isOff = place => HIDDEN.has(place);

/** Places of the bottom bar on phones. */
const BOTTOM = ['today', 'calendar', 'orders'];

/**
 * Returns the groups that a role may see.
 * @param {string} role
 * @returns {[string, Entry[]][]}
 */
export function groups(role) {
  return Object.entries(GROUPS).map(([title, entries]) => /** @type {[string, Entry[]]} */ (
    [title, entries.filter(({place, visitor}) => !HIDDEN.has(place) && (role === 'operator' || (role === 'visitor' && visitor)))])).filter(([, entries]) => entries.length);
}

/**
 * Returns the entry that a place belongs to: the entry of its view, otherwise the page's first entry.
 * @param {string} role
 * @param {string} place the URL's fragment without `#/`
 */
export function entryOf(role, place) {
  const [name, query = ''] = place.split('?');
  const view = new URLSearchParams(query).get('view');
  const entries = groups(role).flatMap(([, all]) => all).filter(entry => entry.place.split('?')[0] === name);
  return entries.find(entry => view && entry.place === `${name}?view=${view}`) ?? entries[0];
}

/**
 * Returns the entry of the navigation to which an entry belongs.
 * @param {string} role
 * @param {Entry | undefined} entry
 */
function shownOf(role, entry) {
  const all = groups(role).flatMap(([, entries]) => entries);
  return entry && all.slice(0, all.indexOf(entry) + 1).findLast(({tab, place}) => !tab && pageOf(place) === pageOf(entry.place));
}

/** @param {string} place */
const pageOf = place => place.split('?')[0];

/**
 * @param {Entry} entry
 * @param {Entry | undefined} current
 * @param {Record<string, number>} counts
 */
function link(entry, current, counts) {
  const count = entry.badge ? counts[entry.badge] : 0;
  return html`<a href=${`#/${entry.place}`} aria-current=${entry === current ? 'page' : nothing}>${icon(entry.icon)}<span>${entry.title}</span>${count
    ? html` <span class="badge">${count > 99 ? '99+' : count}<span class="unseen"> open</span></span>` : nothing}</a>`;
}

/**
 * Returns the side bar.
 * @param {string} role
 * @param {Entry | undefined} current
 * @param {Record<string, number>} counts
 */
export function sideBar(role, current, counts) {
  const shown = shownOf(role, current);
  return html`<nav aria-label="Pages" class="side">${groups(role).map(([title, entries]) => html`
    <section aria-label=${title}><p class="group" aria-hidden="true">${title}</p><ul>${entries.filter(({tab}) => !tab).map(entry => html`
      <li>${link(entry, shown, counts)}</li>`)}</ul></section>`)}</nav>`;
}

/**
 * Returns the bottom bar on phones.
 * @param {string} role
 * @param {Entry | undefined} current
 * @param {Record<string, number>} counts
 * @param {{search: () => void, menu: () => void, open: boolean}} actions
 */
export function bottomBar(role, current, counts, {search, menu, open}) {
  const entries = groups(role).flatMap(([, all]) => all).filter(entry => BOTTOM.includes(entry.place));
  return html`<nav aria-label="Shortcuts" class="bottom">${entries.map(entry => link(entry, current, counts))}
    <button class="plain" @click=${search}>${icon('search')}<span>Search</span></button>
    <button class="plain" aria-expanded=${open ? 'true' : 'false'} @click=${menu}>${icon(open ? 'x' : 'menu')}<span>Menu</span></button></nav>`;
}
