/** What the site's owner sells elsewhere, as the marketplaces list it. */
package dev.gatehouse.commerce.listings;
