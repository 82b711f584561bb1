package dev.gatehouse.pages;

/**
 * Facts about a page for search engines and shared links.
 *
 * @param url canonical address; null if the page does not know it
 * @param description plain text; empty for none
 * @param image address of a picture; null without one
 * @param type of the Open Graph protocol
 */
public record Shared(String url, String description, String image, String type) {}
