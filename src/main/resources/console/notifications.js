/**
 * Notifications: the last seven days and whatever comes in, sending one, and the browsers that are told by push.
 * @module
 */
import {html, nothing} from 'lit';
import {call, session} from './api.js';
import {counted, moment} from './format.js';
import {listen} from './live.js';
import {Listing, Page, confirmed, fields} from './page.js';

class NotificationsPage extends Page {
  static properties = {open: {state: true}};

  history = new Listing(this, '/api/proxy/notifications', reply => reply.data.notifications, reply => reply.data.pagination);
  browsers = new Listing(this, '/api/proxy/push/subscriptions', reply => reply.subscriptions);

  constructor() {
    super();
    this.open = false;
  }

  connectedCallback() {
    super.connectedCallback();
    listen({
      told: notification => this.history.prepend({_id: notification.id, ...notification}),
      state: open => { this.open = open; },
    }, this.left.signal);
  }

  async load() {
    await this.history.load();
    if (session.role === 'operator') await this.browsers.load();
  }

  render() {
    const owner = session.role === 'operator';
    return html`
      ${this.header('Notifications')}
      ${owner ? this.form() : nothing}
      <section aria-labelledby="history">
        <h2 id="history">The last seven days <span class="state ${this.open ? 'up' : ''}">${this.open ? 'live' : 'connecting'}</span></h2>
        ${this.history.rows.length ? html`<ul class="list">${this.history.rows.map(notification => this.entry(notification))}</ul>`
          : html`<p>${this.history.empty('Nothing yet. Send one above, or have a program do it by POST /api/proxy/notify.')}</p>`}
        ${this.history.further()}
      </section>
      ${owner ? this.subscribers() : nothing}`;
  }

  form() {
    return html`<section aria-labelledby="send"><h2 id="send">Send one</h2>
      <form @submit=${event => this.send(event)}>
        <label>Title <input name="title" required maxlength="500" autocomplete="off"></label>
        <label>Text <textarea name="body" required maxlength="10000" rows="3"></textarea></label>
        <p class="quiet">It is kept, mailed to the owner and pushed to ${counted(this.browsers.total, 'browser')}.</p>
        <button class="small" ?disabled=${this.busy}>Send</button></form></section>`;
  }

  entry(notification) {
    return html`<li><strong>${notification.title}</strong>
      <span class="quiet">${notification.source}, ${moment(notification.createdAt)}${notification.emailError ? `, not mailed: ${notification.emailError}` : ''}</span>
      <p class="text">${notification.body}</p></li>`;
  }

  subscribers() {
    return html`<section aria-labelledby="browsers"><h2 id="browsers">Browsers that are told by push</h2>
      ${this.browsers.rows.length ? html`<ul class="list">${this.browsers.rows.map(browser => html`<li>
          <strong>${browser.service}</strong> <span class="quiet">${browser.subscriber}, since ${moment(browser.createdAt)}</span>
          <button class="outline small" aria-label=${`End the subscription of ${browser.subscriber} at ${browser.service}`}
            ?disabled=${this.busy} @click=${() => this.end(browser)}>End</button></li>`)}</ul>
          <button class="outline small" ?disabled=${this.busy} @click=${() => this.test()}>Push a test message</button>`
        : html`<p>${this.browsers.empty('None has subscribed. A page of the site does it by POST /api/proxy/push/subscriptions.')}</p>`}
      ${this.browsers.further()}</section>`;
  }

  async send(event) {
    event.preventDefault();
    const form = event.target;
    const {title, body} = fields(form);
    let outcome = '';
    const sent = await this.attempt(async () => {
      const {data} = await call('POST', '/api/proxy/notify', {title, body});
      const mail = data.emailSent ? 'mailed' : `not mailed (${data.emailError ?? 'no reason is known'})`;
      outcome = `Kept, ${mail}, pushed to ${counted(data.pushCount, 'browser')}.`;
    });
    if (!sent) return;
    this.done = outcome;
    form.reset();
  }

  test() {
    let outcome = '';
    return this.attempt(async () => {
      const result = await call('POST', '/api/proxy/push/test');
      outcome = `${counted(result.pushCount, 'browser has', 'browsers have')} it.${result.pushError ? ` ${result.pushError}` : ''}`;
    }).then(sent => { if (sent) this.done = outcome; });
  }

  async end(browser) {
    if (!await confirmed(`End the subscription of ${browser.subscriber}? That browser is told nothing any more.`, 'End it')) return;
    await this.attempt(async () => {
      await call('DELETE', `/api/proxy/push/subscriptions/${browser._id}`);
      await this.browsers.load();
    }, 'The subscription has ended.');
  }
}

customElements.define('notifications-page', NotificationsPage);
