/**
 * What runs where: this node, the deployments of the owner's sites, and the services that have told their address.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {moment, web} from './format.js';
import {Excerpt} from './lists.js';
import {Page, confirmed} from './page.js';
import {Problem} from './problems.js';

const GOOD = ['ready'];
const BAD = ['failed'];

class SiteHosting extends Page {
  static properties = {
    owner: {attribute: false}, info: {state: true}, ip: {state: true}, deployments: {state: true}, services: {state: true}, unset: {state: true},
  };

  told = new Excerpt(this);
  built = new Excerpt(this);

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
    /** Why there are no deployments. */
    this.unset = '';
  }

  async load() {
    const parts = [
      call('GET', '/deployment/info').then(info => { this.info = info; }),
      this.fetchServices(),
      call('GET', '/deployment/ip').then(({ip}) => { this.ip = ip; }, failed => { this.ip = said(failed); }),
      call('GET', '/hosting/deployments').then(reply => { this.deployments = reply; this.unset = ''; }, failed => { this.unset = said(failed); }),
    ];
    // One that fails hides none of the others.
    const failed = (await Promise.allSettled(parts)).find(part => part.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async fetchServices() {
    this.services = (await call('GET', '/deployment/services')).services;
  }

  render() {
    const services = this.services ?? [];
    return html`<section aria-labelledby="node"><h2 id="node">This node</h2>
        ${this.happened()}
        ${this.info ? html`<p>Version ${this.info.version}, ${this.info.environment}, up for ${this.info.uptime}.
          Its public address: ${this.ip}</p>` : nothing}</section>
      <section aria-labelledby="deployments"><h2 id="deployments">Deployments</h2>${this.deployed()}</section>
      <section aria-labelledby="services"><h2 id="services">Services that have told their address</h2>
        ${services.length ? html`<ul class="list">${this.told.of(services).map(service => this.service(service))}</ul>${this.told.further(services)}`
          : html`<p>${this.services ? 'None. A service tells it by POST /deployment/register-ip.' : ''}</p>`}</section>`;
  }

  deployed() {
    if (this.unset) return html`<p>${this.unset}</p>`;
    if (!this.deployments) return nothing;
    const {deployments, errors} = this.deployments;
    return html`${errors.map(({provider, error}) => html`<p class="problem" role="status">${provider}: ${error}. What it told last is shown.</p>`)}
      ${deployments.length ? html`<ul class="list">${this.built.of(deployments).map(deployment => this.deployment(deployment))}</ul>
        ${this.built.further(deployments)}` : html`<p>The providers know of none.</p>`}`;
  }

  deployment({provider, name, project, environment, status, url, createdAt}) {
    const title = name ?? project ?? 'Without a name';
    return html`<li>${web(url) ? html`<a href=${web(url)} rel="noopener noreferrer" target="_blank">${title}</a>` : html`<strong>${title}</strong>`}
      <span class="state ${tone(status)}">${status}</span>
      <span class="quiet">${[provider, environment, createdAt && moment(createdAt)].filter(Boolean).join(', ')}</span></li>`;
  }

  service({name, ip, updatedAt, stale}) {
    return html`<li><strong>${name}</strong> ${ip} <span class="quiet">since ${moment(updatedAt)}</span>
      ${stale ? html`<span class="state down">not renewed for long</span>` : nothing}
      ${this.owner ? html`<button class="secondary outline small" ?disabled=${this.busy} aria-label=${`Forget ${name}`}
        @click=${() => this.forget(name)}>Forget</button>` : nothing}</li>`;
  }

  async forget(name) {
    if (!await confirmed(`Forget the address of ${name}? It can tell it again.`, 'Forget it')) return;
    await this.attempt(async () => {
      await call('DELETE', `/deployment/services/${encodeURIComponent(name)}`);
    }, `${name} is forgotten.`, () => this.fetchServices());
  }
}

/** @param {string} status */
function tone(status) {
  if (GOOD.includes(status)) return 'up';
  return BAD.includes(status) ? 'down' : '';
}

/** What to show instead of something that others did not tell; what may pass is tried again. */
function said(failed) {
  if (!(failed instanceof Problem) || failed.passing) throw failed;
  return failed.message;
}

customElements.define('site-hosting', SiteHosting);
