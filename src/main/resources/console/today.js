/**
 * Today: the code, what works, what waits, what is new.
 * @module
 */
import {html, nothing} from 'lit';
import {call, session} from './api.js';
import {counted, day, moment, time} from './format.js';
import {listen} from './live.js';
import {Page} from './page.js';

const LATEST = 5;

class TodayPage extends Page {
  static properties = {
    code: {state: true}, status: {state: true}, waiting: {state: true}, meetings: {state: true}, told: {state: true},
    open: {state: true},
  };

  constructor() {
    super();
    this.told = [];
    this.open = false;
  }

  connectedCallback() {
    super.connectedCallback();
    listen({
      told: notification => this.tell(notification),
      state: open => { this.open = open; },
    }, this.left.signal);
  }

  async load() {
    const today = day(new Date());
    const owner = session.role === 'operator';
    const parts = [
      call('GET', '/api/proxy/still-alive/status').then(status => { this.status = status; }),
      call('GET', `/api/proxy/notifications?limit=${LATEST}`).then(reply => { this.told = reply.data.notifications; }),
      call('GET', `/api/proxy/calendar/events?startDate=${today}&endDate=${today}`).then(reply => { this.meetings = reply.events; }),
    ];
    if (owner) {
      parts.push(
        call('GET', '/api/proxy/daily-code/current').then(code => { this.code = code; }),
        this.count().then(waiting => { this.waiting = waiting; }));
    }
    // One that fails hides none of the others.
    const failed = (await Promise.allSettled(parts)).find(part => part.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async count() {
    const total = async (path, of = reply => reply) => of(await call('GET', path)).pagination.total;
    const [bans, dead, hires] = await Promise.all([
      total('/api/proxy/bans?limit=1'),
      total('/api/proxy/email/outbox?state=dead&limit=1'),
      total('/api/proxy/hire?limit=1'),
    ]);
    return {bans, dead, hires};
  }

  tell(notification) {
    const others = this.told.filter(known => (known._id ?? known.id) !== notification.id);
    this.told = [notification, ...others].slice(0, LATEST);
  }

  render() {
    return html`
      ${this.header('Today')}
      <div class="cards">
        ${session.role === 'operator' ? this.codeCard() : nothing}
        ${this.healthCard()}
        ${this.waiting ? this.waitingCard(this.waiting) : nothing}
        ${this.meetings ? this.meetingsCard(this.meetings) : nothing}
      </div>
      <section aria-labelledby="latest">
        <h2 id="latest">Latest notifications <span class="state ${this.open ? 'up' : ''}">${this.open ? 'live' : 'connecting'}</span></h2>
        ${this.told.length ? html`<ul class="list" aria-live="polite">${this.told.map(notification => html`
          <li><strong>${notification.title}</strong> <span class="quiet">${notification.source}, ${moment(notification.createdAt)}</span>
            <p class="text">${notification.body}</p></li>`)}</ul>` : html`<p>Nothing in the last seven days. What programs tell by
          <code>POST /api/proxy/notify</code> appears here at once.</p>`}
      </section>`;
  }

  codeCard() {
    return html`<article><h2>Code of the day</h2>
      ${this.code ? html`<p><code class="large">${this.code.code}</code></p>
        <p class="quiet">From 9 AM Eastern of ${this.code.date} until the next 9 AM.</p>
        <button class="outline small" @click=${() => this.copy()}>Copy</button>` : html`<p aria-busy="true">Loading</p>`}</article>`;
  }

  healthCard() {
    if (!this.status) return html`<article><h2>Health</h2><p aria-busy="true">Loading</p></article>`;
    const {status, checks, uptime, version} = this.status;
    const down = Object.keys(checks).filter(name => checks[name] === 'down');
    return html`<article><h2>Health</h2>
      <p><span class="state ${status === 'alive' ? 'up' : 'down'}">${status === 'alive' ? 'all works' : 'degraded'}</span></p>
      ${down.length ? html`<p>Down: ${down.join(', ')}. The log of the node says why.</p>` : nothing}
      <p class="quiet">${counted(Object.keys(checks).length, 'part')}, up for ${uptime}, version ${version}</p></article>`;
  }

  waitingCard({bans, dead, hires}) {
    return html`<article><h2>Waiting</h2><ul>
      <li><a href="#/access">${counted(bans, 'blocked address', 'blocked addresses')}</a></li>
      <li><a href="#/inbox">${counted(dead, 'mail')} that could not be sent</a></li>
      <li><a href="#/inbox">${counted(hires, 'hire form')}</a></li></ul></article>`;
  }

  meetingsCard(meetings) {
    return html`<article><h2>Meetings today</h2>
      ${meetings.length ? html`<ul>${meetings.map(meeting => html`<li>
          ${meeting.isAllDay ? 'All day' : time(meeting.start)} ${meeting.title}</li>`)}</ul><p class="quiet">Eastern Time</p>` : html`<p>None.</p>`}</article>`;
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.code.code);
      this.done = 'The code is in the clipboard.';
    } catch {
      this.problem = 'The browser does not let this page use the clipboard: select the code and copy it.';
    }
  }
}

customElements.define('today-page', TodayPage);
