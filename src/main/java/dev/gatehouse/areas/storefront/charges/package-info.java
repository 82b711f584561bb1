/** Shipping costs and taxes of carts and orders, by the country of the delivery. */
package dev.gatehouse.areas.storefront.charges;
