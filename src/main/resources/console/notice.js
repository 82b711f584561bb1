/**
 * The shop's notice, and whether it takes orders.
 * @module
 */
import {html, nothing} from 'lit';
import {call} from './api.js';
import {Page} from './page.js';

const NOTICE = '/api/proxy/storefront/notice';

class ShopNotice extends Page {
  static properties = {notice: {state: true}};

  constructor() {
    super();
    /** @type {{notice: string, open: boolean} | undefined} */
    this.notice = undefined;
  }

  async load() {
    this.notice = await call('GET', NOTICE);
  }

  render() {
    const {notice} = this;
    return html`<section aria-labelledby="notice"><h2 id="notice">Notice and holiday</h2>${this.happened()}
      ${notice ? html`<gh-form draft="notice"><form @submit=${event => this.save(event)}>
        <label>Notice on all pages of the shop (optional)
          <textarea name="notice" rows="3" maxlength="2000" .value=${notice.notice}></textarea></label>
        <label><input type="checkbox" name="open" ?checked=${notice.open}> The shop takes orders</label>
        <p class="quiet">A closed shop shows its products. Orders that exist can still be paid.</p>
        <div class="actions"><button class="small" ?disabled=${this.busy}>Save notice</button></div></form></gh-form>` : nothing}</section>`;
  }

  async save(event) {
    event.preventDefault();
    const {notice, open} = event.target.elements;
    const saved = await this.attempt(async () => {
      this.notice = await call('PUT', NOTICE, {notice: notice.value, open: open.checked});
    }, open.checked ? 'Notice saved. The shop takes orders.' : 'Notice saved. The shop is closed.');
    if (saved) /** @type {any} */ (this.querySelector('gh-form'))?.saved();
  }
}

customElements.define('shop-notice', ShopNotice);
