/**
 * Background jobs: schedule, last run, and a run now.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {counted, moment} from './format.js';
import {Page} from './page.js';
import {Records, contains, whole} from './records.js';
import './table.js';

const JOBS = '/api/proxy/node/jobs';
const STATES = {'': 'All', failing: 'Failing', running: 'Running'};

/** Messages by the outcome of a run. @type {Record<string, string>} */
const OUTCOMES = {
  done: 'has ended successfully.', failed: 'has failed.', started: 'continues in the background.', running: 'is already running.',
};

class JobsPage extends Page {
  records = new Records(this, 'jobs', whole(() => call('GET', JOBS).then(({jobs}) => jobs.map(job => ({_id: job.name, ...job}))),
    (job, {q, state}) => contains(q, [job.name, job.schedule]) && (!state || state === standing(job))), {q: '', state: ''});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'name', title: 'Job', text: job => job.name, cell: job => job.name},
    {key: 'schedule', title: 'Schedule', text: job => job.schedule, cell: job => job.schedule},
    {key: 'last', title: 'Last run', text: job => job.last?.startedAt, cell: job => (job.last ? moment(job.last.startedAt) : 'not yet')},
    {key: 'outcome', title: 'Outcome', text: job => outcome(job), cell: job => html`<span class="state ${job.failures ? 'down' : 'up'}">${outcome(job)}</span>`},
    {key: 'due', title: 'Next run', text: job => job.due, cell: job => (job.due ? moment(job.due) : nothing)},
    {key: 'run', title: 'Actions', cell: job => html`<button class="outline small" ?disabled=${this.busy}
      aria-label=${`Run ${job.name}`} @click=${() => this.run(job)}>Run now</button>`},
  ];

  turn() {
    if (this.records.stale) this.follow();
  }

  load() {
    return this.records.load();
  }

  render() {
    const {records} = this;
    return html`${this.header('Jobs')}
      <gh-table label="Background jobs" search="Search by name" .records=${records} .columns=${this.columns} .busy=${this.busy}
        .filters=${html`<gh-filter label="Status" .options=${STATES} .value=${records.filter('state')}
          @choose=${event => records.turn({state: event.detail})}></gh-filter>`}></gh-table>`;
  }

  async run(job) {
    let message = '';
    const ran = await this.attempt(async () => {
      const {outcome: word, detail} = await call('POST', `${JOBS}/${encodeURIComponent(job.name)}/run`);
      message = `The job ${job.name} ${OUTCOMES[word]}${detail ? ` ${detail}` : ''}`;
    }, '', () => this.records.load());
    if (ran) this.done = message;
  }
}

/** @param {any} job */
function standing(job) {
  if (job.last && !job.last.endedAt) return 'running';
  return job.failures ? 'failing' : '';
}

/** @param {any} job */
function outcome(job) {
  if (standing(job) === 'running') return `running ${job.last.progress}`.trim();
  if (job.failures) return `failed${job.failures > 1 ? ` ${counted(job.failures, 'time')}` : ''}: ${job.last?.error ?? 'unknown error'}`;
  return job.last ? ['done', job.last.progress].filter(Boolean).join(': ') : '';
}

customElements.define('jobs-page', JobsPage);
