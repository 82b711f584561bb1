/**
 * Imports of files of other programs: preview of what each row becomes, the import itself, and a report.
 * @module
 */
import {html, nothing} from 'lit';
import {signedIn} from './api.js';
import {AREAS_OFF} from './extensions.js';
import {counted, plain} from './format.js';
import {icon} from './icons.js';
import {Page, note, wanted} from './page.js';
import {Problem, parse, refusal} from './problems.js';
import {save} from './records.js';

const MAX_BYTES = 16_777_216;
const TIMEOUT_MS = 300_000;

/** Kinds of files: title, programs that export them, and the area. @type {Record<string, [string, string, string]>} */
const ALL_KINDS = {
  products: ['Products', 'CSV of Shopify, WooCommerce or another shop', 'commerce'],
  reviews: ['Reviews', 'CSV of Judge.me, Loox, Yotpo, Stamped or WooCommerce. Import the products first.', 'commerce'],
  orders: ['Completed orders', 'CSV of Shopify or WooCommerce. They count in the revenue and cannot be changed.', 'storefront'],
  subscribers: ['Subscribers to news', 'CSV of Mailchimp, MailerLite, Brevo, Kit, Ghost or Shopify, with the time of their consent', 'storefront'],
  links: ['Links', 'Bookmarks of a browser (HTML), JSON or CSV', 'site'],
  'short-urls': ['Short URLs', 'CSV of Shlink, YOURLS, Bitly or Kutt', 'site'],
};
const KINDS = Object.fromEntries(Object.entries(ALL_KINDS).filter(([, [, , area]]) => !AREAS_OFF.includes(area)));

class ImportsPage extends Page {
  static properties = {file: {state: true}, report: {state: true}, columns: {state: true}};

  constructor() {
    super();
    /** @type {File | undefined} */
    this.file = undefined;
    /** The report of a preview or of the import. @type {any} */
    this.report = undefined;
    /** What columns are, by their names in the file. @type {Record<string, string>} */
    this.columns = {};
  }

  get kind() {
    const kind = wanted().get('kind') ?? '';
    return Object.hasOwn(KINDS, kind) ? kind : Object.keys(KINDS)[0];
  }

  turn() {
    this.report = undefined;
    this.columns = {};
    this.requestUpdate();
  }

  render() {
    const [, programs] = KINDS[this.kind];
    const {file, report} = this;
    return html`${this.header('Import')}${this.happened()}
      <form @submit=${event => { event.preventDefault(); this.run(true); }}>
        <label>What to import <select @change=${event => { note('pushState', 'imports', {kind: event.target.value}); this.turn(); }}>
          ${Object.entries(KINDS).map(([kind, [title]]) => html`<option value=${kind} ?selected=${kind === this.kind}>${title}</option>`)}</select></label>
        <p class="quiet">${programs}</p>
        <label>File <input type="file" required accept=".csv,.tsv,.txt,.html,.htm,.json" @change=${event => this.choose(event)}></label>
        <div class="actions"><button class="small" ?disabled=${this.busy || !file}>Preview</button>
          ${report?.dryRun ? html`<button type="button" class="small" ?disabled=${this.busy || !(report.created + report.updated)}
            @click=${() => this.run(false)}>Import ${counted(report.created + report.updated, 'entry', 'entries')}</button>` : nothing}</div></form>
      ${report ? this.shown(report) : nothing}`;
  }

  choose(event) {
    this.file = event.target.files[0];
    this.report = undefined;
    this.columns = {};
  }

  /** @param {boolean} dry whether nothing is stored */
  async run(dry) {
    const {file, kind} = this;
    if (!file) return;
    if (file.size > MAX_BYTES) {
      this.problem = 'The file exceeds 16 megabytes. Divide it.';
      return;
    }
    await this.attempt(async () => { this.report = await send(`/api/proxy/imports/${kind}?${new URLSearchParams({dryRun: String(dry), columns: JSON.stringify(this.columns)})}`, file); },
      dry ? 'Preview. Nothing is stored yet.' : 'The file is imported.');
  }

  /** Says what a column is, and shows the preview again. */
  map(column, meaning) {
    const {[column]: _, ...others} = this.columns;
    this.columns = meaning ? {...others, [column]: meaning} : others;
    this.run(true);
  }

  /** The columns that nothing is made of, and those that the owner has named. */
  unknown({dryRun, columns, meanings}) {
    const named = Object.entries(this.columns);
    const unused = columns.filter(({name, used}) => !used && !Object.values(this.columns).includes(name));
    if (!dryRun || !meanings.length || !(named.length + unused.length)) return nothing;
    const row = (name, example, meaning) => html`<tr><th scope="row">${name}</th><td>${example}</td>
      <td><select aria-label="Use ${name} as" .value=${meaning} @change=${event => this.map(name, event.target.value)}>
        <option value="">Not used</option>${meanings.map(each => html`<option value=${each} ?selected=${each === meaning}>${each}</option>`)}</select></td></tr>`;
    return html`<h3>Other columns</h3><p class="quiet">Say what they are if the import needs them.</p>
      <div class="scroll"><table><thead><tr><th scope="col">Column</th><th scope="col">First value</th><th scope="col">Use as</th></tr></thead><tbody>
      ${named.map(([name, meaning]) => row(name, columns.find(column => column.name === meaning)?.example ?? '', meaning))}
      ${unused.map(({name, example}) => row(name, example, ''))}</tbody></table></div>`;
  }

  shown({dryRun, created, updated, unchanged, shown, adjusted, refused, ignoredColumns, columns, meanings, refusedCsv}) {
    const [first, second] = dryRun ? ['to create', 'to update'] : ['created', 'updated'];
    return html`<section aria-labelledby="report"><h2 id="report">${dryRun ? 'Preview' : 'Report'}</h2>
      <p>${plain(created)} ${first}, ${plain(updated)} ${second}, ${plain(unchanged)} unchanged, ${plain(refused.length)} refused.</p>
      ${ignoredColumns.length && !dryRun ? html`<p class="quiet">Columns that are not used: ${ignoredColumns.join(', ')}</p>` : nothing}
      ${refused.length ? html`<h3>Refused</h3>${lines(refused)}
        ${refusedCsv ? html`<p><button class="outline small" @click=${() => save('refused.csv', refusedCsv)}>${icon('download')} Download refused rows</button>
        <span class="quiet">Correct them and import the file.</span></p>` : nothing}` : nothing}
      ${adjusted.length ? html`<h3>Adjusted</h3>${lines(adjusted)}` : nothing}
      ${shown.length ? html`<h3>First entries</h3>${lines(shown.map(each => ({...each, result: each.becomes ? `${each.result}: ${each.becomes}` : each.result})))}` : nothing}
      ${this.unknown({dryRun, columns, meanings})}</section>`;
  }
}

/** @param {{line: number, name: string, result: string}[]} entries */
const lines = entries => html`<table><thead><tr><th scope="col" class="number">Line</th><th scope="col">Entry</th><th scope="col">Result</th></tr></thead>
  <tbody>${entries.slice(0, 100).map(({line, name, result}) => html`<tr><td class="number">${line}</td><th scope="row">${name}</th><td>${result}</td></tr>`)}</tbody></table>
  ${entries.length > 100 ? html`<p class="quiet">and ${plain(entries.length - 100)} more</p>` : nothing}`;

/**
 * Sends a file and returns the response's JSON.
 * @param {string} path
 * @param {File} file
 */
function send(path, file) {
  return signedIn(async token => {
    const headers = {'Authorization': `Bearer ${token}`, 'Content-Type': 'application/octet-stream'};
    const reply = await fetch(path, {method: 'POST', headers, body: file, signal: AbortSignal.timeout(TIMEOUT_MS)}).catch(() => {
      throw new Problem(0, 'The server is not responding, or the file has changed. Choose the file again and retry.');
    });
    const answer = parse(await reply.text());
    if (!reply.ok) throw refusal(reply.status, answer, reply.headers.get('Retry-After'), 'POST');
    return answer;
  });
}

customElements.define('imports-page', ImportsPage);
