/** The catalogue: what the site sells. */
package dev.gatehouse.areas.commerce.products;
