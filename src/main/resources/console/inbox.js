/**
 * Inbox: hire requests with their states, and replies.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {counted, moment} from './format.js';
import {icon} from './icons.js';
import {fields} from './page.js';
import {Records, paged} from './records.js';
import {TablePage} from './table.js';

const HIRE = '/api/proxy/hire';
const STATES = {'': 'All', new: 'New', answered: 'Answered', won: 'Won', lost: 'Lost', spam: 'Spam'};

/** @param {any} form */
const sender = form => form.name ?? form.subject ?? 'Unnamed';

/** @param {any} form */
const facts = form => [form.company, form.projectType, form.hourlyRate === null ? form.budget : `${form.hourlyRate} per hour`, form.timeline]
  .filter(Boolean).join(' · ');

class InboxPage extends TablePage {
  records = new Records(this, 'inbox', paged(HIRE, reply => reply.submissions), {q: '', state: ''});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'sender', title: 'Sender', text: sender, cell: form => html`<a href=${this.place({open: form._id})}><strong>${sender(form)}</strong></a>
      <span class="quiet">${form.email ?? ''}</span>`},
    {key: 'request', title: 'Request', text: form => `${facts(form)}\n${form.description}`, cell: form => html`${facts(form)}<p class="text">${shortened(form.description)}</p>`},
    {key: 'state', title: 'Status', text: form => form.state, cell: form => html`<span class="state ${{won: 'up', lost: 'down', spam: 'down'}[form.state] ?? ''}">${STATES[form.state]}</span>
      ${form.signals.length ? html`<span class="quiet">${form.signals.join(', ')}</span>` : nothing}`},
    {key: 'date', title: 'Date', text: form => form.createdAt, cell: form => html`<span class="when">${moment(form.createdAt)}</span>`},
  ];

  render() {
    const {records, opened} = this;
    const state = records.filter('state');
    const bulk = [...Object.entries(STATES).filter(([name]) => name && name !== state).map(([name, title]) => ({title: `Mark as ${title.toLowerCase()}`,
      run: forms => this.mark(forms, name)})), this.deletes('request', form => call('DELETE', `${HIRE}/${form._id}`), form => form._id)];
    return html`${this.header('Inbox', Boolean(opened))}
      <gh-table label="Hire requests" search="Search name, address and text" .records=${records} .columns=${this.columns} .busy=${this.busy} .named=${sender} .bulk=${bulk}
        .filters=${html`<gh-filter label="Status" .options=${STATES} .value=${state} @choose=${event => records.turn({state: event.detail})}></gh-filter>`}
        .empty=${html`<gh-empty icon="inbox" text="No hire requests. Pages of the site send them with POST /api/proxy/hire. The status Spam shows those marked as spam."></gh-empty>`}></gh-table>
      ${opened ? this.drawer(sender(opened), this.details(opened)) : nothing}`;
  }

  details(form) {
    return html`<p class="quiet">${form.email ? html`<a href=${`mailto:${encodeURIComponent(form.email)}`}>${form.email}</a>, ` : nothing}${moment(form.createdAt)}</p>
      <p>${facts(form)}</p>
      <gh-filter label="Status" .options=${Object.fromEntries(Object.entries(STATES).filter(([name]) => name))} .value=${form.state}
        @choose=${event => this.mark([form], event.detail)}></gh-filter>
      <p class="text">${form.description}</p>
      ${form.reply ? html`<h3>Reply of ${moment(form.repliedAt)}</h3><p class="text">${form.reply}</p>` : nothing}
      ${form.email ? html`<gh-form draft=${`reply.${form._id}`}><form @submit=${event => this.reply(event, form)}>
        <label>Reply <textarea name="text" required maxlength="10000" rows="8"></textarea></label>
        <p class="quiet">The email contains your text and a quote of the request.</p>
        <div class="actions"><button class="small" ?disabled=${this.busy}>${icon('mail')} Send reply</button></div></form></gh-form>` : html`<p class="quiet">The form did not ask for an address.</p>`}`;
  }

  async reply(event, form) {
    event.preventDefault();
    const element = event.target;
    const {text} = fields(element);
    await this.attempt(async () => {
      this.records.put(await call('POST', `${HIRE}/${form._id}/reply`, {text}));
      element.reset();
    }, `Reply to ${form.email} queued.`);
  }

  /**
   * @param {any[]} forms
   * @param {string} state
   */
  mark(forms, state) {
    const set = (id, name) => call('PUT', `${HIRE}/${id}`, {state: name});
    return this.each(forms, form => set(form._id, state), `${counted(forms.length, 'request')} marked as ${STATES[state].toLowerCase()}.`,
      () => this.each(forms, form => set(form._id, form.state), 'Change undone.'));
  }
}

const MAX_SHOWN = 300;

/** @param {string} text */
const shortened = text => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)} …` : text);

customElements.define('inbox-page', InboxPage);
