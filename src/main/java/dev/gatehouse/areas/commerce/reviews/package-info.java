/**
 * Reviews of what is sold: written by who has proved an e-mail address, shown once the owner has
 * approved it, and never with that address.
 */
package dev.gatehouse.areas.commerce.reviews;
