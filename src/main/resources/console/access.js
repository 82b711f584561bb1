/**
 * Access: creates and revokes API keys; adds and deletes passkeys; lists and revokes sessions; lists and unblocks blocked addresses.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {counted, moment} from './format.js';
import {Page, confirmed, views, wanted} from './page.js';
import {Records, paged, whole} from './records.js';
import {TablePage} from './table.js';
import {canUsePasskeys, created} from './webauthn.js';
import './drawer.js';

const VIEWS = {keys: 'API keys', passkeys: 'Passkeys', sessions: 'Sessions', bans: 'Blocked addresses'};
const NONE_BLOCKED = 'No blocked addresses. An address is blocked after ten failed attempts within 24 hours or a request for a honeypot path.';

/** @typedef {Record<string, Record<string, {summary?: string, 'x-scopes'?: string[]}>>} Paths paths of the contract */

class AccessPage extends Page {
  turn() {
    this.requestUpdate();
  }

  render() {
    const view = wanted().get('view') ?? '';
    const shown = Object.hasOwn(VIEWS, view) ? view : 'keys';
    return html`${this.header('Access')}${views('access', VIEWS, shown)}${this.chosen(shown)}`;
  }

  chosen(view) {
    switch (view) {
      case 'passkeys': return html`<access-passkeys></access-passkeys>`;
      case 'sessions': return html`<access-sessions></access-sessions>`;
      case 'bans': return html`<access-bans></access-bans>`;
      default: return html`<access-keys></access-keys>`;
    }
  }
}

class AccessKeys extends TablePage {
  static properties = {made: {state: true}, scopes: {state: true}, opens: {state: true}};

  records = new Records(this, 'access', paged('/api/proxy/keys', reply => {
    this.scopes = reply.scopes;
    return reply.keys.map(key => ({_id: key.name, ...key}));
  }), {q: ''});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'name', title: 'Name', text: key => key.name, cell: key => html`<strong>${key.name}</strong>`},
    {key: 'scopes', title: 'Scopes', text: key => key.scopes.join(' '), cell: key => (key.scopes.length ? key.scopes.join(', ') : 'full access')},
    {key: 'date', title: 'Created', text: key => key.createdAt, cell: key => html`<span class="when">${moment(key.createdAt)}</span>`},
    {key: 'used', title: 'Last used', text: key => key.lastUsedAt ?? '', cell: key => (key.lastUsedAt
      ? html`<span class="when">${moment(key.lastUsedAt)}</span> by ${key.lastAddress}, ${counted(key.uses, 'request')}` : 'never')},
    {key: 'actions', title: 'Actions', cell: key => html`<button class="outline small" ?disabled=${this.busy} aria-label=${`Revoke key ${key.name}`}
      @click=${() => this.revoke([key])}>Revoke key</button>`},
  ];

  constructor() {
    super();
    /** The key that was just created. It cannot be shown again. */
    this.made = undefined;
    /** @type {string[]} */
    this.scopes = [];
    /** The operations of each scope; undefined until loaded. @type {Map<string, string[]> | undefined} */
    this.opens = undefined;
  }

  render() {
    const {covered} = this;
    return html`${covered ? nothing : this.happened()}
      ${this.made ? this.once(this.made) : nothing}
      ${this.adding('Create key')}
      <gh-table label="API keys" search="Search by start of name" .records=${this.records} .columns=${this.columns} .busy=${this.busy}
        .bulk=${[{title: 'Revoke', icon: 'trash-2', run: keys => this.revoke(keys)}]}
        .empty=${html`<gh-empty icon="key-round" text="No API keys yet. Programs use a key instead of a code."></gh-empty>`}></gh-table>
      ${covered ? this.form() : nothing}`;
  }

  once({name, key}) {
    return html`<article role="status"><p>New API key <strong>${name}</strong>. Copy it now.
        The key itself is not stored and cannot be shown again.</p>
      <p><code class="secret">${key}</code></p>
      <gh-copy .text=${key} label="Copy key"></gh-copy>
      <button class="outline small" @click=${() => { this.made = undefined; }}>Done</button></article>`;
  }

  form() {
    return this.drawer('Create a key', html`<gh-form draft="key"><form @submit=${event => this.make(event)}>
      <label>Key name <input name="name" required maxlength="64" autocapitalize="none" spellcheck="false" pattern="[A-Za-z0-9._\\-]+" autocomplete="off"
        aria-describedby="key-name"></label>
      <p class="quiet" id="key-name">Describes what the key is for. Allowed characters: A-Z, a-z, 0-9, dot, - and _.</p>
      <fieldset><legend>Access</legend>
        <label><input type="radio" name="access" value="scopes" checked> Only the selected scopes</label>
        <label><input type="radio" name="access" value="full"> Full access, like the owner</label></fieldset>
      <fieldset class="scopes"><legend>Scopes</legend>
        ${this.scopes.map(scope => html`<label><input type="checkbox" name="scope" value=${scope}> ${scope}</label>`)}</fieldset>
      ${this.explanation()}
      <div class="actions"><button class="small" ?disabled=${this.busy}>Create key</button></div></form></gh-form>`);
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
    const scopes = typed.get('access') === 'full' ? [] : typed.getAll('scope');
    if (typed.get('access') !== 'full' && !scopes.length) {
      this.refuse('Select at least one scope, or full access.');
      return;
    }
    const made = await this.attempt(async () => {
      this.made = await call('POST', '/api/proxy/keys', {name: typed.get('name'), scopes});
      this.close(form);
    }, '', () => this.load());
    if (made) document.querySelector('h1')?.scrollIntoView();
  }

  /** @param {any[]} keys */
  async revoke(keys) {
    const [what, them] = keys.length === 1 ? [`key ${keys[0].name}`, 'it'] : [counted(keys.length, 'key'), 'them'];
    if (!await confirmed(`Revoke ${what}? Programs that use ${them} lose access immediately.`, `Revoke ${keys.length === 1 ? 'key' : what}`)) return;
    await this.each(keys, ({name}) => call('DELETE', `/api/proxy/keys/${encodeURIComponent(name)}`), `${what[0].toUpperCase()}${what.slice(1)} revoked.`);
  }
}

class AccessPasskeys extends TablePage {
  static properties = {unavailable: {state: true}};

  records = new Records(this, 'access', whole(async () => {
    const {passkeys, unavailable} = await call('GET', '/api/proxy/passkeys');
    this.unavailable = unavailable;
    return passkeys.map(row => ({_id: row.id, ...row}));
  }, () => true));

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'name', title: 'Name', text: row => row.name, cell: row => html`<strong>${row.name}</strong>${row.synced
      ? html` <span class="state">synced</span>` : nothing}`},
    {key: 'origin', title: 'Address', hidden: true, text: row => row.origin, cell: row => row.origin},
    {key: 'date', title: 'Added', text: row => row.createdAt, cell: row => html`<span class="when">${moment(row.createdAt)}</span>`},
    {key: 'used', title: 'Last used', text: row => row.lastUsedAt ?? '', cell: row => (row.lastUsedAt
      ? html`<span class="when">${moment(row.lastUsedAt)}</span>` : 'never')},
    {key: 'actions', title: 'Actions', menu: row => [{title: 'Rename', run: () => this.open(row.id)}, {title: 'Delete', run: () => this.erase(row)}]},
  ];

  constructor() {
    super();
    /** Why passkeys cannot be used; empty if they can. */
    this.unavailable = '';
  }

  /** Why no passkey can be added here; empty if one can. */
  get obstacle() {
    if (this.unavailable) return `Passkeys are off: ${this.unavailable}.`;
    return canUsePasskeys ? '' : 'This browser does not support passkeys on this page. Use a current browser over HTTPS.';
  }

  render() {
    const {covered, obstacle, opened} = this;
    return html`${covered ? nothing : this.happened()}
      <p class="quiet">Sign in with a fingerprint, face, PIN or security key. The permanent code always remains valid.</p>
      ${obstacle ? html`<p role="note">${obstacle}</p>` : this.adding('Add passkey')}
      <gh-table label="Passkeys" .records=${this.records} .columns=${this.columns} .busy=${this.busy} .named=${row => `passkey ${row.name}`}
        .empty=${html`<gh-empty icon="key-round" text="No passkeys yet."></gh-empty>`}></gh-table>
      ${covered ? this.drawer(opened ? `Rename ${opened.name}` : 'Add a passkey', this.form(opened)) : nothing}`;
  }

  form(passkey) {
    return html`<gh-form draft=${`passkey-${passkey?.id ?? 'new'}`}><form @submit=${event => this.save(event, passkey)}>
      <label>Passkey name <input name="name" required maxlength="64" autocomplete="off" .value=${passkey?.name ?? ''}
        aria-describedby="passkey-name"></label>
      <p class="quiet" id="passkey-name">Describes the device, for example Laptop.</p>
      <div class="actions"><button class="small" ?disabled=${this.busy}>${passkey ? 'Rename passkey' : 'Add passkey'}</button></div></form></gh-form>`;
  }

  async save(event, passkey) {
    event.preventDefault();
    const form = event.target;
    const name = String(new FormData(form).get('name'));
    await this.attempt(async () => {
      if (passkey) await call('PUT', `/api/proxy/passkeys/${passkey.id}`, {name});
      else await call('POST', '/api/proxy/passkeys', {name, ...await created(await call('POST', '/api/proxy/passkeys/options'))});
      this.close(form);
    }, passkey ? 'Passkey renamed.' : 'Passkey added.', () => this.load());
  }

  async erase({id, name}) {
    if (!await confirmed(`Delete passkey ${name}? It cannot be used any more, and its other sessions end.`, 'Delete passkey')) return;
    await this.attempt(() => call('DELETE', `/api/proxy/passkeys/${id}`), `Passkey ${name} deleted.`, () => this.load());
  }
}

class AccessSessions extends TablePage {
  records = new Records(this, 'access', paged('/api/proxy/sessions', reply => reply.sessions.map(row => ({_id: row.id, ...row}))));

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'client', title: 'Client', text: row => row.userAgent, cell: row => html`<strong>${program(row.userAgent)}</strong>
      ${row.method === 'passkey' ? html` <span class="state">passkey</span>` : nothing}
      ${row.remembered ? html` <span class="state">remembered</span>` : nothing}
      ${row.current ? html` <span class="state up">this session</span>` : nothing}`},
    {key: 'agent', title: 'User agent', hidden: true, text: row => row.userAgent, cell: row => html`<span class="quiet">${row.userAgent}</span>`},
    {key: 'address', title: 'Address', text: row => row.address, cell: row => row.address},
    {key: 'since', title: 'Signed in', text: row => row.createdAt, cell: row => html`<span class="when">${moment(row.createdAt)}</span>`},
    {key: 'until', title: 'Expires', text: row => row.expiresAt, cell: row => html`<span class="when">${moment(row.expiresAt)}</span>`},
    {key: 'actions', title: 'Actions', cell: row => (row.current ? nothing : html`<button class="outline small" ?disabled=${this.busy}
      aria-label=${`Revoke session at ${row.address} of ${moment(row.createdAt)}`} @click=${() => this.revoke([row])}>Revoke</button>`)},
  ];

  render() {
    const others = {title: 'Revoke', icon: 'log-out', run: rows => this.revoke(rows.filter(row => !row.current))};
    return html`${this.happened()}<p class="quiet">Sign-ins with the permanent code or a passkey. To end this session, sign out.</p>
      <gh-table label="Sessions" .records=${this.records} .columns=${this.columns} .busy=${this.busy} .bulk=${[others]}
        .named=${row => `session at ${row.address} of ${moment(row.createdAt)}`}
        .empty=${html`<gh-empty icon="monitor" text="No sessions are recorded."></gh-empty>`}></gh-table>`;
  }

  /** @param {any[]} rows */
  async revoke(rows) {
    const what = counted(rows.length, 'session');
    if (!rows.length || !await confirmed(`Revoke ${what}? A new sign-in is needed there.`, `Revoke ${what}`)) return;
    await this.each(rows, ({id}) => call('DELETE', `/api/proxy/sessions/${id}`), `${what} revoked.`);
  }
}

const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari', 'curl'];
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'];

/**
 * Returns a short name of a client.
 * @param {string} agent
 */
function program(agent) {
  const named = names => names.find(name => agent.includes(name));
  return [{Edg: 'Edge', OPR: 'Opera'}[named(BROWSERS) ?? ''] ?? named(BROWSERS), named(SYSTEMS)].filter(Boolean).join(', ') || 'Unknown client';
}

class AccessBans extends TablePage {
  records = new Records(this, 'access', paged('/api/proxy/bans', reply => reply.bans.map(ban => ({_id: ban.address, ...ban}))), {q: '', sort: 'newest'});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'address', title: 'Address', text: ban => ban.address, cell: ban => ban.address},
    {key: 'reason', title: 'Reason', text: ban => ban.reason, cell: ban => html`${ban.reason}${ban.attempts
      ? html` <span class="quiet">${counted(ban.attempts, 'attempt')}</span>` : ''}`},
    {key: 'since', title: 'Since', sort: {up: 'oldest', down: 'newest'}, text: ban => ban.since, cell: ban => html`<span class="when">${moment(ban.since)}</span>`},
    {key: 'until', title: 'Until', text: ban => ban.until, cell: ban => html`<span class="when">${moment(ban.until)}</span>`},
    {key: 'actions', title: 'Actions', cell: ban => html`<button class="outline small" ?disabled=${this.busy} aria-label=${`Unblock ${ban.address}`}
      @click=${() => this.unban([ban])}>Unblock</button>`},
  ];

  render() {
    return html`${this.happened()}
      <gh-table label="Blocked addresses" search="Search by start of address" .records=${this.records} .columns=${this.columns} .busy=${this.busy}
        .bulk=${[{title: 'Unblock', icon: 'check', run: bans => this.unban(bans)}]}
        .empty=${html`<gh-empty icon="shield-ban" .text=${NONE_BLOCKED}></gh-empty>`}></gh-table>`;
  }

  /** @param {any[]} bans */
  unban(bans) {
    return this.each(bans, ({address}) => call('DELETE', `/api/proxy/bans/${encodeURIComponent(address)}`),
      `${bans.length === 1 ? bans[0].address : counted(bans.length, 'address', 'addresses')} unblocked.`);
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
customElements.define('access-keys', AccessKeys);
customElements.define('access-passkeys', AccessPasskeys);
customElements.define('access-sessions', AccessSessions);
customElements.define('access-bans', AccessBans);
