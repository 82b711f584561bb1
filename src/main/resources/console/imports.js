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

/** Android selects by media type, and its apps disagree about that of CSV. */
const TYPES = '.csv,.tsv,.txt,.html,.htm,.json,.ics,text/*,application/json,application/csv,application/vnd.ms-excel';

/** Kinds of files: title, programs that export them, the area, and the page of the records. @type {Record<string, [string, string, string, string]>} */
const ALL_KINDS = {
  products: ['Products', 'CSV of Shopify, WooCommerce or another shop', 'commerce', 'commerce'],
  reviews: ['Reviews', 'CSV of Judge.me, Loox, Yotpo, Stamped or WooCommerce. Import the products first.', 'commerce', 'reviews?state=approved'],
  orders: ['Completed orders', 'CSV of Shopify or WooCommerce. They count in the revenue and cannot be changed.', 'storefront', 'orders'],
  subscribers: ['Subscribers to news', 'CSV of Mailchimp, MailerLite, Brevo, Kit, Ghost or Shopify, with the time of their consent', 'storefront', 'customers'],
  links: ['Links', 'Bookmarks of a browser (HTML), JSON or CSV', 'site', 'site'],
  'short-urls': ['Short URLs', 'CSV of Shlink, YOURLS, Bitly or Kutt', 'site', 'site?view=short'],
  calendar: ['Blocked times', 'The events of an .ics file, which become blocked times of the calendar', 'calendar', 'calendar'],
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
    return html`${this.header('Import')}
      <form @submit=${event => { event.preventDefault(); this.run(true); }}>
        <label>What to import <select @change=${event => { note('pushState', 'imports', {kind: event.target.value}); this.turn(); }}>
          ${Object.entries(KINDS).map(([kind, [title]]) => html`<option value=${kind} ?selected=${kind === this.kind}>${title}</option>`)}</select></label>
        <p class="quiet">${programs}</p>
        <label>File <input type="file" required accept=${TYPES} @change=${event => this.choose(event)}></label>
        <div class="actions"><button class="small" ?disabled=${this.busy || !file}>Preview</button>
          ${report?.dryRun && report.created + report.updated ? html`<button type="button" class="small" ?disabled=${this.busy}
            @click=${() => this.run(false)}>Import ${counted(report.created + report.updated, 'entry', 'entries')}</button>` : nothing}</div></form>
      ${report ? this.shown(report) : nothing}`;
  }

  choose(event) {
    this.file = event.target.files[0];
    this.report = undefined;
    this.columns = {};
    this.run(true);
  }

  /** @param {boolean} dry whether nothing is stored */
  async run(dry) {
    const {file, kind} = this;
    if (!file) return;
    if (file.size > MAX_BYTES) {
      this.refuse('The file exceeds 16 megabytes. Divide it.');
      return;
    }
    const ran = await this.attempt(async () => { this.report = await send(`/api/proxy/imports/${kind}?${new URLSearchParams({dryRun: String(dry), columns: JSON.stringify(this.columns)})}`, file); },
      dry ? '' : 'The file is imported.');
    if (!ran) return;
    await this.updateComplete;
    // The report begins below a phone's window. A column that was named keeps the focus.
    if (document.activeElement?.localName !== 'select') /** @type {HTMLElement | null} */ (this.querySelector('#report'))?.focus();
  }

  /** Says what a column is, and shows the preview again. */
  map(column, meaning) {
    const {[column]: _, ...others} = this.columns;
    this.columns = meaning ? {...others, [column]: meaning} : others;
    this.run(true);
  }

  /** The columns that nothing is made of, and those that the owner has named. */
  unknown({dryRun, columns, meanings}) {
    // In the order of the file, so that no row moves while its column is named.
    const rows = columns.map(({name, used, example}) => {
      const [own] = Object.entries(this.columns).find(([, meaning]) => meaning === name) ?? [];
      return own ? [own, example, name] : used ? undefined : [name, example, ''];
    }).filter(Boolean);
    if (!dryRun || !meanings.length || !rows.length) return nothing;
    const row = (name, example, meaning) => html`<tr><th scope="row">${name}</th><td>${example}</td>
      <td><select aria-label="Use ${name} as" .value=${meaning} @change=${event => this.map(name, event.target.value)}>
        <option value="">Not used</option>${meanings.map(each => html`<option value=${each} ?selected=${each === meaning}>${each}</option>`)}</select></td></tr>`;
    return html`<h3>Other columns</h3><p class="quiet">Say what they are if the import needs them.</p>
      <div class="scroll"><table><thead><tr><th scope="col">Column</th><th scope="col">First value</th><th scope="col">Use as</th></tr></thead><tbody>
      ${rows.map(([name, example, meaning]) => row(name, example, meaning))}</tbody></table></div>`;
  }

  shown({dryRun, created, updated, unchanged, shown, adjusted, refused, ignoredColumns, columns, meanings, refusedCsv}) {
    const [first, second] = dryRun ? ['to create', 'to update'] : ['created', 'updated'];
    const other = this.unknown({dryRun, columns, meanings});
    const none = !(created + updated + unchanged);
    return html`<section aria-labelledby="report"><h2 id="report" tabindex="-1">${dryRun ? 'Preview: nothing is stored yet' : 'Report'}</h2>
      <p>${plain(created)} ${first}, ${plain(updated)} ${second}, ${plain(unchanged)} unchanged, ${plain(refused.length)} refused.
        ${dryRun ? nothing : html`<a href=${`#/${KINDS[this.kind][3]}`}>Open the list</a>`}</p>
      ${none ? other : nothing}
      ${ignoredColumns.length && !dryRun ? html`<p class="quiet">Columns that are not used: ${ignoredColumns.join(', ')}</p>` : nothing}
      ${refused.length ? html`<h3>Refused</h3>${lines(refused)}
        ${refusedCsv ? html`<p><button class="outline small" @click=${() => save('refused.csv', refusedCsv)}>${icon('download')} Download refused rows</button>
        <span class="quiet">Correct them and import the file.</span></p>` : nothing}` : nothing}
      ${adjusted.length ? html`<h3>Adjusted</h3>${lines(adjusted)}` : nothing}
      ${shown.length ? html`<h3>First entries</h3>${lines(shown.map(each => ({...each, result: each.becomes ? `${each.result}: ${each.becomes}` : each.result})))}` : nothing}
      ${none ? nothing : other}</section>`;
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
