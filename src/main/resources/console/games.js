/**
 * Games: who may play on the block game's server and who runs it, its world saves, and who changed what.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {counted, moment, size} from './format.js';
import {Excerpt, Listing} from './lists.js';
import {Page, confirmed, fields, views, wanted} from './page.js';
import {Problem} from './problems.js';

const GAME = '/games/blockgame';
const VIEWS = {players: 'Players', saves: 'World saves', audit: 'Changes'};
const UNAVAILABLE = 503;
const LEVELS = [1, 2, 3, 4];
const SHORT_DIGEST = 12;

/** What the running server knows of a change. */
const SERVER_STATES = {
  applied: 'The running server knows.',
  down: 'The server does not run: it reads the list when it starts.',
  unconfigured: 'No console of the server is configured: it reads the list when it starts.',
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
    /** Why there are no lists, in the server's words. */
    this.lacking = '';
    /** What would be deleted, and by which request. @type {{path: string, ids: string[], kept: number} | undefined} */
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
      default: return this.lacking ? html`<p>No game server yet: ${this.lacking}.</p>` : this.playersView();
    }
  }

  playersView() {
    return html`<section aria-labelledby="whitelist"><h2 id="whitelist">Whitelist</h2>
        ${this.names(this.whitelist, 'whitelist', 'Nobody is on it yet.')}${this.adding('whitelist')}</section>
      <section aria-labelledby="operators"><h2 id="operators">Operators</h2>
        ${this.names(this.operators, 'operators', 'Nobody runs the server from within yet.')}${this.adding('operators')}</section>`;
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
      <label>Name of a player <input name="name" required pattern="[A-Za-z0-9_]{3,16}" maxlength="16" autocomplete="off"
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
    if (await this.change(list, players => [...players.filter(other => other.name !== name), player], `${name} is on the list.`)) form.reset();
  }

  async takeOff(list, player) {
    if (!await confirmed(`Remove ${player.name} from the ${list}?`, 'Remove')) return;
    await this.change(list, players => players.filter(other => other.uuid !== player.uuid), `${player.name} is off the list.`);
  }

  /** The whole list is replaced: it is read anew before, so that another tab's change is kept. */
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
        : html`<p>${this.saves.empty('None. The game server sends one by POST /games/blockgame/save.')}</p>`}
      ${this.saves.further()}</section>
      <section aria-labelledby="prune"><h2 id="prune">Delete old ones</h2>
        <form @submit=${event => this.preview(event)}><div class="fields">
          <label>Which <select name="which"><option value="keep">all but the newest so many</option>
            <option value="older-than">older than so many days</option></select></label>
          <label>How many <input name="many" type="number" required min="1" max="99999" value="10"></label>
          <label>Only of the server, if any <input name="serverName" maxlength="100" autocomplete="off"></label></div>
          <button class="small" ?disabled=${this.busy}>See what would go</button>
          <p class="quiet">Locked ones stay. Nothing is deleted yet.</p></form>
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
      save.locked ? 'It can be deleted again.' : 'Locked: nothing deletes it.', () => this.saves.load());
  }

  async drop(save) {
    if (!await confirmed(`Delete ${save.filename} of ${save.serverName}? It cannot be had back.`, 'Delete it')) return;
    await this.attempt(() => call('DELETE', `${GAME}/save/${save._id}`), 'The save is deleted.', () => this.saves.load());
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
    if (!ids.length) return html`<p role="status">None would go; ${counted(kept, 'save stays', 'saves stay')}.</p>`;
    return html`<div role="status"><p>${counted(ids.length, 'save')} would go, ${kept} would stay.</p>
      <ul>${named.map(save => html`<li>${save.filename}, ${moment(save.uploadDate)}</li>`)}</ul>
      ${ids.length > named.length ? html`<p class="quiet">${ids.length - named.length} of them are not on the list above yet.</p>` : nothing}
      <button class="small" ?disabled=${this.busy} @click=${() => this.prune()}>Delete ${ids.length}</button></div>`;
  }

  async prune() {
    const {path, ids} = this.pruning ?? {path: '', ids: []};
    if (!await confirmed(`Delete ${counted(ids.length, 'world save')} for good?`, 'Delete them')) return;
    let deleted = 0;
    const pruned = await this.attempt(async () => {
      ({deleted} = await call('DELETE', path));
    }, '', () => this.load());
    if (pruned) this.done = `${counted(deleted, 'save is', 'saves are')} deleted.`;
  }

  changesView() {
    return html`<section aria-labelledby="changes"><h2 id="changes">Who changed what</h2>
      ${this.changes.rows.length ? html`<ul class="list">${this.changes.rows.map(change => html`<li><strong>${change.action}</strong> ${change.outcome}
          <span class="quiet">${change.by} (${change.role}) from ${change.address}, ${moment(change.at)}</span>
          ${change.details.length ? html`<p class="text">${change.details.join('\n')}</p>` : nothing}</li>`)}</ul>`
        : html`<p>${this.changes.empty('Nothing has been changed yet.')}</p>`}
      ${this.changes.further()}</section>`;
  }
}

customElements.define('games-page', GamesPage);
