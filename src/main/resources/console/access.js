/**
 * Access: the keys of programs, made and revoked; who is shut out, and is let in again.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {counted, moment} from './format.js';
import {Listing} from './lists.js';
import {Page, confirmed} from './page.js';

const NONE_BLOCKED = 'No address is blocked. Ten failed attempts within 24 hours, or a path that only scanners ask for, block one.';

/** @typedef {Record<string, Record<string, {summary?: string, 'x-scopes'?: string[]}>>} Paths the contract's */

class AccessPage extends Page {
  static properties = {made: {state: true}, scopes: {state: true}, opens: {state: true}};

  keys = new Listing(this, '/api/proxy/keys', reply => {
    this.scopes = reply.scopes;
    return reply.keys;
  });
  bans = new Listing(this, '/api/proxy/bans', reply => reply.bans);

  constructor() {
    super();
    /** The key that was made just now; nothing can show it again. */
    this.made = undefined;
    /** @type {string[]} */
    this.scopes = [];
    /** What each of them opens, once somebody has asked. @type {Map<string, string[]> | undefined} */
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
          : html`<p>${this.keys.empty('No key has been made. Programs use one instead of a code.')}</p>`}
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
    return html`<li><strong>${key.name}</strong> <span class="quiet">${key.scopes.length ? key.scopes.join(', ') : 'everything'},
        since ${moment(key.createdAt)}</span>
      <button class="outline small" ?disabled=${this.busy} aria-label=${`Revoke ${key.name}`} @click=${() => this.revoke(key)}>Revoke</button></li>`;
  }

  once({name, key}) {
    return html`<article role="status"><p>The key of <strong>${name}</strong>. Copy it now: it is not kept, and nothing can show it again.</p>
      <p><code class="secret">${key}</code></p>
      <button class="outline small" @click=${() => { this.made = undefined; }}>I have it</button></article>`;
  }

  form() {
    return html`<form @submit=${event => this.make(event)}>
      <label>Name of a new key <input name="name" required maxlength="64" pattern="[A-Za-z0-9._\\-]+" autocomplete="off"
        aria-describedby="key-name"></label>
      <p class="quiet" id="key-name">What it is for, in letters, digits, dots, - and _.</p>
      <fieldset class="scopes"><legend>What it is good for; none ticked means everything that the owner may do</legend>
        ${this.scopes.map(scope => html`<label><input type="checkbox" name="scope" value=${scope}> ${scope}</label>`)}</fieldset>
      ${this.explanation()}
      <button class="small" ?disabled=${this.busy}>Make a key</button></form>`;
  }

  /** The contract's own words; it is large, and fetched when somebody wants to know. */
  explanation() {
    return html`<details @toggle=${event => event.currentTarget.open && this.explain()}><summary>What each of them opens</summary>
      ${this.opens ? html`<dl>${[...this.opens].map(([scope, deeds]) => html`<dt>${scope}</dt><dd>${deeds.join(' · ')}</dd>`)}</dl>`
        : html`<p role="status">${this.busy ? 'Looking it up' : 'It could not be looked up. Close this and open it again.'}</p>`}</details>`;
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
    if (!await confirmed(`Revoke ${key.name}? Programs that use it are refused at once.`, 'Revoke it')) return;
    await this.attempt(() => call('DELETE', `/api/proxy/keys/${encodeURIComponent(key.name)}`), `${key.name} is revoked.`,
      () => this.keys.load());
  }

  table() {
    return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="bans"><table>
      <thead><tr><th scope="col">Address</th><th scope="col">Reason</th><th scope="col">Since</th><th scope="col">Until</th>
        <th scope="col"><span class="unseen">Let in again</span></th></tr></thead>
      <tbody>${this.bans.rows.map(ban => html`<tr>
        <th scope="row">${ban.address}</th>
        <td>${ban.reason}${ban.attempts ? html` <span class="quiet">${counted(ban.attempts, 'attempt')}</span>` : ''}</td>
        <td class="when">${moment(ban.since)}</td><td class="when">${moment(ban.until)}</td>
        <td><button class="outline small" ?disabled=${this.busy} aria-label=${`Let ${ban.address} in again`}
          @click=${() => this.unban(ban.address)}>Let in</button></td></tr>`)}</tbody></table></div>`;
  }

  unban(address) {
    return this.attempt(() => call('DELETE', `/api/proxy/bans/${encodeURIComponent(address)}`), `${address} may come in again.`,
      () => this.bans.load());
  }
}

/**
 * The summaries of the operations that each scope opens.
 * @param {string[]} scopes
 * @param {Paths} paths
 */
function opened(scopes, paths) {
  const operations = Object.values(paths).flatMap(path => Object.values(path));
  return new Map(scopes.map(scope => [scope,
    operations.filter(operation => operation['x-scopes']?.includes(scope)).map(operation => operation.summary ?? '')]));
}

customElements.define('access-page', AccessPage);
