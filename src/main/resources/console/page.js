/**
 * What all pages have in common: they load when they are opened, say what went wrong, and end what they began.
 * @module
 */
import {LitElement, html, nothing} from 'lit';
import {words} from './api.js';

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
