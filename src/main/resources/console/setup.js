/**
 * Setup: the steps after the first start, each with its state, a test, and the lines that change it.
 * @module
 */
import {html, nothing} from 'lit';
import {call, once, pause} from './api.js';
import {moment, ZONE} from './format.js';
import {icon} from './icons.js';
import {Page, address, confirmed} from './page.js';
import {Problem} from './problems.js';

/** The browser's note that the owner knows this page. The page Today reads it. */
const SEEN = 'gatehouse.setup';

const JOBS = '/api/proxy/node/jobs';
const LOOK_SECONDS = 1;
const FAILED = 500;

const TONES = {ok: 'up', problem: 'down'};
const LOCAL = /^(localhost|127\.|\[::1\])/;

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {boolean} [done] undefined if nothing needs to be done
 * @property {string} [value] what is set
 * @property {string} text
 * @property {Record<string, string>} [lines] settings that change it, with examples
 * @property {string[]} checks names of the node's checks that concern it
 * @property {unknown} [action]
 */

class SetupPage extends Page {
  static properties = {settings: {state: true}, backup: {state: true}, findings: {state: true}, progress: {state: true}};

  constructor() {
    super();
    /** Values by key. @type {Record<string, string> | undefined} */
    this.settings = undefined;
    /** @type {any} */
    this.backup = undefined;
    /** Results of the node's checks; undefined before they have run. @type {any[] | undefined} */
    this.findings = undefined;
    /** Progress or result of the job that adds or removes demo content. */
    this.progress = '';
  }

  connectedCallback() {
    super.connectedCallback();
    localStorage.setItem(SEEN, 'seen');
  }

  async load() {
    const [{settings}, {lastBackup}] = await Promise.all([call('GET', '/api/proxy/node/settings'), call('GET', '/api/proxy/store')]);
    this.settings = Object.fromEntries(settings.map(({key, value}) => [key, value]));
    this.backup = lastBackup;
  }

  render() {
    const steps = this.settings ? this.steps(this.settings) : [];
    const known = steps.flatMap(({checks}) => checks);
    const others = (this.findings ?? []).filter(({check, result}) => result !== 'ok' && !known.includes(check));
    return html`${this.header('Setup')}
      ${steps.length ? html`<p>${steps.filter(({done}) => done).length} of ${steps.filter(({done}) => done !== undefined).length} steps are done. A node reads its settings when it
          starts, so this page shows the lines to change in <code>conf/gatehouse.yaml</code>, or the environment variables.</p>
        <p class="actions"><button class="small" ?disabled=${this.busy} @click=${() => this.check()}>${icon('check')} Run checks</button>
          <span class="quiet" role="status">${this.findings ? this.summary(this.findings) : 'Connects to everything that this node needs.'}</span></p>
        <div class="cards">${steps.map(step => this.step(step))}</div>
        ${others.length ? html`<section aria-labelledby="others"><h2 id="others">Other findings</h2><ul class="list">${others.map(finding => html`
          <li>${this.finding(finding)}</li>`)}</ul></section>` : nothing}` : nothing}`;
  }

  /** @param {any[]} findings */
  summary(findings) {
    const count = result => findings.filter(finding => finding.result === result).length;
    return `Problems: ${count('problem')}. Warnings: ${count('warning')}. Passed: ${count('ok')}.`;
  }

  /**
   * @param {Record<string, string>} settings
   * @returns {Step[]}
   */
  steps(settings) {
    const owner = settings['owner.email'];
    const own = LOCAL.test(location.host) ? 'https://api.example.org' : `https://${location.host}`;
    const target = settings['backup.folder'] || settings['backup.s3Url'];
    return [
      {title: 'Name', done: settings['theme.name'] !== 'Gatehouse', value: settings['theme.name'], text: 'Visitors see it on every page and in emails.',
        lines: {'theme.name': 'Ada Lovelace'}, checks: []},
      {title: 'Time zone', value: ZONE, text: `Meetings, the daily code and the report follow this zone.
        Its rules are IANA ${document.documentElement.dataset.zoneRules}. Other times on these pages are in the time zone of this browser, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`, lines: {'calendar.timeZone': Intl.DateTimeFormat().resolvedOptions().timeZone}, checks: []},
      {title: 'Email', done: Boolean(owner && settings['smtp.url']), value: owner, text: owner ? `Reports, hire forms and notifications go to this address.${
        settings['smtp.url'] ? '' : ' Without a mail server, emails are files in the folder mail of the data folder.'}` : 'Set your address to receive reports, hire forms and notifications.',
      lines: {'owner.email': owner || 'ada@example.org', 'smtp.url': 'smtps://user:password@mail.example.org', 'mail.from': 'Ada Lovelace <ada@example.org>'},
      checks: ['smtp'], action: owner ? html`<button class="outline small" ?disabled=${this.busy} @click=${() => this.send(owner)}>Send test email</button>` : nothing},
      {title: 'Backups', done: Boolean(target && this.backup), value: target, text: this.backup ? `Last backup ${moment(this.backup.at)}.` : 'There is no backup yet.',
        lines: {'backup.folder': '/mnt/backup/gatehouse'}, checks: ['backup', 'disk', 'folders'],
        action: html`<a role="button" class="outline small" href=${address('backups')}>Open backups</a>`},
      {title: 'Public address', done: settings['public.url'].startsWith('https:'), value: settings['public.url'],
        text: 'Links in emails and on pages begin with it. Use HTTPS, because codes are sent to it.', lines: {'public.url': own},
        checks: ['public', 'tls', 'proxy', 'clock']},
      {title: 'Demo content', text: `Example products, orders, meetings, links, prices and a sound show what the pages look like. Removing deletes
        exactly these, and keeps those that you have changed.`, checks: [], action: this.demo()},
    ];
  }

  demo() {
    return html`<button class="outline small" ?disabled=${this.busy} @click=${() => this.run('node.addDemoContent')}>Add demo content</button>
      <button class="secondary outline small" ?disabled=${this.busy} @click=${() => this.removeDemo()}>Remove demo content</button>
      ${this.progress ? html`<span role="status">${this.progress}</span>` : nothing}`;
  }

  async removeDemo() {
    if (await confirmed('Remove the demo content? What you have changed is kept.', 'Remove demo content')) await this.run('node.removeDemoContent');
  }

  /** Runs a job and shows its progress until it ends. @param {string} name */
  run(name) {
    return this.attempt(async () => {
      const started = await call('POST', `${JOBS}/${name}/run`);
      if (started.outcome === 'failed') throw new Problem(FAILED, started.detail);
      this.progress = started.detail;
      const {signal} = this.left;
      for (let running = started.outcome !== 'done'; running && !signal.aborted;) {
        await pause(LOOK_SECONDS, signal);
        const last = (await call('GET', JOBS)).jobs.find(job => job.name === name)?.last;
        running = Boolean(last && !last.endedAt);
        if (last?.error) throw new Problem(FAILED, last.error);
        this.progress = last?.progress ?? '';
      }
    });
  }

  /** @param {Step} step */
  step({title, done, value, text, lines, checks, action}) {
    const found = (this.findings ?? []).filter(({check}) => checks.includes(check));
    return html`<article><h2>${title}</h2>
      ${value || done !== undefined ? html`<p>${done === undefined ? nothing : html`<span class="state ${done ? 'up' : 'down'}">${done ? 'done' : 'to do'}</span>`}
        <strong>${value}</strong></p>` : nothing}
      <p>${text}</p>${found.map(finding => html`<p role="status">${this.finding(finding)}</p>`)}
      ${lines ? html`<details><summary>Change</summary>${this.copyable(yaml(lines))}
        <p class="quiet">Or as environment variables:</p>${this.copyable(variables(lines))}<p class="quiet">Then restart the node.</p></details>` : nothing}
      ${action ? html`<p class="actions">${action}</p>` : nothing}</article>`;
  }

  /** @param {{check: string, result: string, message: string, remedy: string}} finding */
  finding({check, result, message, remedy}) {
    return html`<span class="state ${TONES[result] ?? ''}">${check}: ${message}</span> ${remedy}`;
  }

  /** @param {string} text */
  copyable(text) {
    return html`<pre class="lines"><code>${text}</code></pre><gh-copy .text=${text}></gh-copy>`;
  }

  check() {
    return this.attempt(async () => { this.findings = (await call('POST', '/api/proxy/node/checks')).findings; });
  }

  /** @param {string} to */
  send(to) {
    const served = this.settings?.['smtp.url'];
    return this.attempt(() => once('/api/proxy/email/send', {to, subject: 'Test email', body: 'This email was sent from the page Setup of the console.'}),
      served ? `The mail server accepted an email to ${to}. Check that it arrived, also in the spam folder.` : 'The email was written to the folder mail of the data folder.');
  }
}

/**
 * Returns settings as lines of the settings file.
 * @param {Record<string, string>} lines
 */
function yaml(lines) {
  /** @type {Record<string, string[]>} */
  const groups = {};
  for (const [key, value] of Object.entries(lines)) {
    const [group, name] = key.split('.');
    (groups[group] ??= []).push(`  ${name}: ${value}`);
  }
  return Object.entries(groups).map(([group, own]) => `${group}:\n${own.join('\n')}`).join('\n');
}

/**
 * Returns settings as environment variables.
 * @param {Record<string, string>} lines
 */
const variables = lines => Object.entries(lines).map(([key, value]) =>
  `GATEHOUSE_${key.replace(/[A-Z]/g, '_$&').replaceAll('.', '_').toUpperCase()}='${value}'`).join('\n');

customElements.define('setup-page', SetupPage);
