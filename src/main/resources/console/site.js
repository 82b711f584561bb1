/**
 * Links and deployments: links, short URLs, deployments and repositories. Each view has its own URL.
 * @module
 */
import {html} from 'lit';
import {session} from './api.js';
import {Page, views, wanted} from './page.js';
import './codehost.js';
import './hosting.js';
import './links.js';

/** Views of the two pages of the navigation. @type {Record<string, Record<string, string>>} */
const PAGES = {Links: {links: 'Links', short: 'Short URLs'}, Deployments: {hosting: 'Deployments', code: 'Code host'}};
const VIEWS = Object.assign({}, ...Object.values(PAGES));

class SitePage extends Page {
  get view() {
    const view = wanted().get('view') ?? '';
    return Object.hasOwn(VIEWS, view) ? view : 'links';
  }

  turn() {
    this.requestUpdate();
  }

  render() {
    const [title, shown] = Object.entries(PAGES).find(([, of]) => this.view in of) ?? ['Links', VIEWS];
    return html`${this.header(title)}${views('site', shown, this.view)}${this.chosen()}`;
  }

  chosen() {
    const owner = session.role === 'operator';
    switch (this.view) {
      case 'short': return html`<short-urls .owner=${owner}></short-urls>`;
      case 'hosting': return html`<site-hosting .owner=${owner}></site-hosting>`;
      case 'code': return html`<code-host .owner=${owner}></code-host>`;
      default: return html`<link-list .owner=${owner}></link-list>`;
    }
  }
}

customElements.define('site-page', SitePage);
