/**
 * The bot's watchlist and positions, with profit and loss.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {amount, counted, moment, plain, signed, tone} from './format.js';
import {Page, address, fields, wanted} from './page.js';
import {Records, contains, whole} from './records.js';
import {TablePage} from './table.js';

const MAX_WATCHED = 200;
const STRATEGIES = ['Standard', 'Starlight', 'HODL'];
const PRIORITIES = ['high', 'medium', 'low'];

/** Columns of numbers of the positions. @type {{key: string, title: string, format: (value: any) => string, toned?: boolean}[]} */
const FIGURES = [
  {key: 'quantity', title: 'Quantity', format: plain},
  {key: 'averageEntryPrice', title: 'Entry price', format: amount},
  {key: 'currentPrice', title: 'Current price', format: amount},
  {key: 'marketValue', title: 'Market value', format: amount},
  {key: 'unrealizedProfit', title: 'Profit or loss', format: signed, toned: true},
  {key: 'unrealizedProfitPercent', title: 'Profit or loss (%)', format: signed, toned: true},
];

class WatchList extends Page {
  static properties = {list: {state: true}};

  constructor() {
    super();
    /** @type {any} */
    this.list = undefined;
  }

  turn() {
    if (wanted().get('view') === 'watchlist') this.follow();
  }

  get filter() {
    const query = wanted();
    return {platform: query.get('platform') ?? '', strategy: query.get('strategy') ?? '', priority: query.get('priority') ?? ''};
  }

  async load() {
    const chosen = Object.entries(this.filter).filter(([, value]) => value);
    const {hash} = location;
    const list = await call('GET', `/api/proxy/trading/watchlist?${new URLSearchParams([['limit', String(MAX_WATCHED)], ...chosen])}`);
    if (hash === location.hash) this.list = list;
  }

  render() {
    const filter = this.filter;
    return html`<section aria-labelledby="watchlist"><h2 id="watchlist" class="unseen">Watchlist</h2>
      ${this.happened()}
      <form class="fields" @submit=${event => this.choose(event)}>
        <label>Platform <input name="platform" .value=${filter.platform} maxlength="100" autocomplete="off"></label>
        ${choice('Strategy', 'strategy', STRATEGIES, filter.strategy)}${choice('Priority', 'priority', PRIORITIES, filter.priority)}
        <div class="actions"><button class="small">Apply filter</button></div></form>
      ${this.list ? this.entries(this.list, Object.values(filter).some(Boolean)) : nothing}</section>`;
  }

  choose(event) {
    event.preventDefault();
    location.hash = address('market', {view: 'watchlist', ...fields(event.currentTarget)});
  }

  entries({watchlist, count, lastUpdated}, filtered) {
    if (!count) {
      return html`<gh-empty icon="eye" text=${filtered ? 'No entries match the filter.'
        : 'The watchlist is empty. The bot updates it with PUT /api/proxy/trading/watchlist and a key with the scope watchlist.'}></gh-empty>`;
    }
    return html`<p class="quiet">${count === MAX_WATCHED ? `Only the first ${MAX_WATCHED} entries are shown. Use the filter to see others. ` : ''}
        ${lastUpdated ? `Last updated ${moment(lastUpdated)}.` : ''}</p>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="watchlist"><table><thead><tr><th scope="col">Symbol</th><th scope="col">Strategy</th>
        <th scope="col">Priority</th>
        <th scope="col">Platform</th><th scope="col" class="number">Price</th><th scope="col">Reason</th><th scope="col">Since</th></tr></thead>
      <tbody>${watchlist.map(entry => html`<tr><th scope="row"><a href=${address('market', {symbol: entry.symbol})}>${entry.symbol}</a></th>
        <td>${entry.strategy}</td><td>${entry.priority ?? '–'}</td><td>${entry.platform ?? '–'}</td>
        <td class="number">${amount(entry.scores?.currentPrice)}</td>
        <td>${entry.reason ?? ''}${entry.missingData?.length ? html` <span class="quiet">missing: ${entry.missingData.join(', ')}</span>` : nothing}</td>
        <td class="when">${moment(entry.timestamp)}</td></tr>`)}</tbody></table></div>`;
  }
}

/** Returns a select field with the given values and "Any". */
function choice(label, name, words, chosen) {
  return html`<label>${label} <select name=${name}><option value="">Any</option>${words.map(word => html`
    <option value=${word} ?selected=${word === chosen}>${word}</option>`)}</select></label>`;
}

class PositionList extends TablePage {
  /** The reply that contains the positions. @type {any} */
  list = undefined;

  records = new Records(this, 'market', whole(() => this.lines(), (row, {q}) => contains(q, [row.symbol, row.kind]),
    Object.fromEntries(FIGURES.map(({key}) => [key, row => row[key] ?? -Infinity]))), {q: '', sort: ''});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'symbol', title: 'Symbol', text: row => row.symbol, cell: row => (row.option ? row.symbol : html`<a
      href=${address('market', {symbol: row.symbol})}>${row.symbol}</a>`)},
    {key: 'kind', title: 'Side', text: row => row.kind, cell: row => row.kind},
    ...FIGURES.map(({key, title, format, toned}) => ({key, title, number: true, text: row => row[key], sort: {up: key, down: `-${key}`},
      cell: row => (toned ? html`<span class="state ${tone(row[key])}">${format(row[key])}</span>` : format(row[key]))})),
  ];

  turn() {
    if (wanted().get('view') === 'positions') super.turn();
  }

  /** Returns each position and each of its options as a row. */
  async lines() {
    this.list = await call('GET', '/api/proxy/public/trading/positions');
    return this.list.positions.flatMap(position => [
      {...position, _id: position.symbol, kind: position.side ?? side(position.quantity)},
      ...(position.options ?? []).map(option => ({
        ...option, _id: option.symbol, option: true, quantity: option.contracts, kind: `${option.type} ${amount(option.strike)}, ${option.expiration}`,
      })),
    ]);
  }

  render() {
    return html`<section aria-labelledby="positions"><h2 id="positions" class="unseen">Positions</h2>
      ${this.happened()}${this.list?.count ? this.total(this.list) : nothing}
      <gh-table label="Positions" search="Search by symbol or side" .records=${this.records} .columns=${this.columns} .busy=${this.busy}
        .empty=${html`<gh-empty icon="wallet" text="No positions. They come from the configured broker. Without a broker, the bot sets them with PUT /api/proxy/public/trading/positions and a key with the scope positions."></gh-empty>`}></gh-table></section>`;
  }

  total({positions, lastUpdated}) {
    const lines = positions.flatMap(position => [position, ...(position.options ?? [])]);
    const known = lines.filter(line => Number.isFinite(line.unrealizedProfit));
    const total = known.reduce((sum, line) => sum + line.unrealizedProfit, 0);
    return html`<p>Total profit or loss: <strong class="state ${tone(total)}">${signed(total)}</strong>
        <span class="quiet">${known.length < lines.length ? `Not available for ${counted(lines.length - known.length, 'position')}. ` : ''}
          ${lastUpdated ? `Last updated ${moment(lastUpdated)}.` : ''}</span>
        <button class="outline small" ?disabled=${this.busy} @click=${() => this.follow()}>Refresh</button></p>`;
  }
}

/** @param {number} quantity */
const side = quantity => (quantity < 0 ? 'short' : 'long');

customElements.define('watch-list', WatchList);
customElements.define('position-list', PositionList);
