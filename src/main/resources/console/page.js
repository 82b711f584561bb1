/**
 * Base class of all pages: loading on open, error messages, retries and cleanup.
 * @module
 */
import {LitElement, html, nothing} from 'lit';
import {call, pause} from './api.js';
import {isOff} from './nav.js';
import {entry} from './places.js';
import './parts.js';
import {Problem, words} from './problems.js';

const FIRST_PAUSE_SECONDS = 2;

/** After this time the page reports a slow server. */
const SLOW_MS = 4000;

/** Maximum time that a page stays hidden until it has loaded, so that late content does not shift the layout. */
const MAX_UNSEEN_SECONDS = 2;
const MAX_PAUSE_SECONDS = 30;

/** Returns the query parameters of the page's URL. */
export const wanted = () => new URLSearchParams(location.hash.split('?')[1]);

/**
 * Returns the URL of a page, for links.
 * @param {string} page
 * @param {Record<string, string | number>} [parameters] empty values are omitted
 */
export function address(page, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '').map(([name, value]) => [name, String(value)]));
  return `#/${page}${query.size ? `?${query}` : ''}`;
}

/**
 * Stores a page's state in the URL without firing `hashchange`. Does nothing if the user has already opened another page.
 * @param {'pushState' | 'replaceState'} how whether to add a history entry
 * @param {string} page
 * @param {Record<string, string | number>} parameters
 */
export function note(how, page, parameters) {
  if (location.hash.split('?')[0] === `#/${page}`) history[how](how === 'pushState' ? entry() : history.state, '', address(page, parameters));
}

/** A page, or a section that loads independently. Renders into the light DOM, so that the style sheets apply. */
export class Page extends LitElement {
  /** @type {import('lit').PropertyDeclarations} */
  static properties = {problem: {state: true}, away: {state: true}, done: {state: true}, busy: {state: true}, slow: {state: true}};

  /** Number of actions in progress. */
  #running = 0;
  #patience = 0;
  #retrying = false;

  constructor() {
    super();
    /** Error message of the last action; empty if it succeeded. */
    this.problem = '';
    /** Error message of the last load; empty if it succeeded. */
    this.away = '';
    /** Whether the last action failed on the server, so that a reload may help. */
    this.failed = false;
    /** Success message of the last action. */
    this.done = '';
    /** Reverts the last action; undefined if the API cannot. @type {(() => unknown) | undefined} */
    this.undo = undefined;
    /** Whether an action is in progress, and whether it is slow. */
    this.busy = false;
    this.slow = false;
    /** The API error of the last load. @type {Problem | undefined} */
    this.failure = undefined;
    this.left = new AbortController();
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.left.signal.aborted) this.left = new AbortController();
    const [place] = location.hash.split('?');
    addEventListener('hashchange', () => { if (location.hash.split('?')[0] === place) this.turn(); }, {signal: this.left.signal});
    const {signal} = this.left;
    // The outcome of an earlier action would cover the form.
    this.addEventListener('opened', () => { this.done = ''; }, {signal});
    this.classList.add('loading');
    pause(MAX_UNSEEN_SECONDS, signal).then(() => this.classList.remove('loading'));
    this.arrive();
  }

  /** Called when this page's URL parameters change. */
  turn() {}

  /** Loads the data for the current URL and clears earlier messages. */
  follow() {
    this.problem = '';
    this.done = '';
    return this.arrive();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.left.abort();
  }

  /** Fetches the page's data. */
  async load() {}

  /**
   * Loads the data and resolves after the first attempt. If the server is unavailable or busy, retries in the background.
   * @param {() => Promise<unknown>} [load] loads a part of the data; after a failed load, all data is loaded instead
   */
  async arrive(load) {
    const there = await this.#fetch(this.away ? undefined : load);
    this.classList.remove('loading');
    if (!there) this.#retry();
  }

  async #retry() {
    if (this.#retrying) return;
    this.#retrying = true;
    const {signal} = this.left;
    for (let seconds = FIRST_PAUSE_SECONDS; this.failure?.passing && !signal.aborted; seconds = Math.min(seconds * 2, MAX_PAUSE_SECONDS)) {
      await pause(Math.max(seconds, this.failure.wait), signal);
      if (this.away && !signal.aborted) await this.#fetch();
    }
    this.#retrying = false;
  }

  /**
   * @param {() => Promise<unknown>} [load] loads a part of the data; only a full load clears the load error
   * @returns {Promise<boolean>} whether the load succeeded
   */
  async #fetch(load) {
    this.#begin();
    try {
      await (load ?? (() => this.load()))();
      if (!load) this.came();
      return true;
    } catch (problem) {
      this.came(problem);
      return false;
    } finally {
      this.#end();
    }
  }

  /**
   * Records the result of a load.
   * @param {unknown} [problem]
   */
  came(problem) {
    this.failure = problem instanceof Problem ? problem : undefined;
    this.away = problem ? `${words(problem)}${this.failure?.passing ? ' This page retries automatically.' : ''}` : '';
  }

  /**
   * Runs a user action and shows its outcome.
   * @param {() => Promise<unknown>} action
   * @param {string} [done] success message
   * @param {() => Promise<unknown>} [load] fetches the changed data; a failed reload does not mark the action as failed
   * @param {() => unknown} [undo] reverts the action
   * @returns {Promise<boolean>} whether the action succeeded
   */
  async attempt(action, done = '', load, undo) {
    this.#begin();
    this.problem = '';
    this.done = '';
    try {
      await action();
      if (load) await this.arrive(load);
      this.undo = undo;
      this.done = done;
      return true;
    } catch (problem) {
      this.failed = true;
      this.problem = words(problem);
      return false;
    } finally {
      this.#end();
    }
  }

  /** Shows what is wrong with the input; an empty text clears it. @param {string} problem */
  refuse(problem) {
    this.failed = false;
    this.problem = problem;
    this.done = '';
  }

  #begin() {
    if (!this.#running) this.#patience = setTimeout(() => { this.slow = true; }, SLOW_MS);
    this.#running++;
    this.busy = true;
  }

  #end() {
    this.#running--;
    if (this.#running) return;
    clearTimeout(this.#patience);
    this.busy = false;
    this.slow = false;
  }

  /**
   * Returns the page's heading and the latest messages.
   * @param {string} title
   * @param {boolean} [covered] whether a drawer covers the page, which then shows the messages itself
   */
  header(title, covered = false) {
    return html`<h1 tabindex="-1">${title}</h1>${covered ? nothing : this.happened()}`;
  }

  /** Returns the latest messages. */
  happened() {
    const wrong = this.problem || this.away;
    return html`<div class="happened" aria-live="polite">
        ${wrong ? html`<p class="problem" role="alert">${wrong}
          ${this.failed || this.away ? html`<button class="outline small" @click=${() => this.follow()}>Reload</button>` : nothing}</p>` : nothing}
        ${this.slow ? html`<p class="quiet">The server is slow to respond. This page is waiting for it.</p>` : nothing}
        ${this.done ? html`<gh-toast .text=${this.done} .undo=${this.undo} @dismiss=${() => { this.done = ''; }}></gh-toast>` : nothing}
      </div>`;
  }
}

/**
 * Returns the link to the import of records.
 * @param {string} kind of file
 * @param {string} title
 */
export const importing = (kind, title) => html`<a href=${address('imports', {kind})}>${title}</a>`;

/** What a deletion says of records that the trash keeps. */
export const RESTORABLE = 'It can be restored for 30 days.';

/**
 * Restores the record of an ID, key or file name that was deleted last.
 * @param {string} recordId
 */
export async function undelete(recordId) {
  const {records: [record]} = await call('GET', `/api/proxy/trash?${new URLSearchParams({recordId, limit: '1'})}`);
  if (!record) throw new Problem(404, 'It is not in the trash.');
  await call('POST', `/api/proxy/trash/${record.id}/restore`);
}

/**
 * Asks for confirmation before a destructive action.
 * @param {string} question
 * @param {string} yes label of the confirming button
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes) {
  const dialog = document.querySelector('dialog#question');
  if (!(dialog instanceof HTMLDialogElement)) return Promise.resolve(false);
  const [text, button] = [dialog.querySelector('p'), dialog.querySelector('button[value=yes]')];
  if (text) text.textContent = question;
  if (button) button.textContent = yes;
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise(answered =>
    dialog.addEventListener('close', () => answered(dialog.returnValue === 'yes'), {once: true}));
}

/**
 * Returns the navigation between a page's views, each with its own URL.
 * @param {string} page
 * @param {Record<string, string>} views titles by view name
 * @param {string} current
 */
export function views(page, views, current) {
  return html`<nav aria-label="Views" class="views">${Object.entries(views).filter(([view]) => !isOff(`${page}?view=${view}`)).map(([view, title]) => html`<a
    href=${address(page, {view})} aria-current=${view === current ? 'page' : nothing}>${title}</a>`)}</nav>`;
}

/**
 * Returns a form's values by field name. Numbers have a decimal point.
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>}
 */
export function fields(form) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => {
    const {inputMode} = /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
    return [name, inputMode === 'decimal' ? String(value).replace(',', '.') : String(value)];
  }));
}

/**
 * The field of an amount. A number field of Chromium would make 1250 of 12,50.
 * @param {string} label
 * @param {string} name
 * @param {unknown} value
 * @param {boolean} [required]
 */
export const amountField = (label, name, value, required = false) => html`<label>${label} <input name=${name} inputmode="decimal" ?required=${required}
  maxlength="16" pattern="[0-9]{1,10}(\\.[0-9]{1,3}|,[0-9]{1,2})?" title="A number, for example 12.50 or 12,50" autocomplete="off" .value=${String(value ?? '').replace(/^\d+\.\d$/, '$&0')}></label>`;
