/**
 * Drawers for details and edits, and forms that keep a draft.
 *
 * Both elements wrap what a page renders: `<gh-drawer><dialog>…</dialog></gh-drawer>` and `<gh-form draft="link"><form>…</form>
 * </gh-form>`.
 * @module
 */
import {confirmed, wanted} from './page.js';
import {entry} from './places.js';

const DRAFTS = 'gatehouse.draft.';
const KEPT = 'input[name]:not([type=password], [type=file], [type=hidden]), textarea[name], select[name]';

/** Forms on the page, for the warning before the tab closes. @type {Set<Form>} */
const forms = new Set();

addEventListener('beforeunload', event => {
  if ([...forms].some(form => form.dirty)) event.preventDefault();
});

/** Returns the input that is kept under a draft's name, by field. @param {string} name @returns {Record<string, string>} */
export const draftOf = name => JSON.parse(sessionStorage.getItem(DRAFTS + name) ?? '{}');

/** Deletes all drafts of this tab. They may contain personal data. */
export function forgetDrafts() {
  Object.keys(sessionStorage).filter(key => key.startsWith(DRAFTS)).forEach(key => sessionStorage.removeItem(key));
}

/**
 * A panel at the side of the page for one record. Fires `closed` when the user closes it. Asks first if a form in it has unsaved
 * changes. The Back button closes it: a drawer that the URL does not name has its own entry in the history.
 */
class Drawer extends HTMLElement {
  #before = document.activeElement;
  /** @type {{entry: string} | undefined} */
  #entry = undefined;
  #back = () => { if (!this.#current) this.close(); };

  /** Whether the history is at the drawer's own entry. */
  get #current() {
    return this.#entry !== undefined && history.state?.entry === this.#entry.entry;
  }

  connectedCallback() {
    const dialog = this.querySelector('dialog');
    if (!dialog) return;
    this.#before = document.activeElement;
    dialog.classList.add('drawer');
    dialog.addEventListener('cancel', event => { event.preventDefault(); this.close(); });
    dialog.addEventListener('click', event => {
      const {target} = event;
      if (target === dialog || (target instanceof Element && target.closest('[data-close]'))) this.close();
    });
    if (!dialog.open) dialog.showModal();
    this.dispatchEvent(new Event('opened', {bubbles: true}));
    if (!wanted().has('open') && !wanted().has('add')) {
      this.#entry = entry();
      history.pushState(this.#entry, '');
      addEventListener('popstate', this.#back);
    }
    // Browsers differ in what they focus. A new record begins with its first field, and other drawers with their title.
    const field = wanted().has('add') ? 'form :is(input:not([type=hidden]), textarea, select)' : '[autofocus]';
    /** @type {HTMLElement | null} */ (dialog.querySelector('h2'))?.focus();
    // Elements of the form draw their fields later.
    setTimeout(() => /** @type {HTMLElement | null} */ (dialog.querySelector(field))?.focus());
  }

  disconnectedCallback() {
    removeEventListener('popstate', this.#back);
    if (this.#current) history.back();
    if (this.#before instanceof HTMLElement && this.#before.isConnected) this.#before.focus();
    // Its button may be disabled while the action runs.
    if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (document.querySelector('main h1'))?.focus({preventScroll: true});
  }

  async close() {
    const form = /** @type {Form | null} */ (this.querySelector('gh-form'));
    if (form?.dirty) {
      if (!await confirmed('Discard your changes?', 'Discard changes')) return;
      form.saved();
    }
    this.dispatchEvent(new Event('closed'));
  }
}

/**
 * Keeps what is typed into its form, until the form is reset or saved: a draft survives another page, a reload and an expired
 * session. Each value of `draft` names a draft.
 */
class Form extends HTMLElement {
  static observedAttributes = ['draft'];

  /** Values before any input, by field. @type {Map<string, string>} */
  #before = new Map();

  connectedCallback() {
    forms.add(this);
    this.addEventListener('input', () => this.#keep());
    this.addEventListener('change', () => this.#keep());
    this.addEventListener('reset', () => this.saved());
    this.#open();
  }

  disconnectedCallback() {
    forms.delete(this);
  }

  attributeChangedCallback(name, before) {
    if (this.isConnected && before !== null) this.#open();
  }

  get #key() {
    return DRAFTS + this.getAttribute('draft');
  }

  get #fields() {
    return /** @type {NodeListOf<HTMLInputElement>} */ (this.querySelectorAll(KEPT));
  }

  /** Whether the form has input that is not saved. */
  get dirty() {
    return sessionStorage.getItem(this.#key) !== null;
  }

  /** Deletes the draft. */
  saved() {
    sessionStorage.removeItem(this.#key);
    this.#mark();
    queueMicrotask(() => this.#remember());
  }

  /** Restores the draft after the page has set the fields. */
  async #open() {
    await new Promise(drawn => setTimeout(drawn));
    if (!this.isConnected) return;
    this.#remember();
    this.#restore();
  }

  /** Restores the draft after the page has read the record anew, and set the fields whose values have changed. */
  async renew() {
    await new Promise(drawn => setTimeout(drawn));
    if (!this.isConnected) return;
    const {draft} = this;
    // A field that still has the input was not set.
    for (const field of this.#fields) if (value(field) !== draft[field.name]) this.#before.set(field.name, value(field));
    this.#restore();
  }

  /** Input that is not saved, by field. @returns {Record<string, string>} */
  get draft() {
    return JSON.parse(sessionStorage.getItem(this.#key) ?? '{}');
  }

  #restore() {
    const {draft} = this;
    for (const field of this.#fields) {
      if (!(field.name in draft)) continue;
      if (field.type === 'checkbox') field.checked = draft[field.name] === 'true';
      else field.value = draft[field.name];
    }
    this.#mark();
  }

  #remember() {
    this.#before = new Map([...this.#fields].map(field => [field.name, value(field)]));
  }

  #keep() {
    const changed = [...this.#fields].filter(field => value(field) !== this.#before.get(field.name));
    if (changed.length) sessionStorage.setItem(this.#key, JSON.stringify(Object.fromEntries(changed.map(field => [field.name, value(field)]))));
    else sessionStorage.removeItem(this.#key);
    this.#mark();
  }

  #mark() {
    this.classList.toggle('dirty', this.dirty);
  }
}

/** @param {HTMLInputElement} field */
const value = field => (field.type === 'checkbox' ? String(field.checked) : field.value);

customElements.define('gh-drawer', Drawer);
customElements.define('gh-form', Form);
