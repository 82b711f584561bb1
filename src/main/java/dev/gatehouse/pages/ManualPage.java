package dev.gatehouse.pages;

import java.util.List;
import java.util.Map;

/**
 * Page of the documentation.
 *
 * @param style path of its style sheet
 * @param address of the page
 * @param body HTML, made by the build
 * @param index all pages
 */
public record ManualPage(String style, String address, String body, Index index) {
  /** Prefix of the addresses. */
  public static final String ROOT = "/docs";

  /** Folder of the class path with the pages. */
  public static final String FOLDER = "manual";

  /** File with the {@link Index}. */
  public static final String INDEX = "index.json";

  /**
   * All pages.
   *
   * @param pages by their addresses
   */
  public record Index(List<Section> sections, Map<String, Entry> pages) {}

  public record Section(String title, List<String> pages) {}

  /**
   * Entry of a page.
   *
   * @param file with its body
   */
  public record Entry(String file, String title, List<Heading> headings) {}

  /**
   * Result of a search.
   *
   * @param address of the page, with the heading's anchor
   */
  public record Hit(String address, String title, String excerpt) {}

  public record Search(String style, String query, List<Hit> hits) {}

  /** Heading of the second level. */
  public record Heading(String id, String text) {}

  public String title() {
    return index.pages().get(address).title();
  }

  public List<Heading> headings() {
    return index.pages().get(address).headings();
  }
}
