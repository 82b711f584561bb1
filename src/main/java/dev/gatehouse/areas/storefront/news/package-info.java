/** Subscribers to news of the shop, and the proof that they have agreed. */
package dev.gatehouse.areas.storefront.news;
