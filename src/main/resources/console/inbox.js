/**
 * Inbox: hire requests and the email outbox.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {counted, moment} from './format.js';
import {Listing} from './lists.js';
import {Page} from './page.js';

/** Labels of the outbox's states. */
const STATES = {dead: 'Failed', waiting: 'Queued', sending: 'Sending', sent: 'Sent'};

class InboxPage extends Page {
  forms = new Listing(this, '/api/proxy/hire', reply => reply.submissions);
  mails = this.mailsThat('dead');

  mailsThat(state) {
    this.state = state;
    return new Listing(this, `/api/proxy/email/outbox?state=${state}`, reply => reply.mails);
  }

  async load() {
    await Promise.all([this.forms.load(), this.mails.load()]);
  }

  render() {
    return html`
      ${this.header('Inbox')}
      <section aria-labelledby="forms"><h2 id="forms">Hire requests</h2>
        ${this.forms.rows.length ? html`<ul class="list">${this.forms.rows.map(form => this.form(form))}</ul>`
          : html`<p>${this.forms.empty('No hire requests yet. Pages of the site send them with POST /api/proxy/hire.')}</p>`}
        ${this.forms.further()}</section>
      <section aria-labelledby="outbox"><h2 id="outbox">Emails</h2>
        <label>Status <select @change=${event => this.turnTo(event.target.value)}>${Object.entries(STATES).map(([state, words]) => html`
          <option value=${state} ?selected=${state === this.state}>${words}</option>`)}</select></label>
        ${this.mails.rows.length ? this.table() : html`<p>${this.mails.empty('No emails with this status.')}</p>`}
        ${this.mails.further()}</section>`;
  }

  form(form) {
    const facts = [form.company, form.projectType, form.hourlyRate === null ? form.budget : `${form.hourlyRate} per hour`, form.timeline];
    return html`<li><strong>${form.name ?? form.subject ?? 'Unnamed'}</strong>
      <span class="quiet">${form.email ?? ''} ${moment(form.createdAt)}</span>
      <br>${facts.filter(Boolean).join(' · ')}<p class="text">${form.description}</p></li>`;
  }

  table() {
    return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="outbox"><table>
      <thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Created</th><th scope="col">Delivery</th>
        <th scope="col"><span class="unseen">Actions</span></th></tr></thead>
      <tbody>${this.mails.rows.map(mail => html`<tr><th scope="row">${mail.subject}</th><td>${mail.to}</td>
        <td class="when">${moment(mail.createdAt)}</td><td>${counted(mail.attempts, 'attempt')}${mail.error ? `: ${mail.error}` : ''}</td>
        <td>${mail.state === 'dead' ? html`<button class="outline small" ?disabled=${this.busy}
          aria-label=${`Retry ${mail.subject}`} @click=${() => this.retry(mail)}>Retry</button>` : nothing}</td></tr>`)}</tbody>
      </table></div>`;
  }

  turnTo(state) {
    this.mails = this.mailsThat(state);
    return this.arrive(() => this.mails.load());
  }

  retry(mail) {
    return this.attempt(() => call('POST', `/api/proxy/email/outbox/${mail._id}/retry`), 'Email queued for retry.',
      () => this.mails.load());
  }
}

customElements.define('inbox-page', InboxPage);
