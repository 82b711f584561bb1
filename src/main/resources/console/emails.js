/**
 * The queue of emails: state, attempts, errors and retry. Previews of each kind of email.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {attention} from './attention.js';
import {counted, moment} from './format.js';
import {Records, paged} from './records.js';
import {TablePage} from './table.js';

const OUTBOX = '/api/proxy/email/outbox';
const PREVIEWS = '/api/proxy/email/previews';
const STATES = {dead: 'Failed', waiting: 'Queued', delayed: 'Delayed', sending: 'Sending', sent: 'Sent'};

/** Trusted Types policy for previews. Their frame has no permission to run scripts. */
const policy = globalThis.trustedTypes?.createPolicy('gatehouse-mail', {createHTML: text => text});

class EmailsPage extends TablePage {
  static properties = {sample: {state: true}};

  records = new Records(this, 'emails', paged(OUTBOX, reply => reply.mails), {state: 'dead'});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'subject', title: 'Subject', text: mail => mail.subject, cell: mail => mail.subject},
    {key: 'to', title: 'To', text: mail => mail.to, cell: mail => mail.to},
    {key: 'date', title: 'Created', text: mail => mail.createdAt, cell: mail => html`<span class="when">${moment(mail.createdAt)}</span>`},
    {key: 'delivery', title: 'Delivery', text: mail => mail.error ?? '', cell: mail => html`${counted(mail.attempts, 'attempt')}${mail.error ? `: ${mail.error}` : ''}`},
  ];

  constructor() {
    super();
    /** The shown preview; undefined until the section is opened. @type {any} */
    this.sample = undefined;
  }

  render() {
    const {records} = this;
    const state = records.filter('state');
    const retry = {title: 'Retry', icon: 'mail', all: true, run: mails => this.retry(mails)};
    return html`${this.header('Emails')}
      <gh-table label="Emails" .records=${records} .columns=${this.columns} .busy=${this.busy} .named=${mail => mail.subject}
        .bulk=${state === 'dead' ? [retry] : []}
        .filters=${html`<gh-filter label="Status" .options=${STATES} .value=${state} @choose=${event => records.turn({state: event.detail})}></gh-filter>`}
        .empty=${html`<gh-empty icon="mail" text=${state === 'dead' ? 'No undelivered emails.' : 'No emails with this status.'}></gh-empty>`}></gh-table>
      ${state === 'delayed' || state === 'waiting' ? html`<p class="actions"><button class="outline small" ?disabled=${this.busy}
        @click=${() => this.flush()}>Try all now</button></p>` : nothing}
      <details @toggle=${event => event.currentTarget.open && !this.sample && this.preview()}><summary>Preview emails</summary>
        ${this.sample ? this.previewed(this.sample) : nothing}</details>`;
  }

  /** @param {string} [kind] */
  preview(kind) {
    return this.attempt(async () => {
      const sample = await call('GET', kind ? `${PREVIEWS}?kind=${kind}` : PREVIEWS);
      this.sample = {...sample, framed: policy?.createHTML(inert(sample.html)) ?? inert(sample.html)};
    });
  }

  previewed({kinds, kind, subject, text, framed}) {
    return html`<label>Kind <select @change=${event => this.preview(event.target.value)}>${kinds.map(each => html`<option
        ?selected=${each === kind}>${each}</option>`)}</select></label>
      <p>Subject: <strong>${subject}</strong></p>
      <iframe class="preview" title="Preview of the email" sandbox="allow-same-origin" .srcdoc=${framed} @load=${event => styled(event.target)}></iframe>
      <details><summary>Plain text</summary><pre>${text}</pre></details>`;
  }

  flush() {
    return this.attempt(async () => (await call('POST', `${OUTBOX}/flush`)).message, 'The waiting emails are tried now.');
  }

  /** @param {any[]} mails */
  async retry(mails) {
    await this.each(mails, mail => call('POST', `${OUTBOX}/${mail._id}/retry`), `${counted(mails.length, 'email')} queued for retry.`);
    // The badges are renewed within a minute anyway.
    await attention.look().catch(() => undefined);
  }
}

/**
 * Returns an email whose styles a browser does not apply, because the policy of the console forbids inline styles.
 * @param {string} email
 */
const inert = email => email.replace('<style>', '<style type="text/plain">').replaceAll(' style="', ' data-style="');

/**
 * Applies the styles of the email in a frame through the CSS object model, and fits the frame to it.
 * @param {HTMLIFrameElement} frame
 */
function styled(frame) {
  const {contentDocument: email, contentWindow: view} = /** @type {any} */ (frame);
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(email.querySelector('style')?.textContent ?? '');
  email.adoptedStyleSheets = [sheet];
  for (const element of email.querySelectorAll('[data-style]')) element.style.cssText = element.dataset.style;
  // The sandbox forbids new windows, so that links of a preview do nothing.
  for (const link of email.links) link.target = '_blank';
  frame.style.height = `${email.documentElement.scrollHeight + frame.offsetHeight - frame.clientHeight}px`;
}

customElements.define('emails-page', EmailsPage);
