/**
 * Notifications: the last seven days and whatever comes in, sending one, and the browsers that are told by push.
 * @module
 */
import {html, nothing} from 'lit';
import {call, once, session} from './api.js';
import {counted, moment} from './format.js';
import {NOTIFICATIONS, listen} from './live.js';
import {canSubscribe, subscribe, subscription, unsubscribe} from './push.js';
import {Listing} from './lists.js';
import {Page, confirmed, fields} from './page.js';

class NotificationsPage extends Page {
  static properties = {open: {state: true}, told: {state: true}};

  history = new Listing(this, '/api/proxy/notifications', reply => reply.data.notifications, reply => reply.data.pagination);
  browsers = new Listing(this, '/api/proxy/push/subscriptions', reply => reply.subscriptions);

  constructor() {
    super();
    this.open = false;
    this.lost = false;
    /** Whether this browser is told by push. */
    this.told = false;
  }

  connectedCallback() {
    super.connectedCallback();
    listen(NOTIFICATIONS, {
      told: notification => this.history.prepend({_id: notification.id, ...notification}),
      gap: () => this.arrive(() => this.history.load()),
      state: open => this.turned(open),
    }, this.left.signal);
  }

  /** A stream that is open again says that the node is back: what it showed may have changed. */
  turned(open) {
    const again = open && this.lost;
    this.lost = !open;
    this.open = open;
    if (again) this.arrive();
  }

  async load() {
    await this.history.load();
    this.told = await subscription() !== null;
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
      ${this.own()}
      ${owner ? this.subscribers() : nothing}`;
  }

  form() {
    return html`<section aria-labelledby="send"><h2 id="send">Send one</h2>
      <form @submit=${event => this.send(event)}>
        <label>Title <input name="title" required maxlength="500" autocomplete="off"></label>
        <label>Text <textarea name="body" required maxlength="10000" rows="3"></textarea></label>
        <p class="quiet">It is kept, mailed to the owner and pushed to ${counted(this.browsers.total ?? 0, 'browser')}.</p>
        <button class="small" ?disabled=${this.busy}>Send</button></form></section>`;
  }

  entry(notification) {
    return html`<li><strong>${notification.title}</strong>
      <span class="quiet">${notification.source},
        ${moment(notification.createdAt)}${notification.emailError ? `, not mailed: ${notification.emailError}` : ''}</span>
      <p class="text">${notification.body}</p></li>`;
  }

  own() {
    return html`<section aria-labelledby="own"><h2 id="own">This browser</h2>
      ${canSubscribe ? html`<p>${this.told ? 'It is told by push, also when the console is closed.' : 'It is told only while the console is open.'}</p>
        <button class="outline small" ?disabled=${this.busy}
          @click=${() => this.turnPush()}>${this.told ? 'Tell it no more' : 'Tell this browser by push'}</button>`
        : html`<p>It cannot be told by push here: that needs https, or the node on the same machine; on an iPhone add the console to
          the home screen first.</p>`}</section>`;
  }

  turnPush() {
    const {told} = this;
    return this.attempt(() => (told ? unsubscribe() : subscribe()), told ? 'This browser is told nothing any more.'
      : 'This browser is told by push from now on. Try it by a test message.', () => this.load());
  }

  subscribers() {
    return html`<section aria-labelledby="browsers"><h2 id="browsers">Browsers that are told by push</h2>
      ${this.browsers.rows.length ? html`<ul class="list">${this.browsers.rows.map(browser => html`<li>
          <strong>${browser.service}</strong> <span class="quiet">${browser.subscriber}, since ${moment(browser.createdAt)}</span>
          <button class="outline small" aria-label=${`End the subscription of ${browser.subscriber} at ${browser.service}`}
            ?disabled=${this.busy} @click=${() => this.end(browser)}>End</button></li>`)}</ul>
          <button class="outline small" ?disabled=${this.busy} @click=${() => this.test()}>Push a test message</button>`
        : html`<p>${this.browsers.empty('None has subscribed. This one can above; pages of the site do it by POST /api/proxy/push/subscriptions.')}</p>`}
      ${this.browsers.further()}</section>`;
  }

  async send(event) {
    event.preventDefault();
    const form = event.target;
    const {title, body} = fields(form);
    let outcome = '';
    const sent = await this.attempt(async () => {
      const {data} = await once('/api/proxy/notify', {title, body});
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
    await this.attempt(() => call('DELETE', `/api/proxy/push/subscriptions/${browser._id}`), 'The subscription has ended.',
      () => this.browsers.load());
  }
}

customElements.define('notifications-page', NotificationsPage);
