/**
 * Traffic: requests, errors, durations and operations of the last 24 hours or 30 days.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {dates, plain} from './format.js';
import {Page, address, wanted} from './page.js';
import './chart.js';

const PERIODS = {day: 'Last 24 hours', month: 'Last 30 days'};
const HOUR = dates({hour: '2-digit', minute: '2-digit', weekday: 'short'});
const DAY = dates({month: 'short', day: 'numeric', timeZone: 'UTC'});
const MOST = 0.95;

class TrafficPage extends Page {
  static properties = {report: {state: true}};

  constructor() {
    super();
    /** @type {any} */
    this.report = undefined;
  }

  get period() {
    return wanted().get('period') === 'month' ? 'month' : 'day';
  }

  turn() {
    this.report = undefined;
    this.follow();
  }

  async load() {
    const {period} = this;
    const report = await call('GET', `/api/proxy/node/traffic?period=${period}`);
    if (period === this.period) this.report = report;
  }

  render() {
    const {period, report} = this;
    return html`${this.header('Traffic')}
      <gh-filter label="Period" .options=${PERIODS} .value=${period}
        @choose=${event => { location.hash = address('traffic', {period: event.detail === 'day' ? '' : event.detail}); }}></gh-filter>
      <p class="quiet">Requests to all nodes, at most a minute old. ${period === 'day' ? 'Hours are in your time zone.' : 'Days are in UTC.'}</p>
      ${report ? this.shown(report) : nothing}`;
  }

  shown({total, timeline, operations}) {
    if (!total.requests) return html`<gh-empty icon="activity" text="No requests in this period."></gh-empty>`;
    const label = ({start}) => (this.period === 'day' ? HOUR : DAY).format(new Date(start));
    return html`<div class="stats">
        <gh-stat label="requests" .value=${plain(total.requests)}></gh-stat>
        <gh-stat label="failed (500 and above)" .value=${plain(total.failed)} tone=${total.failed ? 'down' : ''}></gh-stat>
        <gh-stat label="refused (401, 403, 429)" .value=${plain(total.refused)}></gh-stat>
        <gh-stat label="rejected (other 4xx)" .value=${plain(total.rejected)}></gh-stat>
        <gh-stat label="average duration" .value=${`${plain(total.averageMillis)} ms`} .note=${`95 % ${most(total)}`}></gh-stat></div>
      <gh-chart label="Requests" .bars=${timeline.map(point => ({label: label(point), value: point.requests, text: plain(point.requests)}))}></gh-chart>
      ${total.failed ? html`<h2>Failed requests</h2><gh-chart label="Failed requests"
        .bars=${timeline.map(point => ({label: label(point), value: point.failed, text: plain(point.failed)}))}></gh-chart>` : nothing}
      <section aria-labelledby="operations"><h2 id="operations">Most frequent operations</h2>
        <div class="scroll" tabindex="0" role="group" aria-labelledby="operations"><table><thead><tr><th scope="col">Operation</th>
          ${['Requests', 'Failed', 'Refused', 'Rejected', 'Average', '95 %'].map(title => html`<th scope="col" class="number">${title}</th>`)}</tr></thead>
          <tbody>${operations.map(row => html`<tr><th scope="row">${row.route}</th><td class="number">${plain(row.requests)}</td>
            <td class="number ${row.failed ? 'state down' : ''}">${plain(row.failed)}</td><td class="number">${plain(row.refused)}</td>
            <td class="number">${plain(row.rejected)}</td><td class="number">${plain(row.averageMillis)} ms</td>
            <td class="number">${most(row)}</td></tr>`)}</tbody></table></div></section>`;
  }
}

/**
 * Returns the duration that most requests did not exceed, as known from counts.
 * @param {{requests: number, durations: {millis: number, requests: number}[]}} counts
 */
function most({requests, durations}) {
  const within = durations.find(each => each.requests >= requests * MOST);
  if (!requests) return '–';
  return within ? `≤ ${plain(within.millis)} ms` : `> ${plain(durations.at(-1)?.millis ?? 0)} ms`;
}

customElements.define('traffic-page', TrafficPage);
