/** Orders of the local shop from cart to payment, with their stock, states and emails. */
package dev.gatehouse.areas.storefront.orders;
