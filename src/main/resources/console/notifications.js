/**
 * Notifications: the last seven days and live notifications, a form to send one, and the ways by which they arrive.
 * @module
 */
import {html, nothing} from 'lit';
import {call, once, session} from './api.js';
import {counted, moment} from './format.js';
import {NOTIFICATIONS, listen} from './live.js';
import {canSubscribe, subscribe, subscription, unsubscribe} from './push.js';
import {Page, confirmed, fields, views, wanted} from './page.js';
import {Records, paged} from './records.js';
import {TablePage} from './table.js';
import './drawer.js';

const VIEWS = {history: 'Last seven days', channels: 'Channels'};
const HISTORY = '/api/proxy/notifications';
const BROWSERS = '/api/proxy/push/subscriptions';

class NotificationsPage extends Page {
  turn() {
    this.requestUpdate();
  }

  render() {
    const channels = wanted().get('view') === 'channels';
    return html`${this.header('Notifications')}${views('notifications', VIEWS, channels ? 'channels' : 'history')}
      ${channels ? html`<notification-channels></notification-channels>` : html`<notification-history></notification-history>`}`;
  }
}

class NotificationHistory extends TablePage {
  static properties = {live: {state: true}};

  records = new Records(this, 'notifications', paged(HISTORY, reply => reply.data.notifications, undefined, reply => reply.data.pagination));

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'title', title: 'Notification', text: row => `${row.title}\n${row.body}`, cell: row => html`<strong>${row.title}</strong><p class="text">${row.body}</p>`},
    {key: 'source', title: 'Source', text: row => row.source, cell: row => html`${row.source}${row.emailError
      ? html` <span class="state down">not emailed: ${row.emailError}</span>` : nothing}`},
    {key: 'date', title: 'Date', text: row => row.createdAt, cell: row => html`<span class="when">${moment(row.createdAt)}</span>`},
  ];

  constructor() {
    super();
    this.live = false;
    this.lost = false;
  }

  connectedCallback() {
    super.connectedCallback();
    listen(NOTIFICATIONS, {
      received: notification => this.records.prepend({_id: notification.id, ...notification}),
      gap: () => this.arrive(() => this.records.load()),
      state: open => this.turned(open),
    }, this.left.signal);
  }

  turn() {
    if (wanted().get('view') !== 'channels') super.turn();
  }

  /** After the stream has reconnected, reloads the page, because its data may have changed. */
  turned(open) {
    const again = open && this.lost;
    this.lost = !open;
    this.live = open;
    if (again) this.arrive();
  }

  render() {
    return html`${this.happened()}${session.role === 'operator' ? this.form() : nothing}
      <section aria-labelledby="history">
        <h2 id="history">Last seven days <span class="state ${this.live ? 'up' : ''}">${this.live ? 'live' : 'connecting'}</span></h2>
        <gh-table label="Notifications" .records=${this.records} .columns=${this.columns} .busy=${this.busy} .named=${row => row.title}
          .empty=${html`<gh-empty icon="bell" text="No notifications yet. Programs send them with POST /api/proxy/notify."></gh-empty>`}></gh-table></section>`;
  }

  form() {
    return html`<section aria-labelledby="send"><h2 id="send">Send a notification</h2>
      <gh-form draft="notification"><form @submit=${event => this.send(event)}>
        <label>Title <input name="title" required maxlength="500" autocomplete="off"></label>
        <label>Message <textarea name="body" required maxlength="10000" rows="3"></textarea></label>
        <p class="quiet">The notification is stored, emailed to the owner and pushed to all subscribed browsers.</p>
        <button class="small" ?disabled=${this.busy}>Send notification</button></form></gh-form></section>`;
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
}

class NotificationChannels extends TablePage {
  static properties = {subscribed: {state: true}};

  records = new Records(this, 'notifications', paged(BROWSERS, reply => reply.subscriptions));

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'service', title: 'Push service', text: row => row.service, cell: row => html`<strong>${row.service}</strong>`},
    {key: 'subscriber', title: 'Subscriber', text: row => row.subscriber, cell: row => row.subscriber},
    {key: 'date', title: 'Subscribed', text: row => row.createdAt, cell: row => html`<span class="when">${moment(row.createdAt)}</span>`},
    {key: 'actions', title: 'Actions', cell: row => html`<button class="outline small" aria-label=${`Unsubscribe ${row.subscriber} at ${row.service}`}
      ?disabled=${this.busy} @click=${() => this.end(row)}>Unsubscribe</button>`},
  ];

  constructor() {
    super();
    /** Whether push notifications are enabled in this browser. */
    this.subscribed = false;
  }

  turn() {
    if (wanted().get('view') === 'channels') super.turn();
  }

  async load() {
    this.subscribed = await subscription() !== null;
    if (session.role === 'operator') await this.records.load();
  }

  render() {
    return html`${this.happened()}${this.own()}${session.role === 'operator' ? this.subscribers() : nothing}`;
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
      ${this.records.rows.length ? html`<p class="actions"><button class="outline small" ?disabled=${this.busy} @click=${() => this.test()}>Send test message</button></p>` : nothing}
      <gh-table label="Push subscriptions" .records=${this.records} .columns=${this.columns} .busy=${this.busy} .named=${row => `${row.subscriber} at ${row.service}`}
        .bulk=${[this.deletes('subscription', row => call('DELETE', `${BROWSERS}/${row._id}`))]}
        .empty=${html`<gh-empty icon="bell" text="No push subscriptions yet. Pages of the site create them with POST /api/proxy/push/subscriptions."></gh-empty>`}></gh-table></section>`;
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
    await this.attempt(() => call('DELETE', `${BROWSERS}/${browser._id}`), 'Subscription deleted.', () => this.records.load());
  }
}

customElements.define('notifications-page', NotificationsPage);
customElements.define('notification-history', NotificationHistory);
customElements.define('notification-channels', NotificationChannels);
