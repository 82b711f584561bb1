// Asks a node's shop by the published client of the Storefront API, and by the queries that Hydrogen's carts send.
import assert from 'node:assert/strict';
import {createStorefrontApiClient} from '@shopify/storefront-api-client';
import * as cart from './package/dist/node-prod/cart-queries.mjs';

const address = new URL(process.argv[2]);
const client = createStorefrontApiClient({
  storeDomain: address.host,
  apiVersion: '2024-01',
  publicAccessToken: 'public-token-1',
  // The client insists on https, which a node on loopback does not speak.
  customFetchApi: (url, init) => fetch(String(url).replace(/^https:/, address.protocol), init),
});

async function ask(query, variables) {
  const {data, errors} = await client.request(query, {variables});
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}

const {products} = await ask(`query FirstProducts {
  products(first: 10) {
    edges { node {
      id title handle
      priceRange { minVariantPrice { amount currencyCode } }
      variants(first: 5) { edges { node { id title availableForSale price { amount } } } }
    } }
  }
}`);
const variants = products.edges
  .flatMap(({node}) => node.variants.edges)
  .map(({node}) => node)
  .filter(variant => variant.availableForSale);
assert.ok(variants.length >= 2, 'two variants that can be bought');

const fragment = cart.defaultCartFragment;
const lines = variants.slice(0, 1).map(({id}) => ({merchandiseId: id, quantity: 2}));
const made = (await ask(cart.CartCreate(fragment), {input: {lines}})).cartCreate.cart;
assert.equal(made.totalQuantity, 2);
assert.equal(made.cost.totalAmount.amount, (2 * variants[0].price.amount).toFixed(2));
const cartId = made.id;
const added = (await ask(cart.CartLineAdd(fragment), {cartId, lines: [{merchandiseId: variants[1].id}]}))
  .cartLinesAdd.cart;
assert.equal(added.totalQuantity, 3);
const id = added.lines.edges[0].node.id;
const updated = (await ask(cart.CartLineUpdate(fragment), {cartId, lines: [{id, quantity: 1}]})).cartLinesUpdate.cart;
assert.equal(updated.totalQuantity, 2);
const removed = (await ask(cart.CartLineRemove(fragment), {cartId, lines: [id]})).cartLinesRemove.cart;
assert.equal(removed.totalQuantity, 1);
const noted = (await ask(cart.CartNoteUpdate(fragment), {cartId, note: 'wrap it'})).cartNoteUpdate.cart;
assert.equal(noted.note, 'wrap it');
const buyerIdentity = {email: 'ada@example.org', countryCode: 'GB'};
const known = (await ask(cart.CartBuyerIdentityUpdate(fragment), {cartId, buyerIdentity})).cartBuyerIdentityUpdate.cart;
assert.equal(known.buyerIdentity.email, buyerIdentity.email);
const attributes = [{key: 'gift', value: 'yes'}];
const marked = (await ask(cart.CartAttributesUpdate(fragment), {cartId, attributes})).cartAttributesUpdate.cart;
assert.deepEqual(marked.attributes, attributes);
const coded = (await ask(cart.CartDiscountCodesUpdate(fragment), {cartId, discountCodes: ['TEN']}))
  .cartDiscountCodesUpdate.cart;
assert.deepEqual(coded.discountCodes, [{code: 'TEN', applicable: false}]);
const read = (await ask(cart.CartQuery(fragment), {id: cartId})).cart;
assert.deepEqual(read, coded);
const page = await fetch(read.checkoutUrl);
assert.equal(page.status, 200);
console.log('the published clients have filled a cart: ' + read.checkoutUrl);
