/**
 * Reviews of products. Authors verify an email address, which is never shown. The owner approves a
 * review before it is published.
 */
package dev.gatehouse.areas.commerce.reviews;
