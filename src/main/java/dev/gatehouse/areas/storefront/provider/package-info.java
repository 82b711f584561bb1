/** A shop of others that speaks the Storefront API, asked over HTTP. */
package dev.gatehouse.areas.storefront.provider;
