/**
 * Access: who is shut out, and who is let in again.
 * @module
 */
import {html} from 'lit';
import {call} from './api.js';
import {counted, moment} from './format.js';
import {Listing, Page} from './page.js';

class AccessPage extends Page {
  bans = new Listing(this, '/api/proxy/bans', reply => reply.bans);

  load() {
    return this.bans.load();
  }

  render() {
    return html`
      ${this.header('Access')}
      <section aria-labelledby="bans">
        <h2 id="bans">Blocked addresses</h2>
        ${this.bans.rows.length ? this.table() : html`<p>${this.bans.empty('No address is blocked. Ten failed attempts within 24 hours, or a path that only scanners ask for, block one.')}</p>`}
        ${this.bans.further()}
      </section>`;
  }

  table() {
    return html`<div class="scroll"><table>
      <thead><tr><th scope="col">Address</th><th scope="col">Reason</th><th scope="col">Since</th><th scope="col">Until</th>
        <th scope="col"><span class="unseen">Let in again</span></th></tr></thead>
      <tbody>${this.bans.rows.map(ban => html`<tr>
        <th scope="row">${ban.address}</th>
        <td>${ban.reason}${ban.attempts ? html` <span class="quiet">${counted(ban.attempts, 'attempt')}</span>` : ''}</td>
        <td>${moment(ban.since)}</td><td>${moment(ban.until)}</td>
        <td><button class="outline small" ?disabled=${this.busy} aria-label=${`Let ${ban.address} in again`}
          @click=${() => this.unban(ban.address)}>Let in</button></td></tr>`)}</tbody></table></div>`;
  }

  unban(address) {
    return this.attempt(async () => {
      await call('DELETE', `/api/proxy/bans/${encodeURIComponent(address)}`);
      await this.bans.load();
    }, `${address} may come in again.`);
  }
}

customElements.define('access-page', AccessPage);
