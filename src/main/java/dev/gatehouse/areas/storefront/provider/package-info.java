/** External shop with the Storefront API, called over HTTP. */
package dev.gatehouse.areas.storefront.provider;
