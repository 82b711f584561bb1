/**
 * Market: symbols with data, their charts and imports; the bot's watchlist, positions and log. Each view has its own URL.
 * @module
 */
import {html, nothing} from 'lit';
import {call, session} from './api.js';
import {counted, moment, plain, size} from './format.js';
import {Page, address, confirmed, views, wanted} from './page.js';
import {Problem} from './problems.js';
import {Records, contains, whole} from './records.js';
import {TablePage} from './table.js';
import {Uploads, dropZone} from './uploads.js';
import './candles.js';
import './holdings.js';
import './log.js';

const VIEWS = {symbols: 'Symbols', watchlist: 'Watchlist', positions: 'Positions', log: 'Live log'};
const SYMBOL = /^[A-Z0-9.^=&_:/-]{1,32}$/;
const TYPES = {csv: 'text/csv', parquet: 'application/vnd.apache.parquet'};
const MAX_BYTES = 4_294_967_296;

/** Imports continue after the page is closed. */
const imports = new Uploads();

const SYMBOLS = '/api/proxy/historical-data';
const MAX_SYMBOLS = 10_000;
const MAX_SUGGESTED = 20;

class MarketPage extends Page {
  static properties = {known: {state: true}};

  constructor() {
    super();
    /** Symbols that the fields suggest. @type {string[]} */
    this.known = [];
  }

  /** The symbol, the symbol that it is compared with, and the view in the URL. */
  get place() {
    const query = wanted();
    const symbol = name => (query.get(name) ?? '').toUpperCase();
    const [first, second] = [symbol('symbol'), symbol('compare')];
    const view = query.get('view') ?? '';
    return {symbol: SYMBOL.test(first) ? first : '', compare: SYMBOL.test(second) ? second : '', view: Object.hasOwn(VIEWS, view) ? view : 'symbols'};
  }

  turn() {
    this.requestUpdate();
  }

  render() {
    const {symbol, compare, view} = this.place;
    return html`${this.header('Market')}${views('market', VIEWS, symbol ? '' : view)}
      ${symbol ? html`${this.choice(symbol, compare)}<candle-chart .symbol=${symbol} .compare=${compare}></candle-chart>` : this.view(view)}`;
  }

  /** Returns the fields that select the symbols of the chart. */
  choice(symbol, compare) {
    const field = (label, name, value, required) => html`<label>${label} <input name=${name} .value=${value} ?required=${required} maxlength="32"
      pattern="[A-Za-z0-9.^=&_:\\/\\-]+" list="suggested" autocomplete="off" @input=${event => this.suggest(event.target.value)}></label>`;
    return html`<form class="inline" @submit=${event => this.choose(event)}>${field('Symbol', 'symbol', symbol, true)}
      ${field('Compare with (optional)', 'compare', compare, false)}
      <datalist id="suggested">${this.known.map(name => html`<option value=${name}></option>`)}</datalist><button class="small">Show chart</button></form>`;
  }

  /** Suggests symbols that begin with a text. If this fails, any symbol can still be entered. */
  async suggest(text) {
    const all = await symbols().catch(() => []);
    this.known = all.map(({symbol}) => symbol).filter(symbol => symbol.startsWith(text.trim().toUpperCase())).slice(0, MAX_SUGGESTED);
  }

  choose(event) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const symbol = name => String(data.get(name)).trim().toUpperCase();
    const query = wanted();
    /** @type {Record<string, string>} */
    const range = symbol('symbol') === this.place.symbol ? {at: query.get('at') ?? '', bars: query.get('bars') ?? ''} : {};
    location.hash = address('market', {symbol: symbol('symbol'), ...range, compare: symbol('compare')});
  }

  view(view) {
    switch (view) {
      case 'watchlist': return html`<watch-list></watch-list>`;
      case 'positions': return html`<position-list></position-list>`;
      case 'log': return html`<bot-log></bot-log>`;
      default: return html`<symbol-list></symbol-list>`;
    }
  }
}

class SymbolList extends TablePage {
  records = new Records(this, 'market', whole(symbols, (row, {q}) => contains(q, [row.symbol]),
    {symbol: row => row.symbol, bars: row => row.rowCount, end: row => row.endDate, size: row => row.dataSize}), {q: '', sort: ''});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'symbol', title: 'Symbol', text: row => row.symbol, sort: {up: 'symbol', down: '-symbol'}, cell: row => html`<a
      href=${address('market', {symbol: row.symbol})}><strong>${row.symbol}</strong></a>`},
    {key: 'bars', title: 'Bars', number: true, text: row => row.rowCount, sort: {up: 'bars', down: '-bars'}, cell: row => plain(row.rowCount)},
    {key: 'start', title: 'From', text: row => row.startDate, cell: row => html`<span class="when">${date(row.startDate)}</span>`},
    {key: 'end', title: 'To', text: row => row.endDate, sort: {up: 'end', down: '-end'}, cell: row => html`<span class="when">${date(row.endDate)}</span>`},
    {key: 'size', title: 'Size', number: true, text: row => row.dataSize, sort: {up: 'size', down: '-size'}, cell: row => size(row.dataSize)},
    {key: 'updated', title: 'Updated', text: row => row.lastUpdated, cell: row => html`<span class="when">${moment(row.lastUpdated)}</span>`},
    ...session.role === 'operator' ? [{key: 'actions', title: 'Actions', cell: row => html`<button class="secondary outline small" ?disabled=${this.busy}
      aria-label=${`Delete ${row.symbol}`} @click=${() => this.delete(row)}>Delete</button>`}] : [],
  ];

  connectedCallback() {
    super.connectedCallback();
    const {signal} = this.left;
    imports.addEventListener('change', () => this.requestUpdate(), {signal});
    imports.addEventListener('done', () => this.arrive(() => this.load()), {signal});
  }

  turn() {
    const query = wanted();
    if (!query.has('symbol') && !query.has('view')) super.turn();
  }

  render() {
    const owner = session.role === 'operator';
    const none = owner ? 'No data yet. Import files above or a folder with scripts/gatehouse import.' : 'No data yet.';
    return html`<section aria-labelledby="symbols"><h2 id="symbols" class="unseen">Symbols</h2>${this.happened()}
      ${owner ? html`${dropZone({label: 'Import CSV or Parquet files', accept: '', multiple: true,
        hint: 'Or drop them here. The file name is the symbol: SPY.csv becomes SPY. Required columns: time, open, high, low and close.'},
      files => this.import(files))}${imports.list()}` : nothing}
      <gh-table label="Symbols" search="Search by symbol" .records=${this.records} .columns=${this.columns} .busy=${this.busy} .named=${row => row.symbol}
        .bulk=${owner ? [this.deletes('symbol', row => call('DELETE', `${SYMBOLS}/${encodeURIComponent(row.symbol)}`))] : []}
        .empty=${html`<gh-empty icon="chart-candlestick" text=${none}></gh-empty>`}></gh-table></section>`;
  }

  /** @param {File[]} files */
  async import(files) {
    const refused = files.filter(file => !fitting(file));
    const names = refused.map(file => file.name).join(', ');
    this.refuse(names && `These files cannot be imported: ${names}. Name each file SYMBOL.csv or SYMBOL.parquet. The maximum size is 4 gigabytes.`);
    for (const file of files.filter(fitting)) await this.attemptImport(file);
  }

  /** @param {File} file */
  async attemptImport(file) {
    const {symbol, type} = parts(file);
    const path = `${SYMBOLS}/${encodeURIComponent(symbol)}`;
    let bars = 0;
    const looked = await this.attempt(async () => { bars = await known(path); });
    if (!looked || (bars && !await confirmed(`Replace the ${plain(bars)} bars of ${symbol} with the data in ${file.name}?`, 'Replace bars'))) return;
    const odd = warnings => (warnings ? `, ${plain(warnings)} of them suspect` : '');
    const message = ({metadata, warnings}) => `${symbol} imported: ${counted(metadata.rowCount, 'bar')}${odd(warnings)}`;
    imports.add({file, method: 'PUT', path, type, message});
  }

  async delete({symbol, rowCount}) {
    if (!await confirmed(`Delete ${symbol} with its ${plain(rowCount)} bars? This cannot be undone.`, 'Delete symbol')) return;
    await this.attempt(() => call('DELETE', `${SYMBOLS}/${encodeURIComponent(symbol)}`), `${symbol} deleted.`, () => this.load());
  }
}

/** Returns all symbols that have data. */
async function symbols() {
  /** @type {any[]} */
  const all = [];
  for (let more = true; more && all.length < MAX_SYMBOLS;) {
    const {symbols: rows, pagination} = await call('GET', `${SYMBOLS}?skip=${all.length}`);
    all.push(...rows.map(row => ({_id: row.symbol, ...row})));
    more = pagination.hasMore && rows.length > 0;
  }
  return all;
}

/** Returns the number of stored bars of a symbol. */
async function known(path) {
  try {
    return (await call('GET', path)).metadata.rowCount;
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 404) return 0;
    throw problem;
  }
}

/** @param {File} file */
function parts({name}) {
  const dot = name.lastIndexOf('.');
  return {symbol: name.slice(0, Math.max(dot, 0)).toUpperCase(), type: TYPES[name.slice(dot + 1).toLowerCase()] ?? ''};
}

/** @param {File} file */
function fitting(file) {
  const {symbol, type} = parts(file);
  return SYMBOL.test(symbol) && type && file.size <= MAX_BYTES;
}

/** @param {string} iso */
const date = iso => iso.slice(0, 10);

customElements.define('market-page', MarketPage);
customElements.define('symbol-list', SymbolList);
