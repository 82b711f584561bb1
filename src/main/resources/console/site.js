/**
 * Site: links, short URLs, deployments and repositories. Each view has its own URL.
 * @module
 */
import {html} from 'lit';
import {session} from './api.js';
import {Page, views, wanted} from './page.js';
import './codehost.js';
import './hosting.js';
import './links.js';

const VIEWS = {links: 'Links', short: 'Short URLs', hosting: 'Deployments', code: 'Code host'};

class SitePage extends Page {
  get view() {
    const view = wanted().get('view') ?? '';
    return Object.hasOwn(VIEWS, view) ? view : 'links';
  }

  turn() {
    this.requestUpdate();
  }

  render() {
    return html`${this.header('Site')}${views('site', VIEWS, this.view)}${this.chosen()}`;
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
