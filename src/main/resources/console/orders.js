/**
 * Orders of the shop: search, filters, details, shipment, refund, decision and packing slip.
 * @module
 */
import {html, nothing} from 'lit';
import {call, now} from './api.js';
import {download} from './downloads.js';
import {counted, moment, money, span} from './format.js';
import {icon} from './icons.js';
import {Page, address, amountField, confirmed, fields, importing, note, wanted} from './page.js';
import {Records, paged} from './records.js';
import {shop} from './shop.js';
import './drawer.js';
import './table.js';

const ORDERS = '/api/proxy/storefront/orders';

const STATES = {
  '': 'All', paid: 'To ship', placed: 'To confirm', unresolved: 'Unresolved', shipped: 'Shipped', open: 'Unpaid', refunded: 'Refunded',
  cancelled: 'Cancelled', expired: 'Expired',
};

/** Titles of all states. @type {Record<string, string>} */
const TITLES = {
  ...STATES, paid: 'Paid', placed: 'Placed', open: 'Unpaid', paying: 'Paying', pending: 'Payment pending', partly_refunded: 'Partly refunded',
  charged_back: 'Charged back',
};
const PERIODS = {'': 'Any time', today: 'Today', week: 'Last 7 days', month: 'This month'};

/** Minimum length of a search text. */
const MIN_SEARCH = 3;
const PAID = ['paid', 'shipped', 'partly_refunded'];

/** States of orders that the owner has to decide. */
const WAITING = ['placed', 'unresolved'];

class OrdersPage extends Page {
  static properties = {action: {state: true}, sender: {state: true}};

  records = new Records(this, 'orders', paged(ORDERS, reply => reply.orders, selection), {q: '', state: '', period: '', sort: 'newest'});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'number', title: 'Number', text: order => order.reference, cell: order => html`<a href=${this.place({open: order._id})}>${order.reference}</a>`},
    {key: 'date', title: 'Date', text: order => order.createdAt, cell: order => html`<span class="when">${moment(order.createdAt)}</span>`,
      sort: {up: 'oldest', down: 'newest'}},
    {key: 'buyer', title: 'Buyer', text: order => order.buyer.name, cell: order => order.buyer.name},
    {key: 'email', title: 'Email', text: order => order.buyer.email, cell: order => order.buyer.email, hidden: true},
    {key: 'items', title: 'Items', text: order => items(order), cell: order => items(order)},
    {key: 'total', title: 'Total', number: true, text: order => order.total.amount, cell: order => money(order.total.amount, order.total.currencyCode)},
    {key: 'state', title: 'Status', text: order => order.state, cell: order => state(order)},
    {key: 'action', title: 'Next step', cell: order => this.step(order)},
  ];

  /** Returns the button of what an order waits for. @param {any} order */
  step(order) {
    if (order.state === 'paid') return html`<button class="outline small" aria-label=${`Ship ${order.reference}`} @click=${() => this.open(order._id, 'ship')}>Ship</button>`;
    return WAITING.includes(order.state) ? html`<button class="outline small" ?disabled=${this.busy} aria-label=${`Mark ${order.reference} as paid`}
      @click=${() => this.decide(order, 'paid')}>Mark as paid</button>` : nothing;
  }

  constructor() {
    super();
    /** The form that is open in the drawer. @type {'' | 'ship' | 'refund'} */
    this.action = '';
    /** The order of a URL that is not among the loaded ones. @type {any} */
    this.other = undefined;
    /** @type {import('./shop.js').Shop | undefined} */
    this.sender = undefined;
  }

  turn() {
    if (this.records.stale || !this.opened) this.follow();
    else this.requestUpdate();
  }

  async load() {
    await this.records.load();
    const id = wanted().get('open');
    if (id && /^[0-9a-f]{32}$/.test(id) && !this.records.rows.some(order => order._id === id)) {
      const {orders} = await call('GET', `${ORDERS}?q=${id}&limit=1`);
      this.other = orders[0];
      this.requestUpdate();
    }
    // The packing slip names the sender.
    shop().then(sender => { this.sender = sender; });
  }

  /** The order in the drawer. */
  get opened() {
    const id = wanted().get('open');
    return id ? [...this.records.rows, this.other].find(order => order?._id === id) : undefined;
  }

  /**
   * Returns the URL with changed parameters.
   * @param {Record<string, string>} changes
   */
  place(changes) {
    return address('orders', {...Object.fromEntries(wanted()), ...changes});
  }

  /** A form that was just opened has the focus. @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has('action') || !this.action) return;
    this.done = '';
    /** @type {HTMLElement | null} */ (this.querySelector('gh-drawer gh-form input'))?.focus();
  }

  /**
   * Opens the drawer, or closes it.
   * @param {string} id empty to close it
   * @param {'' | 'ship'} [action]
   */
  open(id, action = '') {
    this.action = action;
    note('pushState', 'orders', {...Object.fromEntries(wanted()), open: id});
    this.requestUpdate();
  }

  render() {
    const {records, opened} = this;
    return html`${this.header('Orders', Boolean(opened))}
      <gh-table label="Orders" search="Search by number or email" .records=${records} .columns=${this.columns} .busy=${this.busy}
        .named=${order => order.reference} .file=${() => download(`${ORDERS}/csv?${new URLSearchParams(selection(this.records.filters))}`)} .bulk=${[{title: 'Mark as paid', icon: 'check', run: rows => this.confirmAll(rows)}]}
        .filters=${html`
          <gh-filter label="Status" .options=${STATES} .value=${records.filter('state')} @choose=${event => records.turn({state: event.detail})}></gh-filter>
          <label class="period"><span class="unseen">Period</span><select @change=${event => records.turn({period: event.target.value})}>
            ${Object.entries(PERIODS).map(([value, title]) => html`<option value=${value} ?selected=${value === records.filter('period')}>${title}</option>`)}
          </select></label>`}
        .empty=${html`<gh-empty icon="shopping-cart" text="No orders yet. Customers order in the shop."
          .action=${html`<a href="/storefront/shop">Open the shop</a> · ${importing('orders', 'Import completed orders')}`}></gh-empty>`}></gh-table>
      ${opened ? this.drawer(opened) : nothing}`;
  }

  drawer(order) {
    const {buyer, shipment, problem} = order;
    const paid = PAID.includes(order.state);
    return html`<gh-drawer @closed=${() => this.open('')}><dialog aria-labelledby="order"><article>
      <header><h2 id="order" tabindex="-1">Order ${order.reference}</h2> ${state(order)}
        <button class="plain" data-close aria-label="Close">${icon('x')}</button></header>
      ${this.happened()}
      ${problem ? html`<p class="problem">${icon('triangle-alert')} ${problem}</p>` : nothing}
      <div class="actions no-print">
        ${order.state === 'paid' && this.action !== 'ship' ? html`<button class="small" ?disabled=${this.busy} @click=${() => { this.action = 'ship'; }}>${icon('truck')} Mark as shipped</button>` : nothing}
        ${order.state === 'shipped' && !order.imported ? html`<button class="outline small" ?disabled=${this.busy} @click=${() => { this.action = 'ship'; }}>${icon('truck')} Change shipment</button>` : nothing}
        ${order.state === 'shipped' && !shipment.delivered ? html`<button class="outline small" ?disabled=${this.busy} @click=${() => this.deliver(order)}>${icon('check')} Mark as delivered</button>` : nothing}
        ${WAITING.includes(order.state) ? html`
          <button class="small" ?disabled=${this.busy} @click=${() => this.decide(order, 'paid')}>${icon('check')} Mark as paid</button>
          <button class="outline small" ?disabled=${this.busy} @click=${() => this.decide(order, 'cancelled')}>Cancel order</button>` : nothing}
        ${order.imported ? html`<span class="quiet">Imported from another shop, read-only</span>` : nothing}
        ${undoable(order) ? html`<button class="outline small" ?disabled=${this.busy} @click=${() => this.undoDecision(order)}>${icon('undo-2')} Undo decision</button>` : nothing}
        ${paid && !order.imported ? html`<button class="outline small" ?disabled=${this.busy} @click=${() => { this.action = 'refund'; }}>${icon('undo-2')} Refund</button>` : nothing}
        ${paid ? html`<button class="outline small" @click=${() => print()}>${icon('printer')} Print packing slip</button>` : nothing}</div>
      ${this.action === 'ship' ? this.shipForm(order) : nothing}
      ${this.action === 'refund' ? this.refundForm(order) : nothing}
      <section class="slip" aria-labelledby="slip"><h3 id="slip">Packing slip</h3>
        <p><strong>${this.sender?.name}</strong>${this.sender?.seller.map(line => html`<br>${line}`)}</p>
        <p>Order ${order.reference} of ${moment(order.createdAt)}</p>
        <p class="text"><strong>${buyer.name}</strong><br>${buyer.address}</p>
        <table><thead><tr><th scope="col">Item</th><th scope="col" class="number">Quantity</th><th scope="col" class="number no-print">Price</th></tr></thead>
          <tbody>${order.lines.map(line => html`<tr><th scope="row">${line.title}${line.label ? html` <span class="quiet">${line.label}</span>` : nothing}</th>
            <td class="number">${line.quantity}</td><td class="number no-print">${money(line.price.amount, line.price.currencyCode)}</td></tr>`)}</tbody></table></section>
      <dl class="counts no-print">
        ${order.shipping ? html`<dt>Shipping, ${order.shipping.name}</dt><dd>${price(order.shipping.price)}</dd>` : nothing}
        ${[order.tax, order.reducedTax].filter(Boolean).map(tax => html`<dt>Tax ${tax.percent} %${tax.included ? ', included' : ''}</dt><dd>${price(tax.amount)}</dd>`)}
        <dt>Total</dt><dd>${price(order.total)}</dd>
        ${order.captured ? html`<dt>Paid</dt><dd>${price(order.captured)}</dd>` : nothing}
        ${order.refunded ? html`<dt>Refunded</dt><dd>${price(order.refunded)}</dd>` : nothing}
        ${shipment ? html`<dt>Shipment</dt><dd>${shipment.carrier} ${shipment.tracking}${shipment.delivered ? ', delivered' : ''}</dd>` : nothing}
        ${order.invoice ? html`<dt>Invoice</dt><dd>${order.invoice}</dd>` : nothing}
        <dt>Email</dt><dd><a href=${`mailto:${encodeURIComponent(buyer.email)}`}>${buyer.email}</a></dd>
        ${order.paymentOrder ? html`<dt>Payment</dt><dd>${order.paymentOrder}</dd>` : nothing}
        <dt>Last change</dt><dd>${moment(order.updatedAt)}</dd></dl>
      <p class="no-print"><a href=${`/storefront/orders/${order._id}`} target="_blank" rel="noopener">Page that the buyer sees</a></p>
    </article></dialog></gh-drawer>`;
  }

  shipForm(order) {
    return html`<gh-form draft=${`ship.${order._id}`}><form @submit=${event => this.ship(event, order)}>
      <label>Carrier <input name="carrier" required maxlength="100" autocomplete="off" .value=${order.shipment?.carrier ?? ''}></label>
      <label>Tracking number or URL (optional) <input name="tracking" maxlength="500" autocomplete="off" .value=${order.shipment?.tracking ?? ''}></label>
      <p class="quiet">The buyer receives an email with the carrier and the tracking text.</p>
      <div class="actions"><button class="small" ?disabled=${this.busy}>Save shipment</button>
        <button type="button" class="secondary outline small" @click=${() => { this.action = ''; }}>Cancel</button></div></form></gh-form>`;
  }

  refundForm(order) {
    const taken = order.captured ?? order.total;
    const left = Number(taken.amount) - Number(order.refunded?.amount ?? 0);
    return html`<gh-form draft=${`refund.${order._id}`}><form @submit=${event => this.refund(event, order)}>
      ${order.paymentOrder ? nothing : html`<p class="quiet">This order was paid outside of a payment provider. Return the money yourself; this records it.</p>`}
      ${amountField(`Amount in ${taken.currencyCode}. Leave it empty to refund the remaining ${price({...taken, amount: left})}.`, 'amount', '')}
      <label><input type="checkbox" name="restock"> The goods return to the stock</label>
      <div class="actions"><button class="small" ?disabled=${this.busy}>Refund</button>
        <button type="button" class="secondary outline small" @click=${() => { this.action = ''; }}>Cancel</button></div></form></gh-form>`;
  }

  async ship(event, order) {
    event.preventDefault();
    const shipment = fields(event.target);
    await this.changed(() => call('PUT', `${ORDERS}/${order._id}/shipment`, shipment), `Order ${order.reference} marked as shipped. The buyer is notified by email.`);
  }

  deliver(order) {
    return this.changed(() => call('PUT', `${ORDERS}/${order._id}/shipment`, {...order.shipment, delivered: true}),
      `Order ${order.reference} marked as delivered. The buyer is notified by email.`);
  }

  async refund(event, order) {
    event.preventDefault();
    const {amount} = fields(event.target);
    const restock = event.target.elements.restock.checked;
    const taken = order.captured ?? order.total;
    const {currencyCode} = taken;
    const sum = amount || String(Number(taken.amount) - Number(order.refunded?.amount ?? 0));
    if (!await confirmed(`Refund ${money(sum, currencyCode)} to ${order.buyer.name}? This cannot be undone.`, 'Refund')) return;
    // The same ID makes one refund, so a repeat after a lost response refunds nothing twice.
    const id = `console-${order._id.slice(0, 8)}-${order.refunded?.amount ?? '0'}-${amount || 'rest'}`.replaceAll('.', '_');
    await this.changed(() => call('POST', `${ORDERS}/${order._id}/refunds`, {id, restock, ...(amount ? {amount: {amount, currencyCode}} : {})}),
      order.paymentOrder ? 'Refund accepted by the payment provider.' : 'Refund recorded. The buyer is notified by email.');
  }

  async decide(order, decision) {
    const [question, yes] = decision === 'paid'
      ? [`Mark order ${order.reference} as paid? The buyer is notified by email.`, 'Mark as paid']
      : [`Cancel order ${order.reference}? Its stock is released, and the buyer is notified by email.`, 'Cancel order'];
    if (!await confirmed(question, yes)) return;
    await this.changed(() => call('PUT', `${ORDERS}/${order._id}`, {decision}), `Order ${order.reference} is ${decision}.`);
  }

  async undoDecision(order) {
    if (!await confirmed(`Undo the decision on order ${order.reference}? It waits for your decision again.`, 'Undo decision')) return;
    await this.changed(() => call('PUT', `${ORDERS}/${order._id}`, {decision: 'undone'}), `Order ${order.reference} waits for your decision.`);
  }

  /** Marks the selected orders that wait for it as paid. @param {any[]} rows */
  async confirmAll(rows) {
    const waiting = rows.filter(({state}) => WAITING.includes(state));
    const what = counted(waiting.length, 'order');
    if (!waiting.length) {
      this.refuse('None of the selected orders waits for a payment.');
      return;
    }
    if (!await confirmed(`Mark ${what} as paid? The buyers are notified by email.`, `Mark ${what} as paid`)) return;
    let count = 0;
    await this.attempt(async () => {
      for (const order of waiting) {
        await call('PUT', `${ORDERS}/${order._id}`, {decision: 'paid'});
        count++;
      }
    }, `${what} marked as paid.`, () => this.load());
    if (this.problem) this.problem = `${count} of ${what} done. ${this.problem}`;
  }

  /**
   * Runs an action that returns the changed order.
   * @param {() => Promise<any>} action
   * @param {string} done
   */
  async changed(action, done) {
    const changed = await this.attempt(async () => {
      const order = await action();
      if (this.other?._id === order._id) this.other = order;
      this.records.put(order);
    }, done);
    if (!changed) return;
    /** @type {any} */ (this.querySelector('gh-form'))?.saved();
    this.action = '';
  }
}

/**
 * Returns the API's parameters for values of the filters.
 * @param {Record<string, string>} filters
 */
const selection = ({period, q, ...filters}) => Object.fromEntries(Object.entries(
  {...filters, q: q.length < MIN_SEARCH ? '' : q, from: period ? span(period, now())[0] : ''}).filter(([, value]) => value));

/** @param {any} order */
const items = order => counted(order.lines.reduce((sum, line) => sum + line.quantity, 0), 'item');

/** Returns whether the owner can take a decision back. The server checks it. @param {any} order */
const undoable = order => ['paid', 'cancelled'].includes(order.state) && !order.imported && !order.captured && !order.refunded && !order.shipment;

/** @param {{amount: string | number, currencyCode: string}} sum */
const price = sum => money(sum.amount, sum.currencyCode);

/** @param {any} order */
function state(order) {
  const tone = {paid: 'up', shipped: 'up', unresolved: 'down', charged_back: 'down'}[order.state] ?? '';
  return html`<span class="state ${order.problem ? 'down' : tone}">${TITLES[order.state] ?? order.state}${order.problem ? ', check' : ''}</span>`;
}

customElements.define('orders-page', OrdersPage);
