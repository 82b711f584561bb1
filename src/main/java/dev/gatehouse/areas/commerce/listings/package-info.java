/** The owner's offers on marketplaces. */
package dev.gatehouse.areas.commerce.listings;
