package dev.gatehouse.pages;

/**
 * Content of the page at the root.
 *
 * @param shop whether it links to the local shop
 */
public record HomePage(boolean shop) {}
