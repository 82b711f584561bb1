/**
 * Inbox: hire requests.
 * @module
 */
import {html} from 'lit';
import {moment} from './format.js';
import {Listing} from './lists.js';
import {Page} from './page.js';

class InboxPage extends Page {
  forms = new Listing(this, '/api/proxy/hire', reply => reply.submissions);

  load() {
    return this.forms.load();
  }

  render() {
    return html`
      ${this.header('Inbox')}
      <section aria-labelledby="forms"><h2 id="forms">Hire requests</h2>
        ${this.forms.rows.length ? html`<ul class="list">${this.forms.rows.map(form => this.form(form))}</ul>`
          : html`<p>${this.forms.empty('No hire requests yet. Pages of the site send them with POST /api/proxy/hire.')}</p>`}
        ${this.forms.further()}</section>`;
  }

  form(form) {
    const facts = [form.company, form.projectType, form.hourlyRate === null ? form.budget : `${form.hourlyRate} per hour`, form.timeline];
    return html`<li><strong>${form.name ?? form.subject ?? 'Unnamed'}</strong>
      <span class="quiet">${form.email ?? ''} ${moment(form.createdAt)}</span>
      <br>${facts.filter(Boolean).join(' · ')}<p class="text">${form.description}</p></li>`;
  }
}

customElements.define('inbox-page', InboxPage);
