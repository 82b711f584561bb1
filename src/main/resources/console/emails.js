/**
 * The queue of emails: state, attempts, errors and retry.
 * @module
 */
import {html} from 'lit';
import {call} from './api.js';
import {attention} from './attention.js';
import {counted, moment} from './format.js';
import {Page} from './page.js';
import {Records, paged} from './records.js';
import './table.js';

const OUTBOX = '/api/proxy/email/outbox';
const STATES = {dead: 'Failed', waiting: 'Queued', sending: 'Sending', sent: 'Sent'};

class EmailsPage extends Page {
  records = new Records(this, 'emails', paged(OUTBOX, reply => reply.mails), {state: 'dead'});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'subject', title: 'Subject', text: mail => mail.subject, cell: mail => mail.subject},
    {key: 'to', title: 'To', text: mail => mail.to, cell: mail => mail.to},
    {key: 'date', title: 'Created', text: mail => mail.createdAt, cell: mail => html`<span class="when">${moment(mail.createdAt)}</span>`},
    {key: 'delivery', title: 'Delivery', text: mail => mail.error ?? '', cell: mail => html`${counted(mail.attempts, 'attempt')}${mail.error ? `: ${mail.error}` : ''}`},
  ];

  turn() {
    if (this.records.stale) this.follow();
  }

  load() {
    return this.records.load();
  }

  render() {
    const {records} = this;
    const state = records.filter('state');
    const retry = {title: 'Retry', icon: 'mail', all: true, run: mails => this.retry(mails)};
    return html`${this.header('Emails')}
      <gh-table label="Emails" .records=${records} .columns=${this.columns} .busy=${this.busy} .named=${mail => mail.subject}
        .bulk=${state === 'dead' ? [retry] : []}
        .filters=${html`<gh-filter label="Status" .options=${STATES} .value=${state} @choose=${event => records.turn({state: event.detail})}></gh-filter>`}
        .empty=${html`<gh-empty icon="mail" text=${state === 'dead' ? 'No undelivered emails.' : 'No emails with this status.'}></gh-empty>`}></gh-table>`;
  }

  /** @param {any[]} mails */
  retry(mails) {
    return this.attempt(async () => {
      for (const mail of mails) await call('POST', `${OUTBOX}/${mail._id}/retry`);
    }, `${counted(mails.length, 'email')} queued for retry.`, async () => {
      await this.records.load();
      await attention.look();
    });
  }
}

customElements.define('emails-page', EmailsPage);
