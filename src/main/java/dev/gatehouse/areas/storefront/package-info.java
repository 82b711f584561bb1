/**
 * Storefront area: products for sale as lists and by GraphQL, carts, and newsletter subscribers.
 */
package dev.gatehouse.areas.storefront;
