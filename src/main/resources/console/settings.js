/**
 * Effective settings: value, source and default. Secrets are hidden by the server.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {Page} from './page.js';
import {Records, contains, whole} from './records.js';
import './table.js';

const SOURCES = {'': 'All', set: 'Changed', default: 'Default'};

class SettingsPage extends Page {
  records = new Records(this, 'settings', whole(() => call('GET', '/api/proxy/node/settings').then(({settings}) => settings.map(setting => (
    {_id: setting.key, ...setting}))), (setting, {q, source}) => contains(q, [setting.key, setting.value, setting.description])
      && (!source || (setting.source === 'default') === (source === 'default'))), {q: '', source: ''});

  /** @type {import('./table.js').Column[]} */
  columns = [
    {key: 'key', title: 'Setting', text: setting => setting.key, cell: setting => html`<code>${setting.key}</code>
      ${setting.description ? html`<details><summary>Meaning</summary><p class="text">${setting.description}</p></details>` : nothing}`},
    {key: 'value', title: 'Value', text: setting => setting.value, cell: setting => shown(setting.value)},
    {key: 'source', title: 'Source', text: setting => setting.source, cell: setting => html`<span class="state ${setting.source === 'default'
      ? '' : 'up'}">${setting.source}</span>`},
    {key: 'default', title: 'Default', text: setting => setting.defaultValue, cell: setting => shown(setting.defaultValue)},
  ];

  turn() {
    if (this.records.stale) this.follow();
  }

  load() {
    return this.records.load();
  }

  render() {
    const {records} = this;
    return html`${this.header('Settings')}
      <p class="quiet">Settings are in conf/gatehouse.yaml, or in environment variables. A node reads them at its start.</p>
      <gh-table label="Settings" search="Search settings" .records=${records} .columns=${this.columns} .busy=${this.busy}
        .filters=${html`<gh-filter label="Source" .options=${SOURCES} .value=${records.filter('source')}
          @choose=${event => records.turn({source: event.detail})}></gh-filter>`}></gh-table>`;
  }
}

/** @param {string} value */
const shown = value => (value ? html`<span class="text">${value}</span>` : html`<span class="quiet">empty</span>`);

customElements.define('settings-page', SettingsPage);
