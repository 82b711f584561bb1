/**
 * The storefront area: what is for sale, as lists and by GraphQL, carts, and who wants news of the
 * shop.
 */
package dev.gatehouse.areas.storefront;
