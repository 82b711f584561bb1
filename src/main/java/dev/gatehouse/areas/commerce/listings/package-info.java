/** The owner's offers elsewhere, as the marketplaces list it. */
package dev.gatehouse.areas.commerce.listings;
