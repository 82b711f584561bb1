/** Reviews on marketplace A: fetched once a day, kept here, shown from memory. */
package dev.gatehouse.areas.commerce.reviews.marketplace;
