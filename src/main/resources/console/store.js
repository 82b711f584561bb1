/**
 * Store: size, last backup, integrity check and trash.
 * @module
 */
import {html, nothing} from 'lit';
import {call, now, pause} from './api.js';
import {counted, moment, plain, size} from './format.js';
import {Page, address, confirmed} from './page.js';

const STORE = '/api/proxy/store';
const LOOK_SECONDS = 2;
const DAY_MS = 86_400_000;

/** Messages for the states of the integrity check. */
const CHECKS = {
  running: 'A check is running.', interrupted: 'The last check was interrupted. Run it again.',
  cancelled: 'The last check was cancelled before it completed. Run it again at any time.', well: 'No faults found.',
  faulty: 'Faults found. Restore a backup, or only the damaged data from it.',
};

class StorePage extends Page {
  static properties = {store: {state: true}, trash: {state: true}};

  constructor() {
    super();
    /** @type {any} */
    this.store = undefined;
    /** The loaded files of the trash. @type {{items: any[], hasMore: boolean}} */
    this.trash = {items: [], hasMore: false};
    this.watching = false;
  }

  turn() {
    this.follow();
  }

  async load() {
    const [store, trash] = await Promise.all([call('GET', STORE), call('GET', `${STORE}/trash`)]);
    this.store = store;
    this.trash = trash;
    this.watch();
  }

  async more() {
    const {items} = this.trash;
    const next = await call('GET', `${STORE}/trash?after=${items[items.length - 1].id}`);
    this.trash = {...next, items: [...items, ...next.items]};
  }

  /** Polls while a check is running. */
  async watch() {
    if (this.watching) return;
    this.watching = true;
    while (this.store.check?.state === 'running' && !this.left.signal.aborted) {
      await pause(LOOK_SECONDS, this.left.signal);
      this.store = await call('GET', STORE).catch(() => this.store);
    }
    this.watching = false;
  }

  render() {
    const {store} = this;
    return html`
      ${this.header('Store')}
      ${store ? html`<div class="cards">${this.sizeCard(store)}${this.backupCard(store.lastBackup)}${this.checkCard(store.check)}</div>
        ${this.trashSection()}` : html`<p aria-busy=${this.busy}></p>`}`;
  }

  sizeCard({documents, files}) {
    return html`<article><h2>Size</h2><dl class="counts">
      <dt>Documents</dt><dd>${documents.bytes === null ? 'on a server' : size(documents.bytes)}</dd>
      <dt>Files</dt><dd>${plain(files.count)}</dd><dt>Free disk space</dt><dd>${size(files.free)}</dd></dl>
      <p class="quiet">${documents.place}<br>${files.place}</p></article>`;
  }

  backupCard(backup) {
    const old = !backup || now().getTime() - Date.parse(backup.at) > DAY_MS;
    return html`<article><h2>Last backup</h2>
      <p><span class="state ${old ? 'down' : 'up'}">${backup ? moment(backup.at) : 'none yet'}</span></p>
      <p class="quiet">${backup ? `Stored in ${backup.folder}.` : ''} ${old ? 'Set backup.folder for daily backups, or run scripts/gatehouse backup FOLDER while the node is running.' : ''}</p>
      ${backup ? html`<p><a href=${address('backups')}>Open backups</a></p>` : nothing}</article>`;
  }

  checkCard(check) {
    const state = check?.state ?? '';
    return html`<article><h2>Integrity check</h2>
      <p role="status"><span class="state ${state === 'well' ? 'up' : ''} ${state === 'faulty' ? 'down' : ''}">${CHECKS[state] ?? 'Never checked.'}</span></p>
      ${check ? html`<p class="quiet">${moment(check.endedAt ?? check.startedAt)}: ${counted(check.documents, 'document')},
        ${counted(check.files, 'file')}</p>` : nothing}
      ${state === 'running' ? html`<progress aria-label="Check in progress"></progress>
        <p><button class="secondary outline small" ?disabled=${this.busy} aria-label="Cancel check"
          @click=${() => this.cancel()}>Cancel check</button></p>` : nothing}
      ${check?.faults.length ? html`<ul>${check.faults.map(fault => html`<li>${fault}</li>`)}</ul>` : nothing}
      <button class="outline small" ?disabled=${this.busy || state === 'running'} @click=${() => this.check()}>Run check</button></article>`;
  }

  check() {
    return this.attempt(async () => {
      this.store = {...this.store, check: (await call('POST', `${STORE}/check`)).check};
      this.watch();
    }, 'Check started. It continues when you leave this page.');
  }

  async cancel() {
    let check = this.store.check;
    const asked = await this.attempt(async () => {
      check = (await call('DELETE', `${STORE}/check`)).check;
      this.store = {...this.store, check};
    });
    if (!asked) return;
    this.done = check?.state === 'cancelled' ? 'Check cancelled.' : 'The check had already ended.';
  }

  trashSection() {
    const {trash: {items, hasMore}, store} = this;
    return html`<section aria-labelledby="trash"><h2 id="trash">Trash</h2>
      <p>${counted(store.trash.blobs, 'file')}, ${size(store.trash.bytes)}.
        Unreferenced files are moved here and deleted after one week.</p>
      ${items.length ? html`<gh-more .rows=${items} .fetch=${hasMore ? () => this.attempt(() => this.more()) : undefined} .row=${item => html`<li><code>${item.id}</code>
          <span class="quiet">${size(item.size)}, since ${moment(item.since)}</span>
          <button class="outline small" ?disabled=${this.busy} aria-label=${`Restore ${item.id}`}
            @click=${() => this.restore(item)}>Restore</button></li>`}></gh-more>
        <p><button class="outline small" ?disabled=${this.busy}
          @click=${() => this.empty()}>Empty trash</button></p>` : html`<p>The trash is empty.</p>`}</section>`;
  }

  restore(item) {
    return this.attempt(() => call('POST', `${STORE}/trash/restore`, {ids: [item.id]}),
      'File restored. If it is still unreferenced after a day, it is moved to the trash again.', () => this.load());
  }

  async empty() {
    if (!await confirmed(`Delete ${counted(this.store.trash.blobs, 'file')}? This cannot be undone.`, 'Empty trash')) return;
    let deleted = {files: 0, bytes: 0};
    const emptied = await this.attempt(async () => {
      deleted = await call('DELETE', `${STORE}/trash`);
    }, '', () => this.load());
    if (emptied) this.done = `${counted(deleted.files, 'file')} deleted (${size(deleted.bytes)}).`;
  }
}

customElements.define('store-page', StorePage);
