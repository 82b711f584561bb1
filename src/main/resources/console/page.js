/**
 * What all pages have in common: they load when they are opened, say what went wrong, and end what they began.
 * @module
 */
import {LitElement, html, nothing} from 'lit';
import {call, words} from './api.js';

/** Rows that are fetched at once. */
const PAGE = 50;

/** A page. Its elements stand in the document itself, where the style sheets reach them. */
export class Page extends LitElement {
  /** @type {import('lit').PropertyDeclarations} */
  static properties = {problem: {state: true}, done: {state: true}, busy: {state: true}};

  constructor() {
    super();
    /** What went wrong last; empty where nothing did. */
    this.problem = '';
    /** What was done last. */
    this.done = '';
    this.busy = false;
    this.left = new AbortController();
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.attempt(() => this.load());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.left.abort();
  }

  /** Fetches what the page shows. */
  async load() {}

  /**
   * Does something of which the page tells the outcome.
   * @param {() => Promise<unknown>} action
   * @param {string} [done] what to say when it has succeeded
   * @returns {Promise<boolean>} whether it has
   */
  async attempt(action, done = '') {
    this.busy = true;
    this.problem = '';
    this.done = '';
    try {
      await action();
      this.done = done;
      return true;
    } catch (problem) {
      this.problem = words(problem);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** The heading of the page, and below it what happened last. */
  header(title) {
    return html`
      <h1 tabindex="-1">${title}</h1>
      <div class="happened" aria-live="polite">
        ${this.problem ? html`<p class="problem" role="alert">${this.problem}
          <button class="outline small" @click=${() => this.attempt(() => this.load())}>Load again</button></p>` : nothing}
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

/** A list that the API gives in pages: what is there so far, and the way to the rest. */
export class Listing {
  /** @type {any[]} */
  rows = [];
  total = 0;
  hasMore = false;
  loaded = false;

  /**
   * @param {Page} page that shows it
   * @param {string} path
   * @param {(reply: any) => any[]} rows
   * @param {(reply: any) => {total: number, hasMore: boolean}} [pagination]
   */
  constructor(page, path, rows, pagination = reply => reply.pagination) {
    this.page = page;
    this.path = path;
    this.rowsOf = rows;
    this.paginationOf = pagination;
  }

  /** From the beginning. What is shown stays until the answer is there. */
  async load() {
    this.rows = await this.#fetch(0);
    this.page.requestUpdate();
  }

  async more() {
    this.rows = [...this.rows, ...await this.#fetch(this.rows.length)];
    this.page.requestUpdate();
  }

  /**
   * Puts a row that has come in before all others, unless it is there already.
   * @param {{_id: string}} row
   */
  prepend(row) {
    if (this.rows.some(known => known._id === row._id)) return;
    this.rows = [row, ...this.rows];
    this.total += 1;
    this.page.requestUpdate();
  }

  /**
   * @param {string} words to say when there is nothing, and that is known
   */
  empty(words) {
    return this.loaded ? words : '';
  }

  further() {
    if (!this.hasMore) return nothing;
    return html`<p><button class="secondary outline small" ?disabled=${this.page.busy}
      @click=${() => this.page.attempt(() => this.more())}>Show more: ${this.rows.length} of ${this.total}</button></p>`;
  }

  /** @param {number} skip */
  async #fetch(skip) {
    const reply = await call('GET', `${this.path}${this.path.includes('?') ? '&' : '?'}limit=${PAGE}&skip=${skip}`);
    const {total, hasMore} = this.paginationOf(reply);
    Object.assign(this, {total, hasMore, loaded: true});
    return this.rowsOf(reply);
  }
}

/**
 * What is typed into a form, by the names of its fields.
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>}
 */
export function fields(form) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}
