/**
 * Data sources of the shop: JSON of any structure, over HTTP or from a file, and access tokens for
 * providers that require them.
 */
package dev.gatehouse.areas.commerce.feeds;
