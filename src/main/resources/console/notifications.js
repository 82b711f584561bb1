/**
 * Notifications: the last seven days and live notifications, a form to send one, and the ways by which they arrive.
 * @module
 */
import {html, nothing} from 'lit';
import {call, now, once, session} from './api.js';
import {attention} from './attention.js';
import {counted, moment, plain} from './format.js';
import {icon} from './icons.js';
import {NOTIFICATIONS, listen} from './live.js';
import {canSubscribe, subscribe, subscription, unsubscribe} from './push.js';
import {Page, address, confirmed, fields, views, wanted} from './page.js';
import {Records, paged} from './records.js';
import {TablePage} from './table.js';
import './drawer.js';

const VIEWS = {history: 'Last seven days', channels: 'Channels', messages: 'Undelivered messages'};
const WAITING = {dead: 'Given up', waiting: 'Waiting'};
const HISTORY = '/api/proxy/notifications';
const BROWSERS = '/api/proxy/push/subscriptions';
const PREFERENCES = '/api/proxy/notifications/preferences';
const CHANNELS = '/api/proxy/notifications/channels';
const MESSAGES = '/api/proxy/notifications/messages';

/** Titles of the channels, and the settings that turn them on. Push is listed for its undelivered messages only. @type {Record<string, [string, string]>} */
const TITLES = {discord: ['Discord', 'channels.discordUrl'], ntfy: ['ntfy', 'channels.ntfyUrl'], telegram: ['Telegram', 'channels.telegramToken'],
  webhook: ['Webhook', 'channels.webhookUrl'], push: ['Push', '']};

class NotificationsPage extends Page {
  turn() {
    this.requestUpdate();
  }

  render() {
    const view = viewed();
    const {messages, ...visitors} = VIEWS;
    return html`${this.header('Notifications')}${views('notifications', session.role === 'operator' ? VIEWS : visitors, view)}${PARTS[view]}`;
  }
}

const PARTS = {history: html`<notification-history></notification-history>`, channels: html`<notification-channels></notification-channels>`,
  messages: html`<notification-messages></notification-messages>`};

/** Returns the view that the URL names. */
function viewed() {
  const view = wanted().get('view') ?? '';
  return Object.hasOwn(VIEWS, view) ? view : 'history';
}

class NotificationHistory extends TablePage {
  static properties = {live: {state: true}, chosen: {state: true}};

  records = new Records(this, 'notifications', paged(HISTORY, reply => reply.data.notifications, undefined, reply => reply.data.pagination), {source: ''});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'title', title: 'Notification', text: row => `${row.title}\n${row.body}`, cell: row => html`<strong>${row.title}</strong>
      ${this.unread(row) ? html`<span class="badge">new</span>` : nothing}<p class="text">${row.body}</p>`},
    {key: 'source', title: 'Source', text: row => row.source, cell: row => html`<a href=${this.place({source: row.source, skip: ''})}>${row.source}</a>${row.emailError
      ? html` <span class="state down">not emailed at once: ${row.emailError}</span>` : nothing}${this.chosen ? html` <button class="secondary outline small" ?disabled=${this.busy}
        aria-label=${`${this.muted(row) ? 'Unmute' : 'Mute'} ${row.source}`} @click=${() => this.mute(row.source)}>${this.muted(row) ? 'Unmute' : 'Mute'}</button>` : nothing}`},
    {key: 'date', title: 'Date', text: row => row.createdAt, cell: row => html`<span class="when">${moment(row.createdAt)}</span>`},
  ];

  constructor() {
    super();
    this.live = false;
    this.lost = false;
    /** The owner's preferences; undefined for visitors. @type {any} */
    this.chosen = undefined;
  }

  async load() {
    const [chosen] = await Promise.all([session.role === 'operator' ? call('GET', PREFERENCES) : undefined, this.records.load()]);
    this.chosen = chosen;
    this.records.changed();
  }

  unread({createdAt}) {
    return Boolean(this.chosen) && createdAt > (this.chosen.readUntil ?? '');
  }

  muted({source}) {
    return this.chosen?.muted.includes(source);
  }

  /** Changes the preferences. */
  prefer(changes, done, undo) {
    return this.attempt(async () => {
      this.chosen = await call('PUT', PREFERENCES, changes);
      this.records.changed();
      attention.look(['unread']).catch(() => undefined);
    }, done, undefined, undo);
  }

  /** Marks all notifications as read. The clock of this page can be a second behind the newest one. */
  read() {
    const [readUntil] = [now().toISOString(), ...this.records.rows.map(row => row.createdAt)].sort().reverse();
    return this.prefer({readUntil}, 'All notifications are marked as read.');
  }

  /** @param {string} source */
  mute(source) {
    const {muted} = this.chosen;
    const there = muted.includes(source);
    return this.prefer({muted: there ? muted.filter(name => name !== source) : [...muted, source]},
      there ? `${source} is no longer muted.` : `${source} is muted: its notifications are only listed here.`, () => this.mute(source));
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
    if (viewed() === 'history') super.turn();
  }

  /** After the stream has reconnected, reloads the page, because its data may have changed. */
  turned(open) {
    const again = open && this.lost;
    this.lost = !open;
    this.live = open;
    if (again) this.arrive();
  }

  render() {
    return html`${this.happened()}
      <section aria-labelledby="history">
        <h2 id="history">Last seven days <span class="state ${this.live ? 'up' : ''}">${this.live ? 'live' : 'connecting'}</span></h2>
        ${this.chosen?.unread ? html`<p class="actions"><button class="small" ?disabled=${this.busy}
          @click=${() => this.read()}>${icon('check')} Mark all as read (${plain(this.chosen.unread)})</button></p>` : nothing}
        <gh-table label="Notifications" .records=${this.records} .columns=${this.columns} .busy=${this.busy} .named=${row => row.title}
          .filters=${this.records.filter('source') ? html`<button class="chip" aria-pressed="true" @click=${() => this.records.turn({source: ''})}>Source:
            ${this.records.filter('source')} ${icon('x')}</button>` : nothing}
          .empty=${html`<gh-empty icon="bell" text="No notifications yet. Programs send them with POST /api/proxy/notify."></gh-empty>`}></gh-table></section>
      ${session.role === 'operator' ? this.form() : nothing}`;
  }

  form() {
    return html`<section aria-labelledby="send"><h2 id="send">Send a notification</h2>
      <gh-form draft="notification"><form @submit=${event => this.send(event)}>
        <label>Title <input name="title" required maxlength="500" autocomplete="off"></label>
        <label>Message <textarea name="body" required maxlength="10000" rows="3"></textarea></label>
        <p class="quiet">The notification is stored, emailed to the owner, pushed to all subscribed browsers and sent to the channels.</p>
        <div class="actions"><button class="small" ?disabled=${this.busy}>Send notification</button></div></form></gh-form></section>`;
  }

  async send(event) {
    event.preventDefault();
    const form = event.target;
    const {title, body} = fields(form);
    let outcome = '';
    const sent = await this.attempt(async () => {
      const {data} = await once('/api/proxy/notify', {title, body});
      const mail = data.emailSent ? 'emailed' : `not emailed yet (${data.emailError ?? 'reason unknown'})`;
      outcome = `Stored, ${mail}, pushed to ${counted(data.pushCount, 'browser')}.`;
    });
    if (!sent) return;
    this.done = outcome;
    form.reset();
  }
}

class NotificationChannels extends TablePage {
  static properties = {subscribed: {state: true}, channels: {state: true}, results: {state: true}};

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
    /** @type {any[]} */
    this.channels = [];
    /** Results of tests by channel. @type {Record<string, {success: boolean, message: string}>} */
    this.results = {};
  }

  turn() {
    if (viewed() === 'channels') super.turn();
  }

  async load() {
    this.subscribed = await subscription() !== null;
    if (session.role !== 'operator') return;
    [{channels: this.channels}] = await Promise.all([call('GET', CHANNELS), this.records.load()]);
  }

  render() {
    return html`${this.happened()}${this.own()}${this.channels.length ? html`<section aria-labelledby="ways"><h2 id="ways">Other channels</h2>
      <div class="cards">${this.channels.map(channel => this.channel(channel))}</div></section>` : nothing}${session.role === 'operator' ? this.subscribers() : nothing}`;
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

  channel({name, on, waiting, dead, sentAt, error}) {
    const [title, setting] = TITLES[name];
    const result = this.results[name];
    const left = (state, count, words) => (count ? html`, <a href=${address('notifications', {view: 'messages', state, channel: name})}>${counted(count, 'message')} ${words}</a>` : nothing);
    return html`<article><h3>${title}</h3><p><span class="state ${on && !dead ? 'up' : ''} ${dead ? 'down' : ''}">${on ? 'on' : 'off'}${
      left('waiting', waiting, 'waiting')}${left('', dead, 'given up')}</span></p>
      ${sentAt ? html`<p class="quiet">Last accepted ${moment(sentAt)}</p>` : nothing}${error ? html`<p>${error}</p>` : nothing}
      ${on ? html`<p class="actions"><button class="outline small" ?disabled=${this.busy} aria-label=${`Test ${title}`} @click=${() => this.try(name)}>Test</button></p>`
        : html`<p class="quiet">Set <a href=${address('settings', {q: 'channels.'})}>${setting}</a> to use it.</p>`}
      ${result ? html`<p role="status"><span class="state ${result.success ? 'up' : 'down'}">${result.message}</span></p>` : nothing}</article>`;
  }

  /** @param {string} name */
  try(name) {
    return this.attempt(async () => { this.results = {...this.results, [name]: await call('POST', `${CHANNELS}/${name}/test`)}; });
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

/** Messages that channels have not accepted. */
class NotificationMessages extends TablePage {
  records = new Records(this, 'notifications', paged(MESSAGES, reply => reply.messages), {state: 'dead', channel: ''});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'title', title: 'Notification', text: row => row.title, cell: row => html`<strong>${row.title}</strong>`},
    {key: 'channel', title: 'Channel', text: row => row.channel, cell: row => TITLES[row.channel][0]},
    {key: 'error', title: 'Delivery', text: row => row.error ?? '', cell: row => html`${counted(row.attempts, 'attempt')}${row.error ? `: ${row.error}` : ''}`},
    {key: 'date', title: 'Created', text: row => row.createdAt, cell: row => html`<span class="when">${moment(row.createdAt)}</span>`},
  ];

  turn() {
    if (viewed() === 'messages') super.turn();
  }

  render() {
    const {records} = this;
    const dead = records.filter('state') === 'dead';
    const chosen = (name, label, options) => html`<gh-filter label=${label} .options=${options} .value=${records.filter(name)}
      @choose=${event => records.turn({[name]: event.detail})}></gh-filter>`;
    const retry = {title: 'Retry', icon: 'bell', all: true, run: rows => this.each(rows, row => call('POST', `${MESSAGES}/${row._id}/retry`), `${counted(rows.length, 'message')} queued for retry.`)};
    return html`${this.happened()}<gh-table label="Undelivered messages" .records=${records} .columns=${this.columns} .busy=${this.busy}
      .named=${row => `${row.title} for ${TITLES[row.channel][0]}`} .bulk=${[...dead ? [retry] : [], {title: 'Discard', icon: 'trash-2', run: rows => this.discard(rows)}]}
      .filters=${html`${chosen('state', 'Status', WAITING)}${chosen('channel', 'Channel', {'': 'All channels', ...Object.fromEntries(Object.entries(TITLES).map(([name, [title]]) => [name, title]))})}`}
      .empty=${html`<gh-empty icon="check" text="Every message was delivered."></gh-empty>`}></gh-table>`;
  }

  async discard(rows) {
    const what = counted(rows.length, 'message');
    if (!await confirmed(`Discard ${what}? The channels never receive them. The notifications are kept.`, `Discard ${what}`)) return;
    await this.each(rows, row => call('DELETE', `${MESSAGES}/${row._id}`), `${what} discarded.`);
  }
}

customElements.define('notification-messages', NotificationMessages);
customElements.define('notifications-page', NotificationsPage);
customElements.define('notification-history', NotificationHistory);
customElements.define('notification-channels', NotificationChannels);
