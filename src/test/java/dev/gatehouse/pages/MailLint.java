package dev.gatehouse.pages;

import module java.base;

/**
 * Rules that HTML emails must follow to look right in mail programs, which remove scripts, style
 * sheets and unusual elements.
 */
public final class MailLint {
  private static final Pattern TAG =
      Pattern.compile("<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^>\"]|\"[^\"]*\")*)>");
  private static final Pattern ATTRIBUTE = Pattern.compile("([a-zA-Z-]+)(?:=\"([^\"]*)\")?");
  private static final Set<String> KNOWN =
      Set.of(
          "html", "head", "meta", "title", "style", "body", "table", "tr", "td", "th", "h1", "p",
          "a", "br", "img");
  private static final Set<String> EMPTY = Set.of("meta", "br", "img");
  private static final Set<String> STYLED = Set.of("body", "table", "td", "th", "h1", "p", "a");
  private static final Pattern UNSUPPORTED =
      Pattern.compile("url\\(|var\\(|position:|float:|flex|grid|[0-9]r?em\\b|margin[a-z-]*:[^;]*-");

  /** Gmail cuts off longer emails. */
  private static final int MAX_LENGTH = 102_000;

  private static final int MAX_WIDTH = 600;

  private final String html;
  private final List<String> problems = new ArrayList<>();
  private final List<String> tags = new ArrayList<>();
  private final List<String> links = new ArrayList<>();
  private int buttons;

  private MailLint(String html) {
    this.html = html;
  }

  /** Checks an email. */
  public static MailLint of(String html) {
    var lint = new MailLint(html);
    lint.check();
    return lint;
  }

  /** Returns the broken rules. */
  public List<String> problems() {
    return problems;
  }

  /** Returns the names of all tags in their order. */
  List<String> tags() {
    return tags;
  }

  /** Returns the addresses of all links. */
  List<String> links() {
    return links;
  }

  private void check() {
    require(html.startsWith("<!doctype html>"), "has no doctype");
    require(html.contains("<meta charset=\"utf-8\">"), "names no charset");
    require(html.contains("name=\"viewport\""), "has no viewport");
    require(html.contains("prefers-color-scheme: dark"), "has no dark mode");
    int style = html.indexOf("<style>");
    require(
        !html.substring(style, html.indexOf("</style>", style)).contains("@import"),
        "loads a style sheet");
    require(html.length() < MAX_LENGTH, "is longer than Gmail shows");
    Deque<String> open = new ArrayDeque<>();
    Matcher tag = TAG.matcher(html);
    while (tag.find()) {
      String name = tag.group(2);
      tags.add(tag.group(1) + name);
      if (!tag.group(1).isEmpty()) {
        require(name.equals(open.poll()), "closes " + name + " at the wrong place");
      } else {
        if (!EMPTY.contains(name)) {
          open.push(name);
        }
        element(name, attributes(tag.group(3)));
      }
    }
    require(open.isEmpty(), "does not close " + open);
    require(buttons <= 1, "has more than one button");
  }

  private static Map<String, String> attributes(String text) {
    Map<String, String> attributes = new HashMap<>();
    ATTRIBUTE
        .matcher(text)
        .results()
        .forEach(each -> attributes.put(each.group(1), String.valueOf(each.group(2))));
    return attributes;
  }

  private void element(String name, Map<String, String> attributes) {
    require(KNOWN.contains(name), "has a " + name);
    String style = attributes.getOrDefault("style", "");
    require(!STYLED.contains(name) || !style.isEmpty(), name + " has no inlined style");
    require(!UNSUPPORTED.matcher(style).find(), "unsupported style: " + style);
    require(!attributes.containsKey("background"), "has a background picture");
    require(!attributes.containsKey("srcset"), "has a srcset");
    attributes.keySet().forEach(key -> require(!key.startsWith("on"), "has a handler " + key));
    String width = attributes.getOrDefault("width", "0");
    require(width.endsWith("%") || Integer.parseInt(width) <= MAX_WIDTH, "is " + width + " wide");
    switch (name) {
      case "html" -> require(!attributes.getOrDefault("lang", "").isEmpty(), "has no language");
      case "img" -> {
        require(attributes.get("src").startsWith("cid:"), "loads " + attributes.get("src"));
        require(attributes.containsKey("alt"), "has a picture without alt");
        require(attributes.containsKey("height"), "has a picture without a height");
      }
      case "table" -> {
        for (String zero : List.of("cellpadding", "cellspacing", "border")) {
          require("0".equals(attributes.get(zero)), "has a table without " + zero);
        }
      }
      case "th" -> require(attributes.containsKey("scope"), "has a th without scope");
      case "a" -> link(attributes.get("href"), style);
      default -> {
        // The other elements have no further rules.
      }
    }
  }

  private void link(String address, String style) {
    require(address.matches("(https?://|mailto:)\\S+"), "links to " + address);
    links.add(address.replace("&amp;", "&"));
    buttons += style.contains("padding") ? 1 : 0;
  }

  private void require(boolean holds, String problem) {
    if (!holds) {
      problems.add(problem);
    }
  }

  /** Returns the visible texts, without entities. */
  public List<String> texts() {
    String body = html.substring(html.indexOf("<body"));
    return List.of(TAG.matcher(body).replaceAll("\n").split("\n")).stream()
        .map(line -> plain(line).strip())
        .filter(line -> !line.isEmpty() && !line.equals("·"))
        .toList();
  }

  private static String plain(String text) {
    return text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&#34;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
  }
}
