/**
 * Guestbook: entries that wait for approval.
 * @module
 */
import {html} from 'lit';
import {call} from './api.js';
import {moment} from './format.js';
import {Page, confirmed} from './page.js';

class GuestbookPage extends Page {
  static properties = {entries: {state: true}, total: {state: true}};

  constructor() {
    super();
    /** @type {any[] | undefined} */
    this.entries = undefined;
    this.total = 0;
  }

  async load() {
    const {entries, total} = await call('GET', '/guestbook/waiting');
    this.entries = entries;
    this.total = total;
  }

  render() {
    return html`${this.header('Guestbook')}
      <section aria-labelledby="waiting"><h2 id="waiting">Waiting for approval</h2>${this.list()}</section>`;
  }

  list() {
    if (!this.entries) return html`<p aria-busy=${this.busy}></p>`;
    if (!this.entries.length) return html`<p>No entries are waiting.</p>`;
    return html`<p>${this.total} waiting</p><ul class="list">${this.entries.map(entry => html`<li>
      <strong>${entry.author}</strong> <span class="quiet">${moment(entry.at)}</span> ${entry.text}
      <button class="small" ?disabled=${this.busy} aria-label=${`Approve the entry of ${entry.author}`}
        @click=${() => this.approve(entry)}>Approve</button>
      <button class="outline small" ?disabled=${this.busy} aria-label=${`Delete the entry of ${entry.author}`}
        @click=${() => this.remove(entry)}>Delete</button></li>`)}</ul>`;
  }

  approve(entry) {
    return this.attempt(() => call('POST', `/guestbook/entries/${entry.id}/approve`), 'Entry approved.', () => this.load());
  }

  async remove(entry) {
    if (!await confirmed(`Delete the entry of ${entry.author}?`, 'Delete')) return;
    await this.attempt(() => call('DELETE', `/guestbook/entries/${entry.id}`), 'Entry deleted.', () => this.load());
  }
}

customElements.define('x-guestbook-page', GuestbookPage);
