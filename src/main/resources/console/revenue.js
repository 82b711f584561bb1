/**
 * Revenue of the shop by day or month, compared with the period before.
 * @module
 */
import {html, nothing} from 'lit';
import {call, now} from './api.js';
import {dates, day, daysAfter, money, plain, ZONE} from './format.js';
import {Page, address, wanted} from './page.js';
import './chart.js';

const PERIODS = {month: 'This month', last: 'Last month', year: 'This year', before: 'Last year'};
const MONTH = 7;
const DAY_OF_MONTH = 8;
const DAY_NAME = dates({month: 'short', day: 'numeric', timeZone: 'UTC'});
const MONTH_NAME = dates({month: 'short', year: 'numeric', timeZone: 'UTC'});

class RevenuePage extends Page {
  static properties = {days: {state: true}, earlier: {state: true}, complete: {state: true}, loaded: {state: true}};

  constructor() {
    super();
    /** Days of the period. @type {any[]} */
    this.days = [];
    /** Days of the period before. @type {any[]} */
    this.earlier = [];
    this.complete = true;
    this.loaded = '';
  }

  turn() {
    this.follow();
  }

  get period() {
    const period = wanted().get('period') ?? '';
    return period in PERIODS ? period : 'month';
  }

  async load() {
    const {period} = this;
    const [current, before] = ranges(period, day(now()));
    /** @param {string[]} range */
    const fetched = ([from, until]) => call('GET', `/api/proxy/storefront/revenue?from=${from}&until=${until}`);
    const [reply, earlier] = await Promise.all([fetched(current), fetched(before)]);
    if (period !== this.period) return;
    Object.assign(this, {days: reply.days, earlier: earlier.days, complete: reply.complete && earlier.complete, loaded: period});
  }

  render() {
    const {days, earlier, period} = this;
    const currencies = [...new Set([...days, ...earlier].map(row => row.revenue.currencyCode))];
    return html`${this.header('Revenue')}
      <gh-filter label="Period" .options=${PERIODS} .value=${period}
        @choose=${event => { location.hash = address('revenue', {period: event.detail === 'month' ? '' : event.detail}); }}></gh-filter>
      <p class="quiet">Paid orders of the shop with tax and shipping, by the day of the order, in ${ZONE}. <a href="#/books">Open the print shop's books</a></p>
      ${this.complete ? nothing : html`<p class="quiet">Only the first 10,000 orders of each period are counted.</p>`}
      ${this.loaded && !currencies.length ? html`<gh-empty icon="wallet" text="No paid orders in this period or the one before."></gh-empty>` : nothing}
      ${currencies.map(currency => this.currency(currency))}`;
  }

  currency(currency) {
    const own = rows => rows.filter(row => row.revenue.currencyCode === currency);
    const [current, before] = [sums(own(this.days)), sums(own(this.earlier))];
    const stat = (label, pick, show) => html`<gh-stat .label=${label} .value=${show(pick(current))}
      .note=${`${show(pick(before))} in the period before`} .tone=${label === 'refunds' ? '' : tone(pick(current) - pick(before))}></gh-stat>`;
    const shown = sum => money(sum, currency);
    return html`<section aria-labelledby=${`revenue-${currency}`}><h2 id=${`revenue-${currency}`}>${currency}</h2>
      <div class="stats">${stat('revenue after refunds', sum => sum.revenue - sum.refunded, shown)}
        ${stat('refunds', sum => sum.refunded, shown)}${stat('paid orders', sum => sum.orders, plain)}
        ${stat('average order', sum => (sum.orders ? sum.revenue / sum.orders : 0), shown)}</div>
      <gh-chart label=${`Revenue after refunds in ${currency}`} .bars=${bars(own(this.days), ['year', 'before'].includes(this.period), shown)}></gh-chart></section>`;
  }
}

/**
 * Returns the first and the last days of a period and of the one before.
 * @param {string} period
 * @param {string} today 2026-12-01
 */
function ranges(period, today) {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, MONTH));
  const first = (y, m) => new Date(Date.UTC(y, m - 1, 1)).toISOString().slice(0, 10);
  const months = (y, m) => [first(y, m), daysAfter(first(y, m + 1), -1)];
  switch (period) {
    case 'last': return [months(year, month - 1), months(year, month - 2)];
    case 'year': return [[first(year, 1), today], [first(year - 1, 1), daysAfter(first(year, 1), -1)]];
    case 'before': return [[first(year - 1, 1), daysAfter(first(year, 1), -1)], [first(year - 2, 1), daysAfter(first(year - 1, 1), -1)]];
    default: return [[first(year, month), today], months(year, month - 1)];
  }
}

/** @param {any[]} rows */
function sums(rows) {
  const total = pick => rows.reduce((sum, row) => sum + Number(pick(row)), 0);
  return {revenue: total(row => row.revenue.amount), refunded: total(row => row.refunded.amount), orders: total(row => row.orders)};
}

/**
 * @param {any[]} rows
 * @param {boolean} byMonth
 * @param {(sum: number) => string} shown
 */
function bars(rows, byMonth, shown) {
  /** @type {Map<string, number>} */
  const all = new Map();
  for (const {date, revenue, refunded} of rows) {
    const key = byMonth ? date.slice(0, MONTH) : date;
    all.set(key, (all.get(key) ?? 0) + Number(revenue.amount) - Number(refunded.amount));
  }
  const keys = [...all.keys()].sort();
  // Days without orders have a bar of height 0.
  if (!byMonth && keys.length) {
    for (let date = `${keys[0].slice(0, DAY_OF_MONTH)}01`; date < keys[keys.length - 1]; date = daysAfter(date, 1)) if (!all.has(date)) all.set(date, 0);
  }
  const named = key => (byMonth ? MONTH_NAME : DAY_NAME).format(new Date(key));
  return [...all].sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, value]) => ({label: named(key), value, text: shown(value)}));
}

/** @param {number} difference */
const tone = difference => (difference ? ['down', '', 'up'][Math.sign(difference) + 1] : '');

customElements.define('revenue-page', RevenuePage);
