/**
 * Upload queue: sends files to the API one at a time, with progress and cancellation. Uploads continue while other pages
 * are open and are cancelled on sign-out.
 * @module
 */
import {html, nothing} from 'lit';
import {call, session, setClock, signedIn} from './api.js';
import {counted, size} from './format.js';
import {Problem, parse, refusal, words} from './problems.js';

/**
 * @typedef {object} Wanted
 * @property {File} file
 * @property {string} method
 * @property {string} path
 * @property {string} type the body's media type; empty for a form with the field `file`
 * @property {(reply: any) => string} message returns the success message
 *
 * @typedef {object} Progress
 * @property {'waiting' | 'sending' | 'checking' | 'done' | 'failed'} state
 * @property {number} sent bytes
 * @property {string} said the final message
 * @property {AbortController} left
 *
 * @typedef {Wanted & Progress} Upload
 */

/** Maximum number of shown uploads: the latest started ones, and the next queued ones. */
const MAX_BEGUN = 40;
const MAX_WAITING = 10;

/** Fires `change` when the list must be redrawn, and `done` when a file has been uploaded. */
export class Uploads extends EventTarget {
  /** @type {Upload[]} */
  rows = [];
  #running = false;

  constructor() {
    super();
    session.addEventListener('out', () => this.rows.forEach(row => this.dismiss(row)));
    addEventListener('beforeunload', event => { if (this.#running) event.preventDefault(); });
  }

  /** @param {Wanted} wanted */
  add(wanted) {
    this.rows = [...this.rows, {...wanted, state: 'waiting', sent: 0, said: '', left: new AbortController()}];
    this.#run();
  }

  /** Cancels an upload if it is in progress, and removes it from the list. */
  dismiss(row) {
    row.left.abort();
    this.rows = this.rows.filter(other => other !== row);
    this.#changed();
  }

  again(row) {
    Object.assign(row, {state: 'waiting', sent: 0, said: ''});
    this.#run();
  }

  async #run() {
    this.#changed();
    if (this.#running) return;
    this.#running = true;
    for (let row = this.#next(); row; row = this.#next()) await this.#send(row);
    this.#running = false;
  }

  #next() {
    return this.rows.find(row => row.state === 'waiting');
  }

  /** @param {Upload} row */
  async #send(row) {
    row.state = 'sending';
    this.#changed();
    try {
      // A small request detects an expired token before half a gigabyte is sent.
      await call('GET', '/deployment/info');
      row.said = row.message(await signedIn(token => send(row, token, () => this.#changed())));
      row.state = 'done';
      this.dispatchEvent(new Event('done'));
    } catch (problem) {
      row.state = 'failed';
      row.said = words(problem);
    }
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** Returns the list of uploads with their states. */
  list() {
    const waiting = this.rows.filter(row => row.state === 'waiting');
    const begun = this.rows.filter(row => row.state !== 'waiting');
    const shown = [...begun.slice(-MAX_BEGUN), ...waiting.slice(0, MAX_WAITING)];
    const others = this.rows.length - shown.length;
    return html`${shown.length ? html`<ul class="list" aria-label="Uploads">${shown.map(row => html`<li><strong>${row.file.name}</strong>
        <span class="quiet">${size(row.file.size)}</span> <span class=${`state ${tone(row)}`}>${stateOf(row)}</span>
        ${running(row) ? html`<progress max=${row.file.size || 1} .value=${row.state === 'checking' ? null : row.sent}
          aria-label=${`Upload of ${row.file.name}`}></progress>` : nothing}
        ${row.state === 'failed' ? html`<button class="outline small" @click=${() => this.again(row)}>Try again</button>` : nothing}
        <button class="secondary outline small" aria-label=${`${running(row) ? 'Cancel' : 'Dismiss'} ${row.file.name}`}
          @click=${() => this.dismiss(row)}>${running(row) ? 'Cancel' : 'Dismiss'}</button></li>`)}</ul>` : nothing}
      ${others ? html`<p class="quiet">${counted(others, 'more file')}, ${Math.max(waiting.length - MAX_WAITING, 0)} of them queued.</p>` : nothing}
      <p class="unseen" role="status">${this.rows.filter(row => !running(row)).map(row => `${row.file.name}: ${row.said}`).at(-1)}</p>`;
  }
}

/** @param {Upload} row */
const running = row => ['waiting', 'sending', 'checking'].includes(row.state);

/** @param {Upload} row */
const tone = row => ({done: 'up', failed: 'down'})[row.state] ?? '';

/** @param {Upload} row */
function stateOf(row) {
  switch (row.state) {
    case 'waiting': return 'queued';
    case 'sending': return `${Math.floor(row.sent / (row.file.size || 1) * 100)} % uploaded`;
    case 'checking': return 'processing';
    default: return row.said;
  }
}

/**
 * Sends a file. Uses XMLHttpRequest, because `fetch` does not report upload progress.
 * @param {Upload} row
 * @param {string} token
 * @param {() => void} changed
 * @returns {Promise<any>} the response's JSON
 */
function send(row, token, changed) {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open(row.method, row.path);
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    if (row.type) request.setRequestHeader('Content-Type', row.type);
    request.upload.onprogress = event => { row.sent = Math.min(event.loaded, row.file.size); changed(); };
    request.upload.onload = () => { row.state = 'checking'; changed(); };
    request.onerror = () => fail(new Problem(0, row.state === 'checking'
      ? 'The connection was lost after the file was sent. Check whether the file was stored before you try again.'
      : 'The connection was lost before the whole file was sent. Nothing was stored. Try again.'));
    request.onabort = () => fail(new Problem(0, 'Cancelled.'));
    request.onload = () => {
      setClock(request.getResponseHeader('Date'));
      const json = parse(request.responseText);
      if (request.status >= 300) fail(refusal(request.status, json, request.getResponseHeader('Retry-After')));
      else if (json) done(json);
      else fail(new Problem(0, 'The response was incomplete. Check whether the file was stored before you try again.'));
    };
    row.left.signal.addEventListener('abort', () => request.abort(), {once: true});
    request.send(row.type ? row.file : form(row.file));
  });
}

/** @param {File} file */
function form(file) {
  const data = new FormData();
  data.append('file', file);
  return data;
}

/**
 * Returns a file field that is also a drop zone.
 * @param {{label: string, hint: string, accept: string, multiple: boolean}} field
 * @param {(files: File[]) => void} take
 */
export function dropZone({label, hint, accept, multiple}, take) {
  const over = event => { event.preventDefault(); event.currentTarget.classList.add('over'); };
  const away = event => event.currentTarget.classList.remove('over');
  const drop = event => {
    event.preventDefault();
    away(event);
    take([...event.dataTransfer.files].slice(0, multiple ? undefined : 1));
  };
  const choose = event => {
    take([...event.target.files]);
    // Allows choosing the same file again.
    event.target.value = '';
  };
  return html`<div class="drop" @dragover=${over} @dragleave=${away} @drop=${drop}>
    <label>${label} <input type="file" accept=${accept} ?multiple=${multiple} @change=${choose}></label>
    <p class="quiet">${hint}</p></div>`;
}
