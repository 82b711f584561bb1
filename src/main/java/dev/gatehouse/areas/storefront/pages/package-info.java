/** Pages of the local shop, in plain HTML without scripts for all browsers and screen readers. */
package dev.gatehouse.areas.storefront.pages;
