/**
 * Small elements that all pages share: empty states, figures, filter chips, lists and toasts.
 * @module
 */
import {LitElement, html, nothing} from 'lit';
import {plain} from './format.js';
import {icon} from './icons.js';

/** An element that renders into the light DOM, so that the style sheets apply. */
export class Part extends LitElement {
  createRenderRoot() {
    return this;
  }
}

/** Shown instead of an empty list: says what the list will contain, and how. */
class Empty extends Part {
  static properties = {icon: {}, text: {}, action: {attribute: false}};

  constructor() {
    super();
    this.icon = 'inbox';
    this.text = '';
    /** A link or a button. @type {unknown} */
    this.action = nothing;
  }

  render() {
    return html`${icon(this.icon)}<p>${this.text}</p>${this.action}`;
  }
}

/** A figure with its label, optionally a link to the page that explains it. */
class Stat extends Part {
  static properties = {label: {}, value: {}, note: {}, href: {}, tone: {}};

  constructor() {
    super();
    this.label = '';
    this.value = '';
    this.note = '';
    this.href = '';
    /** `up`, `down` or empty. */
    this.tone = '';
  }

  render() {
    const content = html`<span class="stat-value ${this.tone}">${this.value}</span> <span class="stat-label">${this.label}</span>
      ${this.note ? html`<span class="quiet">${this.note}</span>` : nothing}`;
    return this.href ? html`<a class="stat" href=${this.href}>${content}</a>` : html`<div class="stat">${content}</div>`;
  }
}

/** Chips of which one is selected. Fires `choose` with the chip's value. */
class Filter extends Part {
  static properties = {label: {}, options: {attribute: false}, value: {}};

  constructor() {
    super();
    this.label = '';
    /** Titles by value. @type {Record<string, string>} */
    this.options = {};
    this.value = '';
  }

  render() {
    return html`<fieldset class="chips"><legend class="unseen">${this.label}</legend>${Object.entries(this.options).map(([value, title]) => html`
      <button type="button" class="chip" aria-pressed=${value === this.value ? 'true' : 'false'}
        @click=${() => this.dispatchEvent(new CustomEvent('choose', {detail: value}))}>${title}</button>`)}</fieldset>`;
  }
}

const SHOWN = 50;

/** A list that draws 50 rows at first, and more on request. */
class More extends Part {
  static properties = {rows: {attribute: false}, row: {attribute: false}, fetch: {attribute: false}, shown: {state: true}};

  constructor() {
    super();
    /** @type {any[]} */
    this.rows = [];
    /** Draws a row as a list item. @type {(row: any) => unknown} */
    this.row = () => nothing;
    /** Fetches further rows of a list that the API pages; undefined if there are none. @type {(() => unknown) | undefined} */
    this.fetch = undefined;
    this.shown = SHOWN;
  }

  render() {
    const {rows, shown, fetch} = this;
    return html`<ul class="list">${rows.slice(0, shown).map(row => this.row(row))}</ul>
      ${rows.length > shown || fetch ? html`<p class="actions"><button class="secondary outline small" @click=${() => this.more()}>Show more${
        fetch ? '' : `: ${plain(shown)} of ${plain(rows.length)}`}</button></p>` : nothing}`;
  }

  more() {
    this.shown += SHOWN;
    if (this.shown > this.rows.length) this.fetch?.();
  }
}

/** The outcome of the last action, with an undo button if the API can undo it. Fires `dismiss`. */
class Toast extends Part {
  static properties = {text: {}, undo: {attribute: false}};

  constructor() {
    super();
    this.text = '';
    /** @type {(() => unknown) | undefined} */
    this.undo = undefined;
  }

  render() {
    const {undo} = this;
    return html`<div class="toast"><p class="done">${this.text}</p>
      ${undo ? html`<button class="outline small undo" @click=${undo}>Undo</button>` : nothing}
      <button class="plain" aria-label="Dismiss" @click=${() => this.dispatchEvent(new Event('dismiss'))}>${icon('x')}</button></div>`;
  }
}

/** A button that copies a text. */
class Copy extends Part {
  static properties = {text: {}, label: {}, said: {state: true}};

  constructor() {
    super();
    this.text = '';
    this.label = 'Copy';
    this.said = '';
  }

  render() {
    return html`<button type="button" class="outline small" @click=${() => this.copy()}>${icon('copy')} ${this.label}</button>
      <span role="status">${this.said}</span>`;
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.text);
      this.said = 'Copied.';
    } catch {
      this.said = 'The browser blocked access to the clipboard. Select the text and copy it manually.';
    }
  }
}

/** @typedef {{title: string, run?: () => unknown, href?: string | null, download?: string}} Item an action of a menu; hidden without an action and an address */

let menus = 0;

/** A button that opens a menu of actions over the page. */
class Menu extends Part {
  static properties = {named: {}, items: {attribute: false}, busy: {type: Boolean}};

  #id = `menu-${++menus}`;

  constructor() {
    super();
    /** What the actions are of. */
    this.named = '';
    /** @type {Item[]} */
    this.items = [];
    this.busy = false;
  }

  render() {
    const items = this.items.filter(({run, href}) => run || href);
    if (!items.length) return nothing;
    return html`<button type="button" class="plain more" popovertarget=${this.#id} aria-label=${`Actions of ${this.named}`}>${icon('ellipsis')}</button>
      <div class="menu" popover id=${this.#id} @toggle=${event => this.place(event)} @click=${event => event.currentTarget.hidePopover?.()}>${items.map(({title, run, href, download}) => (href
        ? html`<a href=${href} rel="noreferrer" download=${download ?? nothing} target=${download ? nothing : '_blank'} aria-label=${`${title} of ${this.named}`}>${title}</a>`
        : html`<button type="button" class="plain" ?disabled=${this.busy} aria-label=${`${title} ${this.named}`} @click=${run}>${title}</button>`))}</div>`;
  }

  /** Opens the menu below its button, or above it where there is no room. */
  place(event) {
    if (event.newState !== 'open') return;
    const menu = event.currentTarget;
    const {top, bottom, right} = /** @type {HTMLElement} */ (this.querySelector('.more')).getBoundingClientRect();
    menu.style.left = `${Math.max(right - menu.offsetWidth, 0)}px`;
    menu.style.top = `${Math.max(bottom + menu.offsetHeight > innerHeight ? top - menu.offsetHeight : bottom, 0)}px`;
    addEventListener('scroll', () => menu.hidePopover(), {capture: true, once: true});
    menu.querySelector('button, a')?.focus();
  }
}

customElements.define('gh-empty', Empty);
customElements.define('gh-menu', Menu);
customElements.define('gh-copy', Copy);
customElements.define('gh-stat', Stat);
customElements.define('gh-filter', Filter);
customElements.define('gh-more', More);
customElements.define('gh-toast', Toast);
