/**
 * Today: items that need attention, the daily code, health and the latest notifications.
 * @module
 */
import {html, nothing} from 'lit';
import {call, now, pause, session} from './api.js';
import {attention} from './attention.js';
import {AREAS_OFF} from './extensions.js';
import {counted, day, dayName, lasting, moment, plain, span, time, withMoments, ZONE} from './format.js';
import {icon} from './icons.js';
import {NOTIFICATIONS, listen} from './live.js';
import {Page, address, confirmed} from './page.js';

/** The browser's note that the owner knows the page Setup. */
const SETUP = 'gatehouse.setup';
const LATEST = 5;
const LOOK_SECONDS = 15;
const SILENT_MS = 60_000;

class TodayPage extends Page {
  static properties = {
    code: {state: true}, status: {state: true}, waiting: {state: true}, meetings: {state: true}, recent: {state: true},
    open: {state: true}, nodes: {state: true}, jobs: {state: true}, report: {state: true}, submitted: {state: true},
  };

  constructor() {
    super();
    /** @type {any[]} */
    this.recent = [];
    this.open = false;
    this.lost = false;
    /** @type {any} */
    this.code = undefined;
    /** @type {any} */
    this.status = undefined;
    /** @type {any} */
    this.waiting = undefined;
    /** @type {any[] | undefined} */
    this.meetings = undefined;
    /** @type {any[] | undefined} */
    this.nodes = undefined;
    /** @type {any[] | undefined} */
    this.jobs = undefined;
    /** @type {any} */
    this.report = undefined;
    /** Number of products from visitors, at most one page of them. */
    this.submitted = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    listen(NOTIFICATIONS, {
      received: notification => this.add(notification),
      gap: () => this.arrive(() => this.latest()),
      state: open => this.turned(open),
    }, this.left.signal);
    this.look();
  }

  /** After the stream has reconnected, reloads the page, because any data may have changed. */
  turned(open) {
    const again = open && this.lost;
    this.lost = !open;
    this.open = open;
    if (again) this.arrive();
  }

  /** Polls health, jobs and counts while the page is open and visible. */
  async look() {
    const {signal} = this.left;
    for (await pause(LOOK_SECONDS, signal); !signal.aborted; await pause(LOOK_SECONDS, signal)) {
      if (document.hidden || this.busy || this.away || session.role !== 'operator') continue;
      // A background poll must not disable buttons. After a failed poll, the whole page is loaded, with retries.
      await Promise.all([this.node(), this.count()]).catch(() => this.arrive());
    }
  }

  async load() {
    const today = day(now());
    const owner = session.role === 'operator';
    const parts = [this.latest()];
    if (!AREAS_OFF.includes('calendar')) {
      parts.push(call('GET', `/api/proxy/calendar/events?startDate=${today}&endDate=${today}`).then(reply => { this.meetings = reply.events; }));
    }
    if (!owner) parts.push(call('GET', '/api/proxy/still-alive/status').then(status => { this.status = status; }));
    if (owner) {
      parts.push(
        call('GET', '/api/proxy/daily-code/current').then(code => { this.code = code; }),
        this.node(),
        call('GET', '/api/proxy/report').then(report => { this.report = report; }),
        AREAS_OFF.includes('commerce') ? Promise.resolve() : call('GET', '/api/proxy/products?status=submitted').then(products => { this.submitted = products.length; }),
        this.count());
    }
    // A failed part must not hide the other parts.
    const failed = (await Promise.allSettled(parts)).find(part => part.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async latest() {
    this.addAll((await call('GET', `/api/proxy/notifications?limit=${LATEST}`)).data.notifications);
  }

  async node() {
    const [{nodes}, {jobs}] = await Promise.all([call('GET', '/api/proxy/node/health'), call('GET', '/api/proxy/node/jobs')]);
    this.nodes = nodes;
    this.jobs = jobs;
  }

  async count() {
    const total = async (path, of = reply => reply) => of(await call('GET', path)).pagination.total;
    const [start, end] = span('yesterday', now());
    const [bans, hires, integrations, errors, closed] = await Promise.all([
      total('/api/proxy/bans?limit=1'),
      total('/api/proxy/hire?state=new&limit=1'),
      call('GET', '/api/proxy/node/integrations').then(({integrations: all}) => all.filter(({state}) => state === 'failing').length),
      AREAS_OFF.includes('trading') ? 0
        : call('GET', `/api/proxy/bots/trading/logs?limit=1&messageType=error&startDate=${start}&endDate=${end}`).then(({pagination}) => pagination.totalItems),
      AREAS_OFF.includes('storefront') ? false : call('GET', '/api/proxy/storefront/notice').then(({open}) => !open),
      attention.look(['orders', 'placed', 'reviews', 'mails', 'delayed']),
    ]);
    this.waiting = {bans, hires, integrations, errors, closed};
  }

  /** Keeps notifications that arrived during the request. */
  addAll(notifications) {
    const known = new Set(notifications.map(notification => notification._id));
    const first = notifications[0]?.createdAt ?? '';
    const live = this.recent.filter(notification => !known.has(notification._id ?? notification.id) && notification.createdAt >= first);
    this.recent = [...live, ...notifications].slice(0, LATEST);
  }

  add(notification) {
    const others = this.recent.filter(known => (known._id ?? known.id) !== notification.id);
    this.recent = [notification, ...others].slice(0, LATEST);
  }

  render() {
    return html`
      ${this.header('Today')}
      ${session.role === 'operator' && !localStorage.getItem(SETUP) ? this.setup() : nothing}
      ${this.waiting ? this.figures(this.waiting) : nothing}
      <div class="cards">
        ${this.meetings ? this.meetingsCard(this.meetings) : nothing}
        ${session.role === 'operator' ? this.codeCard() : nothing}
        ${this.nodes ? this.nodes.map(node => this.nodeCard(node)) : this.healthCard()}
        ${this.jobs ? this.jobsCard(this.jobs) : nothing}
        ${this.report ? this.reportCard(this.report) : nothing}
      </div>
      <section aria-labelledby="latest">
        <h2 id="latest">Latest notifications <span class="state ${this.open ? 'up' : ''}">${this.open ? 'live' : 'connecting'}</span></h2>
        ${this.recent.length ? html`<ul class="list" aria-live="polite">${this.recent.map(notification => html`
          <li><strong>${notification.title}</strong> <span class="quiet">${notification.source}, ${moment(notification.createdAt)}</span>
            <p class="text">${notification.body}</p></li>`)}</ul>` : html`<p>No notifications in the last seven days. Notifications sent with
          <code>POST /api/proxy/notify</code> appear here immediately.</p>`}
      </section>`;
  }

  /** Leads to the page Setup until this browser's owner has opened or hidden it. */
  setup() {
    return html`<p class="actions">Is this node new? Setup shows what it still needs.
      <a role="button" class="small" href=${address('setup')}>Open setup</a>
      <button class="secondary outline small" @click=${() => { localStorage.setItem(SETUP, 'hidden'); this.requestUpdate(); }}>Hide</button></p>`;
  }

  codeCard() {
    return html`<article><h2>Daily code</h2>
      ${this.code ? html`<p><code class="large">${this.code.code}</code></p>
        <p class="quiet">Valid from 9 AM (${ZONE}) on ${dayName(this.code.date)} until 9 AM on the next day.</p>
        <div class="actions"><gh-copy .text=${this.code.code}></gh-copy>
        <button class="outline small" ?disabled=${this.busy}
          @click=${() => this.reissue()}>Replace</button></div>` : html`<p aria-busy="true">Loading</p>`}</article>`;
  }

  async reissue() {
    if (!await confirmed('Replace today\'s code? The current code will stop working.', 'Replace code')) return;
    await this.attempt(async () => {
      this.code = await call('POST', '/api/proxy/daily-code/reissue');
    }, 'The daily code was replaced.');
  }

  nodeCard({name, answers, process: {version, startedAt, seenAt}, ready, parts, hints, lastHour}) {
    const down = parts.filter(part => !part.up);
    const silent = !answers && now().getTime() - Date.parse(seenAt) > SILENT_MS;
    const well = ready && !silent && !down.length;
    return html`<article><h2>Node ${name}</h2>
      <p><span class="state ${well ? 'up' : 'down'}">${well ? 'healthy' : trouble(ready, silent, seenAt)}</span></p>
      ${down.length ? html`<ul>${down.map(part => html`<li>${part.name}: ${withMoments(part.trouble)}</li>`)}</ul>` : nothing}
      ${hints.map(hint => html`<p class="problem" role="status">${icon('triangle-alert')} ${withMoments(hint)}</p>`)}
      <dl class="counts"><dt>Requests in the last hour</dt><dd>${plain(lastHour.requests)}</dd><dt>Rejected</dt><dd>${plain(lastHour.refused)}</dd>
        <dt>Failed</dt><dd>${plain(lastHour.failed)}</dd></dl>
      <p class="quiet">${parts.map(part => part.name).join(', ')}. Up since ${moment(startedAt)}, version ${version}</p></article>`;
  }

  jobsCard(jobs) {
    const running = jobs.filter(job => job.last && !job.last.endedAt);
    const failing = jobs.filter(job => job.failures);
    return html`<article><h2>Jobs</h2>
      <p><span class="state ${failing.length ? 'down' : 'up'}">${failing.length ? `${counted(failing.length, 'job')} failed` : 'all succeeded'}</span></p>
      ${[...running, ...failing].length ? html`<ul>${failing.map(job => html`<li>${job.name}: ${job.last?.error ?? 'failed'}</li>`)}
        ${running.map(job => html`<li>${job.name} is running${job.last.progress ? `: ${job.last.progress}` : ''}</li>`)}</ul>` : nothing}
      <details><summary>All ${counted(jobs.length, 'job')}</summary><ul>${jobs.map(job => html`<li>${job.name} <span class="quiet">${job.schedule}${
        job.last ? `, last run ${moment(job.last.startedAt)}` : ''}</span></li>`)}</ul></details></article>`;
  }

  reportCard({due, subject, text}) {
    return html`<article><h2>Next report</h2><p>${moment(due)}</p>
      <details><summary>${subject}</summary><p class="text">${text}</p></details></article>`;
  }

  healthCard() {
    if (!this.status) return html`<article><h2>Health</h2><p aria-busy="true">Loading</p></article>`;
    const {status, checks, uptime, version} = this.status;
    const down = Object.keys(checks).filter(name => checks[name] === 'down');
    return html`<article><h2>Health</h2>
      <p><span class="state ${status === 'alive' ? 'up' : 'down'}">${status === 'alive' ? 'healthy' : 'degraded'}</span></p>
      ${down.length ? html`<p>Down: ${down.join(', ')}. See the node's log for details.</p>` : nothing}
      <p class="quiet">${counted(Object.keys(checks).length, 'component')}, up for ${lasting(uptime)}, version ${version}</p></article>`;
  }

  /** What waits for the owner, each with a link to the page that settles it. */
  figures({bans, hires, integrations, errors, closed}) {
    const {orders = 0, placed = 0, reviews = 0, mails = 0, delayed = 0} = attention.counts;
    const failing = (this.jobs ?? []).filter(job => job.failures).length;
    // For example a certificate that expires soon, which the node's card explains.
    const hints = (this.nodes ?? []).reduce((sum, node) => sum + node.hints.length + node.parts.filter(({up}) => !up).length, 0);
    const figure = (label, value, href, tone = '') => (value ? html`<gh-stat .label=${label} .value=${plain(value)} .href=${href} .tone=${tone}></gh-stat>` : nothing);
    const waits = [orders, placed, reviews, mails, delayed, bans, hires, integrations, errors, failing, hints, closed, this.submitted].some(Boolean);
    if (!waits) return html`<section aria-labelledby="attention"><h2 id="attention">Nothing needs attention</h2></section>`;
    return html`<section aria-labelledby="attention"><h2 id="attention">Needs attention</h2><div class="stats">
      ${closed ? html`<gh-stat label="takes no orders" value="Shop" .href=${address('commerce', {view: 'notice'})} tone="down"></gh-stat>` : nothing}
      ${figure('orders to ship', orders, address('orders', {state: 'paid'}))}
      ${figure('orders to confirm', placed, address('orders', {state: 'placed'}))}
      ${figure('products from visitors', this.submitted, address('commerce', {status: 'submitted'}))}
      ${figure('reviews to approve', reviews, address('reviews'))}
      ${figure('delayed emails', delayed, address('emails', {state: 'delayed'}), 'down')}
      ${figure('undelivered emails', mails, address('emails'), 'down')}
      ${figure('new hire requests', hires, address('inbox', {state: 'new'}))}
      ${figure('blocked addresses', bans, address('access', {view: 'bans'}))}
      ${figure('warnings of nodes', hints, address('setup'), 'down')}
      ${figure('failing jobs', failing, address('jobs', {state: 'failing'}), 'down')}
      ${figure('failing integrations', integrations, address('integrations'), 'down')}
      ${figure('errors yesterday', errors, address('logs', {level: 'error', period: 'yesterday'}), 'down')}</div></section>`;
  }

  meetingsCard(meetings) {
    return html`<article><h2>Meetings today</h2>
      ${meetings.length ? html`<gh-more .rows=${meetings} .row=${meeting => html`<li>
          ${meeting.isAllDay ? 'All day' : time(meeting.start)} ${meeting.title}</li>`}></gh-more>
        <p class="quiet">${ZONE}</p>` : html`<p>No meetings today.</p>`}</article>`;
  }
}

/** Returns the status text of an unhealthy node. */
function trouble(ready, silent, seenAt) {
  if (silent) return `not seen since ${moment(seenAt)}`;
  return ready ? 'degraded' : 'not ready';
}

customElements.define('today-page', TodayPage);
