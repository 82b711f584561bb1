/**
 * What all pages have in common: they load when they are opened, say what went wrong, and end what they began.
 * @module
 */
import {LitElement, html, nothing} from 'lit';
import {pause} from './api.js';
import {Problem, words} from './problems.js';

const FIRST_PAUSE_SECONDS = 2;

/** After so long it is said that the server is slow. */
const SLOW_MS = 4000;

/** For so long a page is not shown before it is whole: what comes later would push away what is being read. */
const MAX_UNSEEN_SECONDS = 2;
const MAX_PAUSE_SECONDS = 30;

/** What the address says of the page that it opens, after its name. */
export const wanted = () => new URLSearchParams(location.hash.split('?')[1]);

/**
 * The address of a page, for links.
 * @param {string} page
 * @param {Record<string, string | number>} [parameters] empty ones are left out
 */
export function address(page, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '').map(([name, value]) => [name, String(value)]));
  return `#/${page}${query.size ? `?${query}` : ''}`;
}

/**
 * Notes where a page stands in the address, without a word to those who listen for another one. Where another page is
 * wanted by now, its address stays: it is about to be opened.
 * @param {'pushState' | 'replaceState'} how whether the way back leads to where it stood before
 * @param {string} page
 * @param {Record<string, string | number>} parameters
 */
export function note(how, page, parameters) {
  if (location.hash.split('?')[0] === `#/${page}`) history[how](null, '', address(page, parameters));
}

/** A page, or a part of one that loads by itself. Its elements stand in the document itself, where the style sheets reach them. */
export class Page extends LitElement {
  /** @type {import('lit').PropertyDeclarations} */
  static properties = {problem: {state: true}, away: {state: true}, done: {state: true}, busy: {state: true}, slow: {state: true}};

  /** What is under way. */
  #running = 0;
  #patience = 0;
  #retrying = false;

  constructor() {
    super();
    /** What went wrong with what was last to be done; empty where nothing did. */
    this.problem = '';
    /** Why what the page shows could not be loaded; empty where it could. */
    this.away = '';
    /** What was done last. */
    this.done = '';
    /** Whether something is under way, and whether it takes long. */
    this.busy = false;
    this.slow = false;
    /** Why it could not be loaded, as the API has it. @type {Problem | undefined} */
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
    this.classList.add('loading');
    pause(MAX_UNSEEN_SECONDS, signal).then(() => this.classList.remove('loading'));
    this.arrive();
  }

  /** Shows what the address says now, of this very page. */
  turn() {}

  /** Loads what the address says now, and forgets what was told of what it said before. */
  follow() {
    this.problem = '';
    this.done = '';
    return this.arrive();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.left.abort();
  }

  /** Fetches what the page shows. */
  async load() {}

  /**
   * Loads it, and where the server is away or busy, again by itself until it is there; ends after the first try.
   * @param {() => Promise<unknown>} [load] for a part of it; what could not be loaded before is loaded as a whole
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
   * @param {() => Promise<unknown>} [load] of a part; only who has loaded all of it knows that nothing is missing any more
   * @returns {Promise<boolean>} whether it is there
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
   * Tells whether what the page shows could be loaded.
   * @param {unknown} [problem]
   */
  came(problem) {
    this.failure = problem instanceof Problem ? problem : undefined;
    this.away = problem ? `${words(problem)}${this.failure?.passing ? ' This page does so by itself.' : ''}` : '';
  }

  /**
   * Does something of which the page tells the outcome.
   * @param {() => Promise<unknown>} action
   * @param {string} [done] what to say when it has succeeded
   * @param {() => Promise<unknown>} [load] fetches what it has changed; what fails there is no failure of the action
   * @returns {Promise<boolean>} whether it has succeeded
   */
  async attempt(action, done = '', load) {
    this.#begin();
    this.problem = '';
    this.done = '';
    try {
      await action();
      if (load) await this.arrive(load);
      this.done = done;
      return true;
    } catch (problem) {
      this.problem = words(problem);
      return false;
    } finally {
      this.#end();
    }
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

  /** The heading of the page, and below it what happened last. */
  header(title) {
    return html`<h1 tabindex="-1">${title}</h1>${this.happened()}`;
  }

  /** What happened last. */
  happened() {
    const wrong = this.problem || this.away;
    return html`<div class="happened" aria-live="polite">
        ${wrong ? html`<p class="problem" role="alert">${wrong}
          <button class="outline small" @click=${() => this.follow()}>Load again</button></p>` : nothing}
        ${this.slow ? html`<p class="quiet">The server takes its time. This page waits for it.</p>` : nothing}
        ${this.done ? html`<p class="done">${this.done}</p>` : nothing}
      </div>`;
  }
}

/**
 * Asks before something is lost.
 * @param {string} question
 * @param {string} yes what the button says that does it
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
 * The ways between the views of a page, each at its own address.
 * @param {string} page
 * @param {Record<string, string>} views their titles by their names
 * @param {string} current
 */
export function views(page, views, current) {
  return html`<nav aria-label="Views" class="views">${Object.entries(views).map(([view, title]) => html`<a
    href=${address(page, {view})} aria-current=${view === current ? 'page' : nothing}>${title}</a>`)}</nav>`;
}

/**
 * What is typed into a form, by the names of its fields.
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>}
 */
export function fields(form) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}
