/**
 * Integrations: which are off, working or failing, since when and why.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {counted, moment, withMoments} from './format.js';
import {icon} from './icons.js';
import {Page, address} from './page.js';

/** Titles by name. @type {Record<string, string>} */
const TITLES = {
  blockgame: 'Game profiles', calendar: 'Calendar', 'busy-calendars': 'Other calendars', codehost: 'Code host', vercel: 'Vercel', netlify: 'Netlify', koyeb: 'Koyeb', render: 'Render',
  indexnow: 'IndexNow', ip: 'Own address', 'marketplace-a': 'Marketplace A', 'marketplace-b': 'Marketplace B', payments: 'Payments',
  printshop: 'Print shop', storefront: 'External shop', trading: 'Broker',
};

/** Labels by state. @type {Record<string, string>} */
const STATES = {off: 'off', unused: 'not called yet', working: 'working', failing: 'failing'};

/** Order of the states on the page. */
const ORDER = ['failing', 'working', 'unused', 'off'];

class IntegrationsPage extends Page {
  static properties = {integrations: {state: true}, parts: {state: true}, mails: {state: true}, results: {state: true}};

  constructor() {
    super();
    /** @type {any[] | undefined} */
    this.integrations = undefined;
    /** Components of the node that answers. @type {any[]} */
    this.parts = [];
    /** Undelivered emails: their number and the latest. @type {{total: number, last?: any, delayed?: number, late?: any}} */
    this.mails = {total: 0};
    /** Results of tests by name. @type {Record<string, {result: string, message: string, remedy: string}>} */
    this.results = {};
  }

  async load() {
    const [{integrations}, {nodes}, dead, delayed] = await Promise.all([call('GET', '/api/proxy/node/integrations'), call('GET', '/api/proxy/node/health'),
      call('GET', '/api/proxy/email/outbox?state=dead&limit=1'), call('GET', '/api/proxy/email/outbox?state=delayed&limit=1')]);
    this.integrations = [...integrations].sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
    this.parts = nodes.find(node => node.answers)?.parts ?? [];
    this.mails = {total: dead.pagination.total, last: dead.mails[0], delayed: delayed.pagination.total, late: delayed.mails[0]};
  }

  render() {
    const down = this.parts.filter(part => !part.up);
    return html`${this.header('Integrations')}
      <div class="cards">${down.map(part => html`<article><h2>${icon('triangle-alert')} ${part.name}</h2>
          <p><span class="state down">down</span></p><p>${withMoments(part.trouble)}</p></article>`)}
        ${this.integrations ? html`${this.mailCard()}${this.integrations.map(integration => this.card(integration))}` : this.skeleton()}</div>`;
  }

  /** @param {string} name */
  test(name) {
    return this.attempt(async () => {
      this.results = {...this.results, [name]: await call('POST', `/api/proxy/node/integrations/${name}/test`)};
    });
  }

  skeleton() {
    return Array.from({length: 6}, () => html`<article aria-hidden="true"><span class="skeleton"></span></article>`);
  }

  mailCard() {
    const {total, last, delayed = 0, late} = this.mails;
    return html`<article><h2>Email</h2><p><span class="state ${total || delayed ? 'down' : 'up'}">${total || delayed ? [
      delayed ? `${counted(delayed, 'email')} delayed` : '', total ? `${counted(total, 'email')} undelivered` : ''].filter(Boolean).join(', ') : 'no failures'}</span></p>
      ${late ? html`<p>${late.error}. Next attempt ${moment(late.due)}</p>` : nothing}
      ${last ? html`<p>${last.error}</p>` : nothing}
      <p class="actions"><a href=${address('emails', late ? {state: 'delayed'} : {})}>Open the queue</a></p>
      ${settings(['smtp.url', 'smtp.startTls', 'smtp.certificate', 'mail.from'])}</article>`;
  }

  card({name, state, configured, latest, settings: keys}) {
    const tone = {working: 'up', failing: 'down'}[state] ?? '';
    return html`<article id=${`integration-${name}`}><h2>${TITLES[name] ?? name}</h2>
      <p><span class="state ${tone}">${STATES[state]}${state === 'failing' ? ` since ${moment(latest.failingSince)}` : ''}</span></p>
      ${state === 'failing' ? html`<p>${latest.error}</p>` : nothing}
      ${latest.succeededAt ? html`<p class="quiet">Last success ${moment(latest.succeededAt)}</p>` : nothing}
      ${state !== 'failing' && latest.failedAt ? html`<p class="quiet">Last failure ${moment(latest.failedAt)}: ${latest.error}</p>` : nothing}
      ${state === 'off' ? nothing : html`<p class="actions"><button class="outline small" ?disabled=${this.busy} aria-label=${`Test ${TITLES[name] ?? name}`}
        @click=${() => this.test(name)}>Test</button></p>`}
      ${this.results[name] ? html`<p role="status"><span class="state ${{ok: 'up', problem: 'down'}[this.results[name].result] ?? ''}">${this.results[name].message}</span>
        ${this.results[name].remedy}</p>` : nothing}
      ${state === 'off' ? html`<p class="quiet">${configured ? 'Another node of the cluster has its settings.'
        : html`Set <code>${keys[0]}</code> to use it.`}</p>` : nothing}
      ${settings(keys)}</article>`;
  }
}

/** @param {string[]} keys */
const settings = keys => html`<details><summary>${counted(keys.length, 'setting')}</summary><ul>${keys.map(key => html`<li>
  <a href=${address('settings', {q: key})}>${key}</a></li>`)}</ul></details>`;

customElements.define('integrations-page', IntegrationsPage);
