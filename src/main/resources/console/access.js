/**
 * Access: creates and revokes API keys; lists and unblocks blocked addresses.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {counted, moment} from './format.js';
import {Listing} from './lists.js';
import {Page, confirmed} from './page.js';

const NONE_BLOCKED = 'No blocked addresses. An address is blocked after ten failed attempts within 24 hours or a request for a honeypot path.';

/** @typedef {Record<string, Record<string, {summary?: string, 'x-scopes'?: string[]}>>} Paths paths of the contract */

class AccessPage extends Page {
  static properties = {made: {state: true}, scopes: {state: true}, opens: {state: true}};

  keys = new Listing(this, '/api/proxy/keys', reply => {
    this.scopes = reply.scopes;
    return reply.keys;
  });
  bans = new Listing(this, '/api/proxy/bans', reply => reply.bans);

  constructor() {
    super();
    /** The key that was just created. It cannot be shown again. */
    this.made = undefined;
    /** @type {string[]} */
    this.scopes = [];
    /** The operations of each scope; undefined until loaded. @type {Map<string, string[]> | undefined} */
    this.opens = undefined;
  }

  async load() {
    await Promise.all([this.keys.load(), this.bans.load()]);
  }

  render() {
    return html`
      ${this.header('Access')}
      <section aria-labelledby="keys">
        <h2 id="keys">API keys</h2>
        ${this.made ? this.once(this.made) : nothing}
        ${this.keys.rows.length ? html`<ul class="list">${this.keys.rows.map(key => this.key(key))}</ul>`
          : html`<p>${this.keys.empty('No API keys yet. Programs use a key instead of a code.')}</p>`}
        ${this.keys.further()}
        ${this.form()}
      </section>
      <section aria-labelledby="bans">
        <h2 id="bans">Blocked addresses</h2>
        ${this.bans.rows.length ? this.table() : html`<p>${this.bans.empty(NONE_BLOCKED)}</p>`}
        ${this.bans.further()}
      </section>`;
  }

  key(key) {
    return html`<li><strong>${key.name}</strong> <span class="quiet">${key.scopes.length ? key.scopes.join(', ') : 'full access'},
        created ${moment(key.createdAt)}</span>
      <button class="outline small" ?disabled=${this.busy} aria-label=${`Revoke key ${key.name}`} @click=${() => this.revoke(key)}>Revoke key</button></li>`;
  }

  once({name, key}) {
    return html`<article role="status"><p>New API key <strong>${name}</strong>. Copy it now.
        The key itself is not stored and cannot be shown again.</p>
      <p><code class="secret">${key}</code></p>
      <button class="outline small" @click=${() => { this.made = undefined; }}>Done</button></article>`;
  }

  form() {
    return html`<gh-form draft="key"><form @submit=${event => this.make(event)}>
      <label>Key name <input name="name" required maxlength="64" pattern="[A-Za-z0-9._\\-]+" autocomplete="off"
        aria-describedby="key-name"></label>
      <p class="quiet" id="key-name">Describes what the key is for. Allowed characters: A-Z, a-z, 0-9, dot, - and _.</p>
      <fieldset class="scopes"><legend>Scopes. A key without scopes has the owner's full access.</legend>
        ${this.scopes.map(scope => html`<label><input type="checkbox" name="scope" value=${scope}> ${scope}</label>`)}</fieldset>
      ${this.explanation()}
      <button class="small" ?disabled=${this.busy}>Create key</button></form></gh-form>`;
  }

  /** Lists the operations of each scope from the contract, which is large and loaded on demand. */
  explanation() {
    return html`<details @toggle=${event => event.currentTarget.open && this.explain()}><summary>Operations of each scope</summary>
      ${this.opens ? html`<dl>${[...this.opens].map(([scope, deeds]) => html`<dt>${scope}</dt><dd>${deeds.join(' · ')}</dd>`)}</dl>`
        : html`<p role="status">${this.busy ? 'Loading' : 'The operations could not be loaded. Close this section and open it again.'}</p>`}</details>`;
  }

  async explain() {
    if (this.opens) return;
    await this.attempt(async () => {
      /** @type {{paths: Paths}} */
      const contract = await call('GET', '/openapi.json');
      this.opens = opened(this.scopes, contract.paths);
    });
  }

  async make(event) {
    event.preventDefault();
    const form = event.target;
    const typed = new FormData(form);
    const made = await this.attempt(async () => {
      this.made = await call('POST', '/api/proxy/keys', {name: typed.get('name'), scopes: typed.getAll('scope')});
      form.reset();
    }, '', () => this.keys.load());
    if (made) this.querySelector('h1')?.scrollIntoView();
  }

  async revoke(key) {
    if (!await confirmed(`Revoke key ${key.name}? Programs that use it lose access immediately.`, 'Revoke key')) return;
    await this.attempt(() => call('DELETE', `/api/proxy/keys/${encodeURIComponent(key.name)}`), `Key ${key.name} revoked.`,
      () => this.keys.load());
  }

  table() {
    return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="bans"><table>
      <thead><tr><th scope="col">Address</th><th scope="col">Reason</th><th scope="col">Since</th><th scope="col">Until</th>
        <th scope="col"><span class="unseen">Actions</span></th></tr></thead>
      <tbody>${this.bans.rows.map(ban => html`<tr>
        <th scope="row">${ban.address}</th>
        <td>${ban.reason}${ban.attempts ? html` <span class="quiet">${counted(ban.attempts, 'attempt')}</span>` : ''}</td>
        <td class="when">${moment(ban.since)}</td><td class="when">${moment(ban.until)}</td>
        <td><button class="outline small" ?disabled=${this.busy} aria-label=${`Unblock ${ban.address}`}
          @click=${() => this.unban(ban.address)}>Unblock</button></td></tr>`)}</tbody></table></div>`;
  }

  unban(address) {
    return this.attempt(() => call('DELETE', `/api/proxy/bans/${encodeURIComponent(address)}`), `${address} unblocked.`,
      () => this.bans.load());
  }
}

/**
 * Returns the summaries of each scope's operations.
 * @param {string[]} scopes
 * @param {Paths} paths
 */
function opened(scopes, paths) {
  const operations = Object.values(paths).flatMap(path => Object.values(path));
  return new Map(scopes.map(scope => [scope,
    operations.filter(operation => operation['x-scopes']?.includes(scope)).map(operation => operation.summary ?? '')]));
}

customElements.define('access-page', AccessPage);
