/**
 * Market: symbols with data, their charts and imports; the bot's watchlist, positions and log. Each view has its own URL.
 * @module
 */
import {html, nothing} from 'lit';
import {call, session} from './api.js';
import {counted, moment, plain, size} from './format.js';
import {Listing} from './lists.js';
import {Page, address, confirmed, views, wanted} from './page.js';
import {Problem} from './problems.js';
import {Uploads, dropZone} from './uploads.js';
import './candles.js';
import './holdings.js';
import './log.js';

const VIEWS = {symbols: 'Symbols', watchlist: 'Watchlist', positions: 'Positions', log: 'Log'};
const SYMBOL = /^[A-Z0-9.^=-]{1,20}$/;
const TYPES = {csv: 'text/csv', parquet: 'application/vnd.apache.parquet'};
const MAX_BYTES = 4_294_967_296;

/** Imports continue after the page is closed. */
const imports = new Uploads();

class MarketPage extends Page {
  symbols = new Listing(this, '/api/proxy/historical-data', reply => reply.symbols);

  connectedCallback() {
    super.connectedCallback();
    const {signal} = this.left;
    imports.addEventListener('change', () => this.requestUpdate(), {signal});
    imports.addEventListener('done', () => this.arrive(() => this.symbols.load()), {signal});
  }

  /** The symbol or view in the URL. */
  get place() {
    const query = wanted();
    const symbol = (query.get('symbol') ?? '').toUpperCase();
    const view = query.get('view') ?? '';
    return {symbol: SYMBOL.test(symbol) ? symbol : '', view: Object.hasOwn(VIEWS, view) ? view : 'symbols'};
  }

  async load() {
    const {symbol, view} = this.place;
    if (view === 'symbols' && !symbol) await this.symbols.load();
  }

  turn() {
    this.requestUpdate();
    if (!this.symbols.loaded) this.follow();
  }

  render() {
    const {symbol, view} = this.place;
    return html`${this.header('Market')}${views('market', VIEWS, symbol ? '' : view)}
      ${symbol ? html`<candle-chart .symbol=${symbol}></candle-chart>` : this.view(view)}`;
  }

  view(view) {
    switch (view) {
      case 'watchlist': return html`<watch-list></watch-list>`;
      case 'positions': return html`<position-list></position-list>`;
      case 'log': return html`<bot-log></bot-log>`;
      default: return this.library();
    }
  }

  library() {
    const owner = session.role === 'operator';
    return html`<section aria-labelledby="symbols"><h2 id="symbols">Symbols</h2>
      <form class="inline" @submit=${event => this.open(event)}><label>Symbol <input name="symbol" required maxlength="20" pattern="[A-Za-z0-9.^=\\-]+"
        autocomplete="off"></label>
        <button class="small">Show chart</button></form>
      ${owner ? html`${dropZone({label: 'Import CSV or Parquet files', accept: '.csv,.parquet', multiple: true,
        hint: 'Or drop them here. The file name is the symbol: SPY.csv becomes SPY. Required columns: time, open, high, low and close.'},
      files => this.import(files))}${imports.list()}` : nothing}
      ${this.symbols.rows.length ? this.table(owner) : html`<p>${this.symbols.empty(owner
        ? 'No data yet. Import files above or a folder with scripts/gatehouse import.' : 'No data yet.')}</p>`}
      ${this.symbols.further()}</section>`;
  }

  table(owner) {
    return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="symbols"><table><thead><tr><th scope="col">Symbol</th>
      <th scope="col" class="number">Bars</th>
      <th scope="col">From</th><th scope="col">To</th><th scope="col" class="number">Size</th><th scope="col">Updated</th>
        <th scope="col"><span class="unseen">Actions</span></th></tr></thead>
      <tbody>${this.symbols.rows.map(row => html`<tr><th scope="row"><a href=${address('market', {symbol: row.symbol})}>${row.symbol}</a></th>
        <td class="number">${plain(row.rowCount)}</td><td class="when">${date(row.startDate)}</td><td class="when">${date(row.endDate)}</td><td class="number">${size(row.dataSize)}</td>
        <td class="when">${moment(row.lastUpdated)}</td>
        <td>${owner ? html`<button class="secondary outline small" ?disabled=${this.busy} aria-label=${`Delete ${row.symbol}`}
          @click=${() => this.delete(row)}>Delete</button>` : nothing}</td>
      </tr>`)}</tbody></table></div>`;
  }

  open(event) {
    event.preventDefault();
    location.hash = address('market', {symbol: String(new FormData(event.currentTarget).get('symbol')).toUpperCase()});
  }

  /** @param {File[]} files */
  async import(files) {
    const refused = files.filter(file => !fitting(file));
    const names = refused.map(file => file.name).join(', ');
    this.problem = names && `These files cannot be imported: ${names}. Name each file SYMBOL.csv or SYMBOL.parquet. The maximum size is 4 gigabytes.`;
    for (const file of files.filter(fitting)) await this.attemptImport(file);
  }

  /** @param {File} file */
  async attemptImport(file) {
    const {symbol, type} = parts(file);
    const path = `/api/proxy/historical-data/${encodeURIComponent(symbol)}`;
    let bars = 0;
    const looked = await this.attempt(async () => { bars = await known(path); });
    if (!looked || (bars && !await confirmed(`Replace the ${plain(bars)} bars of ${symbol} with the data in ${file.name}?`, 'Replace bars'))) return;
    const odd = warnings => (warnings ? `, ${plain(warnings)} of them suspect` : '');
    const message = ({metadata, warnings}) => `${symbol} imported: ${counted(metadata.rowCount, 'bar')}${odd(warnings)}`;
    imports.add({file, method: 'PUT', path, type, message});
  }

  async delete({symbol, rowCount}) {
    if (!await confirmed(`Delete ${symbol} with its ${plain(rowCount)} bars? This cannot be undone.`, 'Delete symbol')) return;
    await this.attempt(() => call('DELETE', `/api/proxy/historical-data/${encodeURIComponent(symbol)}`), `${symbol} deleted.`,
      () => this.symbols.load());
  }
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
