/**
 * Clicks on short URLs: how many, when, from which pages and on which devices.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {dates, plain} from './format.js';
import {icon} from './icons.js';
import {Page, address, wanted} from './page.js';
import './chart.js';

const PERIODS = {7: 'Last 7 days', 30: 'Last 30 days', 90: 'Last 90 days'};
const DEVICES = {desktop: 'Desktop', phone: 'Phone', tablet: 'Tablet', bot: 'Bots (not counted)'};
const DAY = dates({month: 'short', day: 'numeric', timeZone: 'UTC'});
const KEY = /^[A-Za-z0-9_-]{1,64}$/;

class ClicksPage extends Page {
  static properties = {statistics: {state: true}};

  constructor() {
    super();
    /** @type {any} */
    this.statistics = undefined;
    /** What the statistics are of. */
    this.loaded = '';
  }

  turn() {
    this.follow();
  }

  /** The short URL and the number of days in the URL. */
  get place() {
    const key = wanted().get('key') ?? '';
    const days = wanted().get('days') ?? '';
    return {key: KEY.test(key) ? key : '', days: days in PERIODS ? days : '7'};
  }

  async load() {
    const {key, days} = this.place;
    const name = `${key} ${days}`;
    if (name !== this.loaded) this.statistics = undefined;
    this.loaded = name;
    const statistics = key ? await call('GET', `/api/proxy/redirects/statistics/${key}?days=${days}`)
      : await call('GET', `/api/proxy/redirects/statistics?days=${days}`);
    if (name === this.loaded) this.statistics = statistics;
  }

  render() {
    const {key, days} = this.place;
    return html`${this.header(key ? `Clicks on /r/${key}` : 'Clicks')}
      <gh-filter label="Period" .options=${PERIODS} .value=${days} @choose=${event => {
        location.hash = address('clicks', {key, days: event.detail === '7' ? '' : event.detail});
      }}></gh-filter>
      <p class="quiet">${key ? html`<a href=${address('clicks', {days: days === '7' ? '' : days})}>All short URLs</a> ·
        <a href=${`/r/${key}/qr`} target="_blank" rel="noopener">QR code</a> · ` : nothing}Days are in UTC. Bots are not counted.</p>
      ${this.statistics ? this.shown(this.statistics) : nothing}`;
  }

  shown({clicks, devices, referrers, direct, otherReferrers, timeline, links, otherLinks}) {
    const sources = [...referrers.map(({host, clicks: count}) => [host, count]), ['No referring page', direct], ['Other pages and apps', otherReferrers]];
    if (!clicks && !devices.bot) return html`<gh-empty icon="link" text="No clicks in this period. Clicks on short URLs are counted here."></gh-empty>`;
    return html`<div class="stats"><gh-stat label="clicks" .value=${plain(clicks)}></gh-stat>${Object.entries(DEVICES).map(([name, title]) => html`
        <gh-stat .label=${title} .value=${plain(devices[name])}></gh-stat>`)}</div>
      <gh-chart label="Clicks by day" .bars=${timeline.map(({date, clicks: count}) => ({label: DAY.format(new Date(date)), value: count, text: plain(count)}))}></gh-chart>
      <div class="cards">
        ${links ? html`<article><h2>${icon('link')} Short URLs</h2>${table('Short URL', [...links.map(({key, clicks: count}) => [
          html`<a href=${address('clicks', {key, days: this.place.days === '7' ? '' : this.place.days})}>/r/${key}</a>`, count]),
          ['Other short URLs', otherLinks]])}</article>` : nothing}
        <article><h2>${icon('globe')} Referring pages</h2>${table('Page', sources)}</article></div>`;
  }
}

/**
 * @param {string} title
 * @param {any[][]} rows names and their counts
 */
const table = (title, rows) => html`<table><thead><tr><th scope="col">${title}</th><th scope="col" class="number">Clicks</th></tr></thead>
  <tbody>${rows.filter(([, count]) => count).map(([name, count]) => html`<tr><th scope="row">${name}</th><td class="number">${plain(count)}</td></tr>`)}</tbody></table>`;

customElements.define('clicks-page', ClicksPage);
