/**
 * Notifications: the last seven days and live notifications, a form to send one, and push subscriptions.
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
  static properties = {open: {state: true}, subscribed: {state: true}};

  history = new Listing(this, '/api/proxy/notifications', reply => reply.data.notifications, reply => reply.data.pagination);
  browsers = new Listing(this, '/api/proxy/push/subscriptions', reply => reply.subscriptions);

  constructor() {
    super();
    this.open = false;
    this.lost = false;
    /** Whether push notifications are enabled in this browser. */
    this.subscribed = false;
  }

  connectedCallback() {
    super.connectedCallback();
    listen(NOTIFICATIONS, {
      received: notification => this.history.prepend({_id: notification.id, ...notification}),
      gap: () => this.arrive(() => this.history.load()),
      state: open => this.turned(open),
    }, this.left.signal);
  }

  /** After the stream has reconnected, reloads the page, because its data may have changed. */
  turned(open) {
    const again = open && this.lost;
    this.lost = !open;
    this.open = open;
    if (again) this.arrive();
  }

  async load() {
    await this.history.load();
    this.subscribed = await subscription() !== null;
    if (session.role === 'operator') await this.browsers.load();
  }

  render() {
    const owner = session.role === 'operator';
    return html`
      ${this.header('Notifications')}
      ${owner ? this.form() : nothing}
      <section aria-labelledby="history">
        <h2 id="history">Last seven days <span class="state ${this.open ? 'up' : ''}">${this.open ? 'live' : 'connecting'}</span></h2>
        ${this.history.rows.length ? html`<ul class="list">${this.history.rows.map(notification => this.entry(notification))}</ul>`
          : html`<p>${this.history.empty('No notifications yet. Programs send them with POST /api/proxy/notify.')}</p>`}
        ${this.history.further()}
      </section>
      ${this.own()}
      ${owner ? this.subscribers() : nothing}`;
  }

  form() {
    return html`<section aria-labelledby="send"><h2 id="send">Send a notification</h2>
      <gh-form draft="notification"><form @submit=${event => this.send(event)}>
        <label>Title <input name="title" required maxlength="500" autocomplete="off"></label>
        <label>Message <textarea name="body" required maxlength="10000" rows="3"></textarea></label>
        <p class="quiet">The notification is stored, emailed to the owner and pushed to ${counted(this.browsers.total ?? 0, 'browser')}.</p>
        <button class="small" ?disabled=${this.busy}>Send notification</button></form></gh-form></section>`;
  }

  entry(notification) {
    return html`<li><strong>${notification.title}</strong>
      <span class="quiet">${notification.source},
        ${moment(notification.createdAt)}${notification.emailError ? `, not emailed: ${notification.emailError}` : ''}</span>
      <p class="text">${notification.body}</p></li>`;
  }

  own() {
    return html`<section aria-labelledby="own"><h2 id="own">This browser</h2>
      ${canSubscribe ? html`<p>${this.subscribed ? 'Push notifications arrive even while the console is closed.'
        : 'Notifications appear only while the console is open.'}</p>
        <button class="outline small" ?disabled=${this.busy}
          @click=${() => this.turnPush()}>${this.subscribed ? 'Disable push notifications' : 'Enable push notifications'}</button>`
        : html`<p>Push notifications are not available here. They require HTTPS or a node on this machine. On an iPhone, add the
          console to the home screen first.</p>`}</section>`;
  }

  turnPush() {
    const {subscribed} = this;
    return this.attempt(() => (subscribed ? unsubscribe() : subscribe()), subscribed ? 'Push notifications disabled.'
      : 'Push notifications enabled. Send a test message to verify.', () => this.load());
  }

  subscribers() {
    return html`<section aria-labelledby="browsers"><h2 id="browsers">Push subscriptions</h2>
      ${this.browsers.rows.length ? html`<ul class="list">${this.browsers.rows.map(browser => html`<li>
          <strong>${browser.service}</strong> <span class="quiet">${browser.subscriber}, subscribed ${moment(browser.createdAt)}</span>
          <button class="outline small" aria-label=${`Unsubscribe ${browser.subscriber} at ${browser.service}`}
            ?disabled=${this.busy} @click=${() => this.end(browser)}>Unsubscribe</button></li>`)}</ul>
          <button class="outline small" ?disabled=${this.busy} @click=${() => this.test()}>Send test message</button>`
        : html`<p>${this.browsers.empty('No push subscriptions yet. Pages of the site create them with POST /api/proxy/push/subscriptions.')}</p>`}
      ${this.browsers.further()}</section>`;
  }

  async send(event) {
    event.preventDefault();
    const form = event.target;
    const {title, body} = fields(form);
    let outcome = '';
    const sent = await this.attempt(async () => {
      const {data} = await once('/api/proxy/notify', {title, body});
      const mail = data.emailSent ? 'emailed' : `not emailed (${data.emailError ?? 'reason unknown'})`;
      outcome = `Stored, ${mail}, pushed to ${counted(data.pushCount, 'browser')}.`;
    });
    if (!sent) return;
    this.done = outcome;
    form.reset();
  }

  test() {
    let outcome = '';
    return this.attempt(async () => {
      const result = await call('POST', '/api/proxy/push/test');
      outcome = `Test message delivered to ${counted(result.pushCount, 'browser')}.${result.pushError ? ` ${result.pushError}` : ''}`;
    }).then(sent => { if (sent) this.done = outcome; });
  }

  async end(browser) {
    if (!await confirmed(`Unsubscribe ${browser.subscriber}? That browser will no longer receive push notifications.`, 'Unsubscribe')) return;
    await this.attempt(() => call('DELETE', `/api/proxy/push/subscriptions/${browser._id}`), 'Subscription deleted.',
      () => this.browsers.load());
  }
}

customElements.define('notifications-page', NotificationsPage);
