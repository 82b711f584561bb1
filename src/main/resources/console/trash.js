/**
 * Trash: records that were deleted within the last 30 days, which can be restored.
 * @module
 */
import {html} from 'lit';
import {call} from './api.js';
import {moment} from './format.js';
import {Records, paged} from './records.js';
import {TablePage} from './table.js';

const TRASH = '/api/proxy/trash';

/** @type {Record<string, string>} */
const KINDS = {audio: 'Audio file', 'hire-form': 'Hire form', hyperlink: 'Link', meeting: 'Meeting', product: 'Product', review: 'Review', 'short-url': 'Short URL'};

class TrashPage extends TablePage {
  records = new Records(this, 'trash', paged(TRASH, reply => reply.records.map(record => ({_id: record.id, ...record}))), {});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'title', title: 'Record', text: record => record.title, cell: record => html`<strong>${record.title}</strong>`},
    {key: 'kind', title: 'Type', text: kind, cell: kind},
    {key: 'deleted', title: 'Deleted', text: record => record.deletedAt, cell: record => html`<span class="when">${moment(record.deletedAt)}</span>`},
    {key: 'by', title: 'Deleted by', text: record => record.deletedBy, cell: record => record.deletedBy},
    {key: 'until', title: 'Kept until', text: record => record.keptUntil, cell: record => html`<span class="when">${moment(record.keptUntil)}</span>`},
    {key: 'actions', title: 'Actions', cell: record => html`<button class="outline small" ?disabled=${this.busy}
      aria-label=${`Restore ${record.title}`} @click=${() => this.restore([record])}>Restore</button>`},
  ];

  render() {
    return html`${this.header('Trash')}
      <gh-table label="Deleted records" .records=${this.records} .columns=${this.columns} .busy=${this.busy} .named=${record => record.title}
        .bulk=${[{title: 'Restore', icon: 'check', run: rows => this.restore(rows)}]}
        .empty=${html`<gh-empty icon="trash-2" text="The trash is empty. Deleted records are kept here for 30 days."></gh-empty>`}></gh-table>`;
  }

  /** @param {any[]} rows */
  restore(rows) {
    return this.each(rows, record => call('POST', `${TRASH}/${record.id}/restore`), rows.length === 1 ? `“${rows[0].title}” restored.` : `${rows.length} records restored.`);
  }
}

/** @param {any} record */
const kind = record => KINDS[record.kind] ?? record.kind;

customElements.define('trash-page', TrashPage);
