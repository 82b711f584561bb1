/** Catalog of the products that the site sells. */
package dev.gatehouse.areas.commerce.products;
