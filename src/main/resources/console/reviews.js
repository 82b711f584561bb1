/**
 * Reviews: approves and rejects one or many of them.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {counted, moment} from './format.js';
import {Page, RESTORABLE, confirmed, importing, undelete} from './page.js';
import {Records, paged} from './records.js';
import './table.js';

const MODERATION = '/api/proxy/reviews/moderation';
const STATES = {pending: 'Pending', approved: 'Approved', rejected: 'Rejected', spam: 'Spam'};
const STARS = 5;

/** Decision that leads to a state. @type {Record<string, string>} */
const DECISIONS = {pending: 'reopen', approved: 'approve', rejected: 'reject', spam: 'spam'};

class ReviewsPage extends Page {
  records = new Records(this, 'reviews', paged(MODERATION, reply => reply.reviews), {state: 'pending'});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'title', title: 'Review', text: review => `${review.title}\n${review.body}`, cell: review => html`<strong>${review.title}</strong>
      <p class="text">${review.body}</p>`},
    {key: 'rating', title: 'Rating', text: review => review.rating, cell: review => stars(review.rating)},
    {key: 'product', title: 'Product', text: review => review.productName ?? review.productId, cell: review => review.productName
      ?? html`<span class="quiet">${review.productId}</span>`},
    {key: 'author', title: 'Author', text: review => `${review.authorName} <${review.email}>`,
      cell: review => html`${review.authorName} <span class="quiet">${review.email}</span>`},
    {key: 'date', title: 'Date', text: review => review.createdAt, cell: review => html`<span class="when">${moment(review.createdAt)}</span>`},
    {key: 'decision', title: 'Decision', text: review => review.state, cell: review => this.buttons(review)},
  ];

  turn() {
    if (this.records.stale) this.follow();
  }

  load() {
    return this.records.load();
  }

  render() {
    const {records} = this;
    const state = records.filter('state');
    const bulk = (target, title, name) => (state === target ? [] : [{title, icon: name, all: target === 'approved' && state === 'pending', run: rows => this.decide(rows, target)}]);
    return html`${this.header('Reviews')}
      <gh-table label="Reviews" .records=${records} .columns=${this.columns} .busy=${this.busy} .named=${review => `review “${review.title}”`}
        .bulk=${[...bulk('approved', 'Approve', 'check'), ...bulk('rejected', 'Reject', 'x'), ...bulk('spam', 'Mark as spam', 'x'),
          {title: 'Delete', icon: 'trash-2', run: rows => this.erase(rows)}]}
        .filters=${html`<gh-filter label="Status" .options=${STATES} .value=${state} @choose=${event => records.turn({state: event.detail})}></gh-filter>`}
        .empty=${html`<gh-empty icon="star" text=${state === 'pending' ? 'No reviews are waiting for your approval.' : 'No reviews.'}
          .action=${state === 'pending' ? nothing : importing('reviews', 'Import reviews')}></gh-empty>`}></gh-table>`;
  }

  buttons(review) {
    const button = (target, title) => (review.state === target ? '' : html`<button class="outline small" ?disabled=${this.busy}
      aria-label=${`${title} “${review.title}”`} @click=${() => this.decide([review], target)}>${title}</button>`);
    return html`<div class="actions">${button('approved', 'Approve')}${button('rejected', 'Reject')}</div>`;
  }

  /** @param {any[]} reviews */
  async erase(reviews) {
    const what = counted(reviews.length, 'review');
    if (await confirmed(`Delete ${what}? ${RESTORABLE}`, `Delete ${what}`)) {
      await this.attempt(() => call('POST', MODERATION, {ids: reviews.map(review => review._id), decision: 'delete'}), `${what} deleted.`, () => this.records.load(),
        () => this.attempt(async () => { for (const {_id} of reviews) await undelete(_id); }, `${what} restored.`, () => this.records.load()));
    }
  }

  /**
   * Sets the state of reviews.
   * @param {any[]} reviews all in the same state
   * @param {string} state
   */
  async decide(reviews, state) {
    const before = reviews[0].state;
    const ids = reviews.map(review => review._id);
    const [what, effect] = reviews.length === 1 ? ['Review', 'is'] : [counted(reviews.length, 'review'), 'are'];
    const done = {approved: `${what} ${effect} approved and public.`, rejected: `${what} ${effect} rejected and not public.`,
      spam: `${what} ${effect} marked as spam.`}[state] ?? '';
    await this.attempt(() => moderate(ids, state), done, () => this.records.load(), () => this.attempt(() => moderate(ids, before),
      'Decision undone.', () => this.records.load()));
  }
}

/**
 * @param {string[]} ids
 * @param {string} state
 */
const moderate = (ids, state) => call('POST', MODERATION, {ids, decision: DECISIONS[state]});

/** @param {number} rating */
const stars = rating => html`<span class="stars" role="img" aria-label=${`${rating} of ${STARS} stars`}>${'★'.repeat(rating)}${'☆'.repeat(STARS - rating)}</span>`;

customElements.define('reviews-page', ReviewsPage);
