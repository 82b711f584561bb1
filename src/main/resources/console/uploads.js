/**
 * Files on their way to the API: one after the other, each with its progress and to be cancelled. They go on while other
 * pages are open, and end when the owner signs out.
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
 * @property {(reply: any) => string} told what to say when it is there
 *
 * @typedef {object} Progress
 * @property {'waiting' | 'sending' | 'checking' | 'done' | 'failed'} state
 * @property {number} sent bytes
 * @property {string} said how it ended
 * @property {AbortController} left
 *
 * @typedef {Wanted & Progress} Upload
 */

/** So many of those that have begun are shown, the latest, and so many of those that wait. */
const MAX_BEGUN = 40;
const MAX_WAITING = 10;

/** Tells `change` when something is to be shown anew, and `done` when a file has arrived. */
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

  /** Cancels it where it is under way, and forgets it. */
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
      // A token that has ended is found out by a small question, not by half a gigabyte.
      await call('GET', '/deployment/info');
      row.said = row.told(await signedIn(token => send(row, token, () => this.#changed())));
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

  /** Those under way, and how the others ended. */
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
        <button class="secondary outline small" aria-label=${`${running(row) ? 'Cancel' : 'Forget'} ${row.file.name}`}
          @click=${() => this.dismiss(row)}>${running(row) ? 'Cancel' : 'Forget it'}</button></li>`)}</ul>` : nothing}
      ${others ? html`<p class="quiet">And ${counted(others, 'other')}, of which ${Math.max(waiting.length - MAX_WAITING, 0)} wait.</p>` : nothing}
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
    case 'waiting': return 'waits for its turn';
    case 'sending': return `${Math.floor(row.sent / (row.file.size || 1) * 100)} % sent`;
    case 'checking': return 'is being checked';
    default: return row.said;
  }
}

/**
 * Sends one; `fetch` could not say how far it is.
 * @param {Upload} row
 * @param {string} token
 * @param {() => void} changed
 * @returns {Promise<any>} the answer's JSON
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
      ? 'The connection broke after the file was sent. Look whether it is there before you try again.'
      : 'The connection broke before the whole file was sent. Nothing of it is kept; try again.'));
    request.onabort = () => fail(new Problem(0, 'Cancelled.'));
    request.onload = () => {
      setClock(request.getResponseHeader('Date'));
      const json = parse(request.responseText);
      if (request.status >= 300) fail(refusal(request.status, json, request.getResponseHeader('Retry-After')));
      else if (json) done(json);
      else fail(new Problem(0, 'The answer was cut short. Look whether the file is there before you try again.'));
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
 * A place to drop files on, which is a field for files as well.
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
    // The same file may be chosen again.
    event.target.value = '';
  };
  return html`<div class="drop" @dragover=${over} @dragleave=${away} @drop=${drop}>
    <label>${label} <input type="file" accept=${accept} ?multiple=${multiple} @change=${choose}></label>
    <p class="quiet">${hint}</p></div>`;
}
