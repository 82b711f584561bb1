/** Reviews on marketplace A, fetched once a day, stored, and served from memory. */
package dev.gatehouse.areas.commerce.reviews.marketplace;
