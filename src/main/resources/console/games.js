/**
 * Games: whitelist and operators of the block game's server, its world saves and the audit log. Each view has its own URL.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {counted, moment, size} from './format.js';
import {Page, confirmed, fields, views, wanted} from './page.js';
import {Problem} from './problems.js';
import {areOff, setUp} from './providers.js';
import {Records, contains, paged, whole} from './records.js';
import {TablePage} from './table.js';

const GAME = '/games/blockgame';
const VIEWS = {whitelist: 'Whitelist', operators: 'Operators', saves: 'World saves', audit: 'Audit log'};
const UNAVAILABLE = 503;
const LEVELS = [1, 2, 3, 4];
const SHORT_DIGEST = 12;

/** Messages on whether the running server has applied a change. */
const SERVER_STATES = {
  applied: 'The running server has applied the change.',
  refused: 'The running server has refused a command. See the audit log.',
  down: 'The server is not running. It will read the list when it starts.',
  unconfigured: 'No server console (RCON) is configured. The server will read the list when it starts.',
};

class GamesPage extends Page {
  turn() {
    this.requestUpdate();
  }

  render() {
    const view = wanted().get('view') ?? '';
    const shown = Object.hasOwn(VIEWS, view) ? view : 'whitelist';
    return html`${this.header('Games')}${views('games', VIEWS, shown)}${this.chosen(shown)}`;
  }

  chosen(view) {
    switch (view) {
      case 'saves': return html`<game-saves></game-saves>`;
      case 'audit': return html`<game-audit></game-audit>`;
      case 'operators': return html`<game-operators></game-operators>`;
      default: return html`<game-whitelist></game-whitelist>`;
    }
  }
}

/** Players of one of the server's lists. */
class Players extends TablePage {
  static properties = {lacking: {state: true}, off: {state: true}};

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'name', title: 'Name', sort: {up: 'name', down: '-name'}, text: player => player.name, cell: player => html`<strong>${player.name}</strong>`},
    ...(this.levels ? [{key: 'level', title: 'Level', number: true, text: player => player.level, cell: player => player.level}] : []),
    {key: 'uuid', title: 'ID', text: player => player.uuid, cell: player => html`<span class="quiet">${player.uuid}</span>`},
    {key: 'actions', title: 'Actions', cell: player => html`<button class="outline small" ?disabled=${this.busy}
      aria-label=${`Remove ${player.name} from the ${this.list}`} @click=${() => this.takeOff([player])}>Remove</button>`},
  ];

  records = new Records(this, 'games', whole(() => this.players(), (player, {q}) => contains(q, [player.name, player.uuid]), {name: player => player.name}),
    {q: '', sort: ''});

  constructor() {
    super();
    /** The API's error message if the lists are not available. */
    this.lacking = '';
    /** Whether no node has a game server. */
    this.off = false;
  }

  /** Name of the list. */
  get list() {
    return 'whitelist';
  }

  /** Whether the players have levels. */
  get levels() {
    return false;
  }

  async players() {
    this.lacking = '';
    this.off = await areOff(['blockgame']);
    if (this.off) return [];
    try {
      const reply = await call('GET', this.path);
      return reply[this.list].map(player => ({_id: player.uuid, ...player}));
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.status !== UNAVAILABLE || problem.passing) throw problem;
      this.lacking = problem.message;
      return [];
    }
  }

  /** @returns {string} */
  get path() {
    return `${GAME}/${this.list}`;
  }

  render() {
    const title = VIEWS[this.list];
    return html`<section aria-labelledby="players"><h2 id="players" class="unseen">${title}</h2>${this.happened()}
      ${this.listed(title)}</section>`;
  }

  /** @param {string} title */
  listed(title) {
    if (this.off) return setUp('The players of your game server appear here. Set blockgame.serverDir.');
    if (this.lacking) return html`<p>No game server available: ${this.lacking}.</p>`;
    return html`${this.form()}
      <gh-table .label=${title} search="Search by name or ID" .records=${this.records} .columns=${this.columns} .busy=${this.busy}
        .named=${player => player.name} .bulk=${[{title: 'Remove', icon: 'trash-2', run: players => this.takeOff(players)}]}
        .empty=${html`<gh-empty icon="users" text="No players in this list yet."></gh-empty>`}></gh-table>`;
  }

  form() {
    return html`<form class="row" @submit=${event => this.add(event)}>
      <label>Player name <input name="name" required pattern="[A-Za-z0-9_]{3,16}" maxlength="16" autocomplete="off"
        title="3 to 16 letters, digits and _"></label>
      ${this.levels ? html`<label>Level <select name="level">${LEVELS.map(level => html`<option
        ?selected=${level === LEVELS.length}>${level}</option>`)}</select></label>` : nothing}
      <button class="small" ?disabled=${this.busy}>Add</button></form>`;
  }

  async add(event) {
    event.preventDefault();
    const form = event.target;
    const {name, level} = fields(form);
    const player = level ? {name, level: Number(level)} : {name};
    if (await this.change(players => [...players.filter(other => other.name !== name), player], `${name} added.`)) form.reset();
  }

  /** @param {any[]} players */
  async takeOff(players) {
    const what = players.length === 1 ? players[0].name : counted(players.length, 'player');
    if (!await confirmed(`Remove ${what} from the ${this.list}?`, `Remove ${players.length === 1 ? 'player' : what}`)) return;
    const ids = new Set(players.map(({uuid}) => uuid));
    await this.change(rows => rows.filter(({uuid}) => !ids.has(uuid)), `${what} removed.`);
  }

  /** Replaces the whole list. Re-reads it first, so that changes from other tabs are kept. */
  async change(changed, done) {
    let server = '';
    const made = await this.attempt(async () => {
      const reply = await call('POST', this.path, {[this.list]: changed((await call('GET', this.path))[this.list])});
      server = SERVER_STATES[reply.server.state];
    }, '', () => this.load());
    if (made) this.done = `${done} ${server}`;
    return made;
  }
}

class Operators extends Players {
  get list() {
    return 'operators';
  }

  get levels() {
    return true;
  }
}

class GameSaves extends TablePage {
  static properties = {pruning: {state: true}};

  records = new Records(this, 'games', paged(`${GAME}/saves`, reply => reply.saves, ({q}) => ({serverName: q})), {q: ''});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'file', title: 'File', text: save => save.filename, cell: save => html`<strong>${save.filename}</strong>${save.locked ? ' locked' : ''}`},
    {key: 'server', title: 'Server', text: save => save.serverName, cell: save => html`<span class="quiet">${save.serverName}</span>`},
    {key: 'size', title: 'Size', number: true, text: save => save.length, cell: save => size(save.length)},
    {key: 'date', title: 'Uploaded', text: save => save.uploadDate, cell: save => html`<span class="when">${moment(save.uploadDate)}</span>`},
    {key: 'digest', title: 'SHA-256', hidden: true, text: save => save.sha256, cell: save => html`${save.sha256.slice(0, SHORT_DIGEST)}…`},
    {key: 'actions', title: 'Actions', menu: save => [{title: save.locked ? 'Unlock' : 'Lock', run: () => this.lock(save)},
      {title: 'Delete', run: save.locked ? undefined : () => this.drop(save)}]},
  ];

  constructor() {
    super();
    /** Result of the dry run: the saves to delete and the request that deletes them. @type {{path: string, ids: string[], kept: number} | undefined} */
    this.pruning = undefined;
  }

  render() {
    return html`<section aria-labelledby="saves"><h2 id="saves" class="unseen">World saves</h2>${this.happened()}
      <gh-table label="World saves" search="Search by name of server" .records=${this.records} .columns=${this.columns} .busy=${this.busy}
        .named=${save => save.filename}
        .empty=${html`<gh-empty icon="archive" text="No world saves yet. The game server uploads them with POST /games/blockgame/save."></gh-empty>`}></gh-table></section>
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

  lock(save) {
    return this.attempt(() => call(save.locked ? 'DELETE' : 'PUT', `${GAME}/saves/${save._id}/lock`),
      save.locked ? 'Save unlocked.' : 'Save locked. It cannot be deleted until it is unlocked.', () => this.load());
  }

  async drop(save) {
    if (!await confirmed(`Delete ${save.filename} of ${save.serverName}? This cannot be undone.`, 'Delete save')) return;
    await this.attempt(() => call('DELETE', `${GAME}/save/${save._id}`), 'Save deleted.', () => this.load());
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
    const named = ids.map(id => this.records.rows.find(save => save._id === id)).filter(Boolean);
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
}

class GameAudit extends TablePage {
  records = new Records(this, 'games', paged(`${GAME}/audit`, reply => reply.entries));

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'action', title: 'Action', text: change => change.action, cell: change => html`<strong>${change.action}</strong>`},
    {key: 'outcome', title: 'Outcome', text: change => change.outcome, cell: change => change.outcome},
    {key: 'details', title: 'Details', text: change => change.details.join('\n'), cell: change => html`<span class="text">${change.details.join('\n')}</span>`},
    {key: 'by', title: 'By', text: change => `${change.by} (${change.role}) ${change.address}`,
      cell: change => html`${change.by} (${change.role}) <span class="quiet">${change.address}</span>`},
    {key: 'date', title: 'Date', text: change => change.at, cell: change => html`<span class="when">${moment(change.at)}</span>`},
  ];

  render() {
    return html`<section aria-labelledby="changes"><h2 id="changes" class="unseen">Audit log</h2>${this.happened()}
      <gh-table label="Audit log" .records=${this.records} .columns=${this.columns} .busy=${this.busy}
        .empty=${html`<gh-empty icon="scroll-text" text="No changes yet."></gh-empty>`}></gh-table></section>`;
  }
}

customElements.define('games-page', GamesPage);
customElements.define('game-whitelist', Players);
customElements.define('game-operators', Operators);
customElements.define('game-saves', GameSaves);
customElements.define('game-audit', GameAudit);
