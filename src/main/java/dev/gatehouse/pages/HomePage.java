package dev.gatehouse.pages;

/**
 * Content of the page at the root.
 *
 * @param shop whether it links to the local shop
 * @param book whether it links to the booking page
 */
public record HomePage(boolean shop, boolean book) {}
