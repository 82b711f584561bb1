/**
 * The console's shell: sign-in, the current page and navigation.
 * @module
 */
import {LitElement, html, nothing} from 'lit';
import {call, pause, session} from './api.js';
import {attention} from './attention.js';
import {forgetDrafts} from './drawer.js';
import {icon} from './icons.js';
import {bottomBar, entryOf, sideBar} from './nav.js';
import {position, scroll} from './places.js';
import {Problem, words} from './problems.js';
import {canUsePasskeys} from './webauthn.js';

const MAX_PAUSE_SECONDS = 30;

class GatehouseConsole extends LitElement {
  static properties = {
    state: {state: true}, page: {state: true}, problem: {state: true}, busy: {state: true}, missing: {state: true},
    menu: {state: true}, entry: {state: true},
  };

  constructor() {
    super();
    /** @type {'unknown' | 'out' | 'in' | 'expired'} */
    this.state = 'unknown';
    this.page = '';
    this.problem = '';
    this.busy = false;
    this.missing = false;
    /** Whether the navigation is open on a phone. */
    this.menu = false;
    /** The navigation's entry of the current page. @type {import('./nav.js').Entry | undefined} */
    this.entry = undefined;
    /** @type {HTMLElement | undefined} */
    this.element = undefined;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('hashchange', () => this.show());
    session.addEventListener('in', () => this.signedIn());
    addEventListener('keydown', event => this.shortcut(event));
    // The wheel would change the number.
    addEventListener('wheel', () => { if (document.activeElement?.matches('[type=number]')) /** @type {HTMLElement} */ (document.activeElement).blur(); }, {passive: true});
    // Before the draft of a form keeps it.
    addEventListener('change', completed, {capture: true});
    attention.addEventListener('change', () => this.requestUpdate());
    session.addEventListener('out', () => { this.state = 'out'; this.element = undefined; forgetDrafts(); });
    session.addEventListener('expired', () => { this.state = 'expired'; });
    session.addEventListener('kept', () => { this.state = 'in'; });
    if (session.token) this.resume();
    else session.shared().then(found => { if (!found && this.state === 'unknown') this.state = 'out'; });
  }

  /** Verifies the token with a single request, because each request with an invalid token counts as a failed attempt. */
  async resume() {
    try {
      await call('GET', '/deployment/info');
    } catch (problem) {
      if (problem instanceof Problem && problem.status === 401) return;
      this.problem = words(problem);
    }
    if (session.token) this.signedIn();
  }

  signedIn() {
    this.state = 'in';
    this.problem = '';
    attention.start();
    this.show();
  }

  /** Ctrl-K, or Cmd-K, opens the search, also with a layout of other letters. AltGr is Ctrl with Alt. */
  shortcut(event) {
    const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code?.slice(-1).toLowerCase();
    if (letter !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || this.state !== 'in') return;
    event.preventDefault();
    this.search();
  }

  /** Opens the navigation on a phone with the focus on its current page, or closes it. */
  async turnMenu() {
    this.menu = !this.menu;
    await this.updateComplete;
    const place = this.menu ? '.side [aria-current], .side a' : '.bottom [aria-expanded]';
    /** @type {HTMLElement | null} */ (this.querySelector(place))?.focus();
  }

  /** Escape closes the navigation, and what a summary has opened over the page. */
  escape(event) {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    const opened = event.target.closest('details.dropdown[open]');
    if (this.menu) this.turnMenu();
    if (!opened) return;
    event.preventDefault();
    opened.open = false;
    opened.querySelector('summary').focus();
  }

  /** A link closes the navigation, also that of the current page. */
  chose(event) {
    if (event.target.closest('a')) this.menu = false;
  }

  /** Opens the search, whose file is loaded on first use. */
  async search() {
    this.menu = false;
    try {
      await import('./palette.js');
    } catch {
      this.problem = 'The search could not be loaded. Try again.';
      return;
    }
    const palette = /** @type {any} */ (this.querySelector('gh-palette'));
    await palette?.updateComplete;
    palette?.open();
  }

  /**
   * Loads a page's file. Retries until it succeeds or the user opens another page.
   * @param {string} name
   * @returns {Promise<boolean>} whether the page is still the requested one
   */
  async fetched(name) {
    const {hash} = location;
    for (let seconds = 1; location.hash === hash && this.state === 'in'; seconds = Math.min(seconds * 2, MAX_PAUSE_SECONDS)) {
      try {
        await import(`./${name}.js`);
        this.problem = '';
        return location.hash === hash;
      } catch {
        this.problem = 'This page could not be loaded. Retrying automatically. If the problem persists, reload the console.';
        await pause(seconds, new AbortController().signal);
      }
    }
    return false;
  }

  /** Opens the page named in the URL. Its file is loaded on first use. */
  async show() {
    if (this.state !== 'in') return;
    const top = position();
    // The question of another page.
    /** @type {HTMLDialogElement | null} */ (this.querySelector('dialog#question[open]'))?.close();
    const place = location.hash.replace(/^#\/?/, '') || 'today';
    const name = place.split('?')[0];
    const entry = entryOf(session.role, place);
    this.missing = !entry;
    this.menu = false;
    this.entry = entry;
    if (!entry) return;
    if (!await this.fetched(name)) return;
    const other = this.page !== name;
    const first = !this.page;
    this.page = name;
    document.title = `${entry.title} · Gatehouse`;
    if (other) await this.updateComplete;
    if (other && !first) {
      this.querySelector('h1')?.focus({preventScroll: true});
      if (top === undefined) scrollTo(0, 0);
    }
    if (top !== undefined) scroll(top);
  }

  render() {
    const within = this.state === 'in' || (this.state === 'expired' && this.page);
    const expired = this.state === 'expired' && !session.stale;
    return html`
      ${within ? this.shell(expired) : this.outside()}
      <dialog class="sign-in" aria-labelledby="again" @cancel=${event => event.preventDefault()}>
        <article><h2 id="again">Sign in again</h2><p>${session.stale ? 'This action needs a recent sign-in.' : 'Your session has expired.'} Your unsaved input is kept.</p>
          ${this.state === 'expired' && this.page ? this.form() : nothing}
          ${session.stale ? html`<button class="secondary outline" @click=${() => session.keep()}>Cancel</button>`
            : html`<button class="secondary outline" @click=${() => this.signOut()}>Sign out</button>`}</article>
      </dialog>
      <dialog id="question" aria-labelledby="question-text"><article><form method="dialog"><p id="question-text"></p>
        <div class="buttons"><button value="no" class="secondary outline" autofocus>Go back</button><button value="yes">Yes</button></div>
      </form></article></dialog>`;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has('entry')) showCurrent(this.querySelector('nav.side'));
    const dialog = this.querySelector('dialog.sign-in');
    const wanted = this.state === 'expired' && Boolean(this.page);
    if (!(dialog instanceof HTMLDialogElement) || dialog.open === wanted) return;
    if (wanted) dialog.showModal();
    else dialog.close();
  }

  outside() {
    return html`<main class="container narrow"><h1>Gatehouse</h1>
      ${this.state === 'unknown' ? html`<p aria-busy="true">Checking your session</p>` : this.form()}
      <p class="quiet">The permanent code was printed when the node first started. The daily code gives visitor
        access.</p></main>`;
  }

  form() {
    return html`<form @submit=${event => this.signIn(event)}>
      <input name="username" value="owner" autocomplete="username" hidden>
      <label>Code <input name="code" type="password" required maxlength="128" autocomplete="current-password" autofocus
        aria-invalid=${this.problem ? 'true' : nothing} aria-describedby="sign-in-problem"></label>
      <p id="sign-in-problem" class="problem" role="alert" ?hidden=${!this.problem}>${this.problem}</p>
      <label><input name="remember" type="checkbox" .checked=${session.remembered}> Remember this device</label>
      <button ?disabled=${this.busy} aria-busy=${this.busy}>Sign in</button>
      ${canUsePasskeys ? html`<button type="button" class="secondary outline" ?disabled=${this.busy}
        @click=${event => this.enter(() => session.signInWithPasskey(event.target.form.elements.remember.checked))}>Sign in with a passkey</button>` : nothing}</form>`;
  }

  /** @param {boolean} expired whether the session is over, so that the page must not be readable any more */
  shell(expired) {
    const {entry} = this;
    const {counts} = attention;
    return html`<div class="shell ${this.menu ? 'menu' : ''} ${expired ? 'hidden' : ''}" @keydown=${event => this.escape(event)} @click=${event => this.chose(event)}>
      <header class="top"><a class="skip" href="#/${this.page}" @click=${event => this.skip(event)}>Skip to content</a>
        <strong>Gatehouse</strong>
        <button class="secondary outline small find" @click=${() => this.search()}>${icon('search')} Search <kbd>Ctrl K</kbd></button>
        <button class="secondary outline small" @click=${() => this.signOut()}>Sign out</button></header>
      ${sideBar(session.role, entry, counts)}
      <main id="content" ?inert=${this.menu}>
        ${this.problem && this.state === 'in' ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
        ${this.missing ? html`<h1 tabindex="-1">Page not found</h1><p>This page does not exist, or you do not have access to it.
          <a href="#/today">Go to Today</a></p>` : this.content()}</main>
      ${bottomBar(session.role, entry, counts, {search: () => this.search(), menu: () => this.turnMenu(), open: this.menu})}
      <gh-palette></gh-palette></div>`;
  }

  /** Returns the page's element. It is reused until another page is opened. */
  content() {
    if (!this.page) return html`<p aria-busy="true">Loading</p>`;
    const name = `${this.page}-page`;
    if (this.element?.localName !== name) this.element = document.createElement(name);
    return this.element;
  }

  skip(event) {
    event.preventDefault();
    this.querySelector('h1')?.focus();
  }

  async signIn(event) {
    event.preventDefault();
    const form = event.target;
    if (await this.enter(() => session.signIn(form.elements.code.value, form.elements.remember.checked))) form.reset();
    else form.elements.code.select();
  }

  /**
   * Runs a sign-in. Returns whether it succeeded.
   * @param {() => Promise<void>} signIn
   */
  async enter(signIn) {
    this.busy = true;
    this.problem = '';
    try {
      await signIn();
      return true;
    } catch (problem) {
      this.problem = words(problem);
      return false;
    } finally {
      this.busy = false;
    }
  }

  async signOut() {
    this.page = '';
    this.problem = '';
    try {
      await session.signOut();
    } catch {
      this.problem = 'You are signed out here, but the server could not revoke the token. The token remains valid until it expires.';
    }
  }
}

/**
 * Removes the space that keyboards of phones add to a word, and adds the scheme of an address, which is tedious to type there.
 * @param {Event} event
 */
function completed({target: field}) {
  if (!(field instanceof HTMLInputElement) || !['text', 'url'].includes(field.type)) return;
  if (field.value !== field.value.trim()) field.value = field.value.trim();
  if (field.type === 'url' && /^[^\s:/]+\.[^\s:]+$/.test(field.value)) field.value = `https://${field.value}`;
}

/**
 * Scrolls the side bar to the current page, because it is longer than the window.
 * @param {Element | null} side
 */
function showCurrent(side) {
  const link = side?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (!side || !link) return;
  const {top, bottom} = side.getBoundingClientRect();
  if (link.top < top || link.bottom > bottom) side.scrollTop += link.top - top - side.clientHeight / 2;
}

customElements.define('gatehouse-console', GatehouseConsole);
