/**
 * Backups: the last one, the schedule, a run now, and the settings.
 * @module
 */
import {html, nothing} from 'lit';
import {call, now, pause} from './api.js';
import {moment} from './format.js';
import {icon} from './icons.js';
import {Page, address} from './page.js';
import {Problem} from './problems.js';

const JOB = 'store.backup';
const VERIFICATION = 'store.verifyBackup';
const JOBS = '/api/proxy/node/jobs';
const LOOK_SECONDS = 2;
const FAILED = 500;
const DAY_MS = 86_400_000;
const NONE = 'No backups are scheduled. Set backup.folder to a folder on another disk, or backup.s3Url to an object store, and restart the node.';

class BackupsPage extends Page {
  static properties = {store: {state: true}, job: {state: true}, verification: {state: true}, settings: {state: true}};

  #watching = false;

  constructor() {
    super();
    /** @type {any} */
    this.store = undefined;
    /** The scheduled job; undefined if no backups are configured. @type {any} */
    this.job = undefined;
    /** The job that verifies the newest backup; undefined if no backups are configured. @type {any} */
    this.verification = undefined;
    /** @type {any[]} */
    this.settings = [];
  }

  async load() {
    const [store, {settings}] = await Promise.all([call('GET', '/api/proxy/store'), call('GET', '/api/proxy/node/settings'), this.look()]);
    this.settings = settings.filter(({key}) => key.startsWith('backup.'));
    this.store = store;
    this.watch();
  }

  async look() {
    const {jobs} = await call('GET', JOBS);
    this.job = jobs.find(({name}) => name === JOB);
    this.verification = jobs.find(({name}) => name === VERIFICATION);
  }

  get running() {
    return [this.job, this.verification].some(runs);
  }

  /** Polls while a backup is running, then reloads the page. */
  async watch() {
    const {signal} = this.left;
    if (this.#watching || !this.running) return;
    this.#watching = true;
    while (this.running && !signal.aborted) {
      await pause(LOOK_SECONDS, signal);
      await this.look().catch(() => undefined);
    }
    this.#watching = false;
    if (!signal.aborted) await this.arrive();
  }

  render() {
    return html`${this.header('Backups')}${this.store ? html`<div class="cards">${this.lastCard(this.store.lastBackup)}${this.jobCard()}
      ${this.verification ? this.verificationCard(this.verification) : nothing}</div>
      ${this.settingsSection()}` : nothing}`;
  }

  lastCard(backup) {
    const old = !backup || now().getTime() - Date.parse(backup.at) > 2 * DAY_MS;
    return html`<article><h2>${icon('archive')} Last backup</h2>
      <p><span class="state ${old ? 'down' : 'up'}">${backup ? moment(backup.at) : 'none yet'}</span></p>
      ${backup ? html`<p class="quiet">Stored in ${backup.folder}. It was read completely and compared with its checksums.</p>` : nothing}
      <p><a href=${address('store')}>Check the store</a></p></article>`;
  }

  jobCard() {
    const {job} = this;
    const running = runs(job);
    if (!job) return html`<article><h2>${icon('timer')} Schedule</h2><p>${NONE}</p></article>`;
    const {last} = job;
    return html`<article><h2>${icon('timer')} Schedule</h2><p>${job.schedule}${job.due ? `, next ${moment(job.due)}` : ''}</p>
      ${last ? html`<p role="status"><span class="state ${job.failures ? 'down' : 'up'}">${result(last, running)}</span></p>` : nothing}
      ${running ? html`<progress aria-label="Backup in progress"></progress>` : nothing}
      <button class="small" ?disabled=${this.busy || this.running} @click=${() => this.run(JOB, 'Backup')}>Back up now</button></article>`;
  }

  verificationCard(job) {
    const running = runs(job);
    const {last} = job;
    return html`<article><h2>${icon('check')} Verification</h2><p>Reads the newest backup again, once a week.</p>
      ${last ? html`<p role="status"><span class="state ${job.failures ? 'down' : 'up'}">${result(last, running)}</span></p>` : nothing}
      ${running ? html`<progress aria-label="Verification in progress"></progress>` : nothing}
      <button class="outline small" ?disabled=${this.busy || this.running} @click=${() => this.run(VERIFICATION, 'Verification')}>Verify now</button></article>`;
  }

  settingsSection() {
    return html`<section aria-labelledby="settings"><h2 id="settings">Settings</h2>
      <dl class="counts">${this.settings.map(({key, value}) => html`<dt><a href=${address('settings', {q: key})}>${key}</a></dt><dd>${value || 'not set'}</dd>`)}</dl>
      <p class="quiet">Restore a backup with the command gatehouse restore.</p></section>`;
  }

  /**
   * @param {string} name of the job
   * @param {string} title
   */
  async run(name, title) {
    let message = '';
    const ran = await this.attempt(async () => {
      const {outcome, detail} = await call('POST', `${JOBS}/${name}/run`);
      if (outcome === 'failed') throw new Problem(FAILED, detail);
      message = outcome === 'done' ? `${title} completed.` : `${title} started. It continues when you leave this page.`;
    }, '', () => this.load());
    if (ran) this.done = message;
  }
}

/** Returns whether a job is running. */
const runs = job => Boolean(job?.last && !job.last.endedAt);

/**
 * @param {any} run
 * @param {boolean} running
 */
function result(run, running) {
  if (running) return `Running since ${moment(run.startedAt)}. ${run.progress}`;
  return run.error ? `Failed at ${moment(run.endedAt)}: ${run.error}` : `Completed at ${moment(run.endedAt)}${run.progress ? `: ${run.progress}` : ''}.`;
}

customElements.define('backups-page', BackupsPage);
