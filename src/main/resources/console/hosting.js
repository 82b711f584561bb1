/**
 * Hosting: this node, the deployments of the owner's sites, and registered services with their IP addresses.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {lasting, moment, web} from './format.js';
import {Page, confirmed} from './page.js';
import {Problem} from './problems.js';
import {areOff, setUp} from './providers.js';

const PROVIDERS = ['vercel', 'netlify', 'koyeb', 'render'];
const GOOD = ['ready'];
const BAD = ['failed'];

class SiteHosting extends Page {
  static properties = {
    owner: {attribute: false}, info: {state: true}, ip: {state: true}, deployments: {state: true}, services: {state: true}, unset: {state: true},
    off: {state: true},
  };

  constructor() {
    super();
    this.owner = false;
    /** @type {any} */
    this.info = undefined;
    this.ip = '';
    /** @type {any} */
    this.deployments = undefined;
    /** @type {any[] | undefined} */
    this.services = undefined;
    /** The error message if the deployments are not available. */
    this.unset = '';
    /** Whether no provider is configured. Visitors cannot see that. */
    this.off = false;
  }

  async load() {
    const parts = [
      call('GET', '/deployment/info').then(info => { this.info = info; }),
      this.fetchServices(),
      call('GET', '/deployment/ip').then(({ip}) => { this.ip = ip; }, failed => { this.ip = said(failed); }),
      this.fetchDeployments(),
    ];
    // A failed part must not hide the other parts.
    const failed = (await Promise.allSettled(parts)).find(part => part.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async fetchDeployments() {
    this.off = this.owner && await areOff(PROVIDERS);
    if (this.off) return;
    await call('GET', '/hosting/deployments').then(reply => { this.deployments = reply; this.unset = ''; }, failed => { this.unset = said(failed); });
  }

  async fetchServices() {
    this.services = (await call('GET', '/deployment/services')).services;
  }

  render() {
    const services = this.services ?? [];
    return html`<section aria-labelledby="node"><h2 id="node">This node</h2>
        ${this.happened()}
        ${this.info ? html`<p>Version ${this.info.version}, ${this.info.environment}, up for ${lasting(this.info.uptime)}.
          Public IP address: ${this.ip}</p>` : nothing}</section>
      <section aria-labelledby="deployments"><h2 id="deployments">Deployments</h2>${this.deployed()}</section>
      <section aria-labelledby="services"><h2 id="services">Registered services</h2>
        ${services.length ? html`<gh-more .rows=${services} .row=${service => this.service(service)}></gh-more>`
          : html`<p>${this.services ? 'No services registered. Services register their address with POST /deployment/register-ip.' : ''}</p>`}</section>`;
  }

  deployed() {
    if (this.off) return setUp('The deployments of your sites appear here. Set the token of a provider, for example hosting.vercelToken.');
    if (this.unset) return html`<p>${this.unset}</p>`;
    if (!this.deployments) return nothing;
    const {deployments, errors} = this.deployments;
    return html`${errors.map(({provider, error}) => html`<p class="problem" role="status">${provider}: ${error}. The last known deployments are shown.</p>`)}
      ${deployments.length ? html`<gh-more .rows=${deployments} .row=${deployment => this.deployment(deployment)}></gh-more>` : html`<p>No deployments.</p>`}`;
  }

  deployment({provider, name, project, environment, status, url, createdAt}) {
    const title = name ?? project ?? 'Unnamed';
    return html`<li>${web(url) ? html`<a href=${web(url)} rel="noopener noreferrer" target="_blank">${title}</a>` : html`<strong>${title}</strong>`}
      <span class="state ${tone(status)}">${status}</span>
      <span class="quiet">${[provider, environment, createdAt && moment(createdAt)].filter(Boolean).join(', ')}</span></li>`;
  }

  service({name, ip, updatedAt, stale}) {
    return html`<li><strong>${name}</strong> ${ip} <span class="quiet">updated ${moment(updatedAt)}</span>
      ${stale ? html`<span class="state down">stale</span>` : nothing}
      ${this.owner ? html`<button class="secondary outline small" ?disabled=${this.busy} aria-label=${`Remove ${name}`}
        @click=${() => this.forget(name)}>Remove</button>` : nothing}</li>`;
  }

  async forget(name) {
    if (!await confirmed(`Remove the service ${name}? It can register again.`, 'Remove service')) return;
    await this.attempt(async () => {
      await call('DELETE', `/deployment/services/${encodeURIComponent(name)}`);
    }, `Service ${name} removed.`, () => this.fetchServices());
  }
}

/** @param {string} status */
function tone(status) {
  if (GOOD.includes(status)) return 'up';
  return BAD.includes(status) ? 'down' : '';
}

/** Returns the message to show for a failed provider. Rethrows temporary failures, so that the page retries. */
function said(failed) {
  if (!(failed instanceof Problem) || failed.passing) throw failed;
  return failed.message;
}

customElements.define('site-hosting', SiteHosting);
