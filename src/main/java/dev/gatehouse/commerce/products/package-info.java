/** The catalogue: what the site sells. */
package dev.gatehouse.commerce.products;
