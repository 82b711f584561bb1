/**
 * Games: whitelist and operators of the block game's server, its world saves and the audit log.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {counted, moment, size} from './format.js';
import {Excerpt, Listing} from './lists.js';
import {Page, confirmed, fields, views, wanted} from './page.js';
import {Problem} from './problems.js';

const GAME = '/games/blockgame';
const VIEWS = {players: 'Players', saves: 'World saves', audit: 'Audit log'};
const UNAVAILABLE = 503;
const LEVELS = [1, 2, 3, 4];
const SHORT_DIGEST = 12;

/** Messages on whether the running server has applied a change. */
const SERVER_STATES = {
  applied: 'The running server has applied the change.',
  down: 'The server is not running. It will read the list when it starts.',
  unconfigured: 'No server console (RCON) is configured. The server will read the list when it starts.',
};

class GamesPage extends Page {
  static properties = {whitelist: {state: true}, operators: {state: true}, lacking: {state: true}, pruning: {state: true}};

  saves = new Listing(this, `${GAME}/saves`, reply => reply.saves);
  excerpts = {whitelist: new Excerpt(this), operators: new Excerpt(this)};
  changes = new Listing(this, `${GAME}/audit`, reply => reply.entries);

  constructor() {
    super();
    this.view = 'players';
    /** @type {any[] | undefined} */
    this.whitelist = undefined;
    /** @type {any[] | undefined} */
    this.operators = undefined;
    /** The API's error message if the lists are not available. */
    this.lacking = '';
    /** Result of the dry run: the saves to delete and the request that deletes them. @type {{path: string, ids: string[], kept: number} | undefined} */
    this.pruning = undefined;
  }

  turn() {
    this.follow();
  }

  async load() {
    const view = wanted().get('view') ?? '';
    this.view = view in VIEWS ? view : 'players';
    this.pruning = undefined;
    switch (this.view) {
      case 'saves': return this.saves.load();
      case 'audit': return this.changes.load();
      default: return this.loadPlayers();
    }
  }

  async loadPlayers() {
    this.lacking = '';
    try {
      const [{whitelist}, {operators}] = await Promise.all([call('GET', `${GAME}/whitelist`), call('GET', `${GAME}/operators`)]);
      this.whitelist = whitelist;
      this.operators = operators;
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.status !== UNAVAILABLE || problem.passing) throw problem;
      this.lacking = problem.message;
    }
  }

  render() {
    return html`
      ${this.header('Games')}
      ${views('games', VIEWS, this.view)}
      ${this.chosen()}`;
  }

  chosen() {
    switch (this.view) {
      case 'saves': return this.savesView();
      case 'audit': return this.changesView();
      default: return this.lacking ? html`<p>No game server available: ${this.lacking}.</p>` : this.playersView();
    }
  }

  playersView() {
    return html`<section aria-labelledby="whitelist"><h2 id="whitelist">Whitelist</h2>
        ${this.names(this.whitelist, 'whitelist', 'No players on the whitelist yet.')}${this.adding('whitelist')}</section>
      <section aria-labelledby="operators"><h2 id="operators">Operators</h2>
        ${this.names(this.operators, 'operators', 'No operators yet.')}${this.adding('operators')}</section>`;
  }

  names(players, list, none) {
    if (!players) return html`<p aria-busy=${this.busy}></p>`;
    if (!players.length) return html`<p>${none}</p>`;
    const excerpt = this.excerpts[list];
    return html`<ul class="list">${excerpt.of(players).map(player => html`<li><strong>${player.name}</strong>
      <span class="quiet">${player.level === undefined ? '' : `level ${player.level}, `}${player.uuid}</span>
      <button class="outline small" ?disabled=${this.busy} aria-label=${`Remove ${player.name} from the ${list}`}
        @click=${() => this.takeOff(list, player)}>Remove</button></li>`)}</ul>${excerpt.further(players)}`;
  }

  adding(list) {
    return html`<form class="row" @submit=${event => this.add(event, list)}>
      <label>Player name <input name="name" required pattern="[A-Za-z0-9_]{3,16}" maxlength="16" autocomplete="off"
        title="3 to 16 letters, digits and _"></label>
      ${list === 'operators' ? html`<label>Level <select name="level">${LEVELS.map(level => html`<option
        ?selected=${level === LEVELS.length}>${level}</option>`)}</select></label>` : nothing}
      <button class="small" ?disabled=${this.busy}>Add</button></form>`;
  }

  async add(event, list) {
    event.preventDefault();
    const form = event.target;
    const {name, level} = fields(form);
    const player = level ? {name, level: Number(level)} : {name};
    if (await this.change(list, players => [...players.filter(other => other.name !== name), player], `${name} added.`)) form.reset();
  }

  async takeOff(list, player) {
    if (!await confirmed(`Remove ${player.name} from the ${list}?`, 'Remove player')) return;
    await this.change(list, players => players.filter(other => other.uuid !== player.uuid), `${player.name} removed.`);
  }

  /** Replaces the whole list. Re-reads it first, so that changes from other tabs are kept. */
  async change(list, changed, done) {
    let server = '';
    const made = await this.attempt(async () => {
      /** @type {string} */
      const path = `${GAME}/${list}`;
      const now = await call('GET', path);
      const reply = await call('POST', path, {[list]: changed(now[list])});
      server = SERVER_STATES[reply.server.state];
      Object.assign(this, {[list]: reply[list]});
    });
    if (made) this.done = `${done} ${server}`;
    return made;
  }

  savesView() {
    return html`<section aria-labelledby="saves"><h2 id="saves">World saves</h2>
      ${this.saves.rows.length ? html`<ul class="list">${this.saves.rows.map(save => this.save(save))}</ul>`
        : html`<p>${this.saves.empty('No world saves yet. The game server uploads them with POST /games/blockgame/save.')}</p>`}
      ${this.saves.further()}</section>
      <section aria-labelledby="prune"><h2 id="prune">Delete old saves</h2>
        <form @submit=${event => this.preview(event)}><div class="fields">
          <label>Delete <select name="which"><option value="keep">all except the newest (number)</option>
            <option value="older-than">older than (days)</option></select></label>
          <label>Number of saves or days <input name="many" type="number" required min="1" max="99999" value="10"></label>
          <label>Server name (optional) <input name="serverName" maxlength="100" autocomplete="off"></label></div>
          <button class="small" ?disabled=${this.busy}>Preview</button>
          <p class="quiet">Locked saves are never deleted. The preview deletes nothing.</p></form>
        ${this.pruning ? this.outcome(this.pruning) : nothing}</section>`;
  }

  save(save) {
    return html`<li><strong>${save.filename}</strong> ${save.locked ? 'locked' : ''} <span class="quiet">${save.serverName}, ${size(save.length)},
        ${moment(save.uploadDate)}, SHA-256 ${save.sha256.slice(0, SHORT_DIGEST)}…</span>
      <div class="actions"><button class="outline small" ?disabled=${this.busy} aria-label=${`${save.locked ? 'Unlock' : 'Lock'} ${save.filename}`}
          @click=${() => this.lock(save)}>${save.locked ? 'Unlock' : 'Lock'}</button>
        <button class="outline small" ?disabled=${this.busy || save.locked} aria-label=${`Delete ${save.filename}`}
          @click=${() => this.drop(save)}>Delete</button></div></li>`;
  }

  lock(save) {
    return this.attempt(() => call(save.locked ? 'DELETE' : 'PUT', `${GAME}/saves/${save._id}/lock`),
      save.locked ? 'Save unlocked.' : 'Save locked. It cannot be deleted until it is unlocked.', () => this.saves.load());
  }

  async drop(save) {
    if (!await confirmed(`Delete ${save.filename} of ${save.serverName}? This cannot be undone.`, 'Delete save')) return;
    await this.attempt(() => call('DELETE', `${GAME}/save/${save._id}`), 'Save deleted.', () => this.saves.load());
  }

  preview(event) {
    event.preventDefault();
    const {which, many, serverName} = fields(event.target);
    const server = serverName ? `&${new URLSearchParams({serverName})}` : '';
    const path = `${GAME}/save/${which}/${which === 'keep' ? many : `${many}d`}?dryRun=`;
    return this.attempt(async () => {
      const {ids, kept} = await call('DELETE', `${path}true${server}`);
      this.pruning = {path: `${path}false${server}`, ids, kept};
    });
  }

  outcome({ids, kept}) {
    const named = ids.map(id => this.saves.rows.find(save => save._id === id)).filter(Boolean);
    if (!ids.length) return html`<p role="status">No saves to delete. ${counted(kept, 'save')} will be kept.</p>`;
    return html`<div role="status"><p>${counted(ids.length, 'save')} will be deleted, ${kept} will be kept.</p>
      <ul>${named.map(save => html`<li>${save.filename}, ${moment(save.uploadDate)}</li>`)}</ul>
      ${ids.length > named.length ? html`<p class="quiet">${ids.length - named.length} of them are not loaded in the list above.</p>` : nothing}
      <button class="small" ?disabled=${this.busy} @click=${() => this.prune()}>Delete ${counted(ids.length, 'save')}</button></div>`;
  }

  async prune() {
    const {path, ids} = this.pruning ?? {path: '', ids: []};
    if (!await confirmed(`Delete ${counted(ids.length, 'world save')}? This cannot be undone.`, 'Delete saves')) return;
    let deleted = 0;
    const pruned = await this.attempt(async () => {
      ({deleted} = await call('DELETE', path));
    }, '', () => this.load());
    if (pruned) this.done = `${counted(deleted, 'save')} deleted.`;
  }

  changesView() {
    return html`<section aria-labelledby="changes"><h2 id="changes">Audit log</h2>
      ${this.changes.rows.length ? html`<ul class="list">${this.changes.rows.map(change => html`<li><strong>${change.action}</strong> ${change.outcome}
          <span class="quiet">${change.by} (${change.role}) from ${change.address}, ${moment(change.at)}</span>
          ${change.details.length ? html`<p class="text">${change.details.join('\n')}</p>` : nothing}</li>`)}</ul>`
        : html`<p>${this.changes.empty('No changes yet.')}</p>`}
      ${this.changes.further()}</section>`;
  }
}

customElements.define('games-page', GamesPage);
