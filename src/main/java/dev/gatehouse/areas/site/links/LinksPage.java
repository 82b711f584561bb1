package dev.gatehouse.areas.site.links;

import java.util.List;

/**
 * Content of the public page with all hyperlinks.
 *
 * @param url absolute address of the page
 */
public record LinksPage(String url, List<Link> links) {
  /** A hyperlink. The description may be empty. */
  public record Link(String title, String url, String description) {}
}
