/**
 * Orders of the local shop, from a cart to its payment: their stock, their states, their letters.
 */
package dev.gatehouse.areas.storefront.orders;
