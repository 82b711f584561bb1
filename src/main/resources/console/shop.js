/**
 * Facts of the shop that several pages show: its name, currency and seller.
 * @module
 */
import {call, session} from './api.js';

/** @typedef {{name: string, currency: string, seller: string[]}} Shop the seller's name and address by line */

/** @type {Promise<Shop> | undefined} */
let known;

session.addEventListener('out', () => { known = undefined; });

/** Returns the facts, which are read once. Empty while the settings cannot be read. @returns {Promise<Shop>} */
export function shop() {
  known ??= call('GET', '/api/proxy/node/settings').then(({settings}) => {
    const of = key => settings.find(setting => setting.key === key)?.value ?? '';
    return {name: of('storefront.name'), currency: of('payments.currency'), seller: of('storefront.seller').split('|').map(line => line.trim()).filter(Boolean)};
  }).catch(() => {
    known = undefined;
    return {name: '', currency: '', seller: []};
  });
  return known;
}
