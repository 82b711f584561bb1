package dev.gatehouse.pages;

import dev.gatehouse.formats.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Converts a part of Markdown to HTML: headings, paragraphs, lists, rules, links, bold, italic and
 * code. Everything else, HTML included, is shown as text.
 */
final class Markdown {
  private static final Pattern HEADING = Pattern.compile("(#{1,6}) +(.*?)[ #]*");
  private static final Pattern ITEM = Pattern.compile("[-*+] +(.*)");
  private static final Pattern NUMBERED = Pattern.compile("[0-9]{1,9}[.)] +(.*)");
  private static final Pattern RULE = Pattern.compile("(-{3,}|\\*{3,}|_{3,})");
  private static final Pattern LINK =
      Pattern.compile(
          "\\[([^\\[\\]]+)\\]\\(((?:/|#|https?://|mailto:|tel:)[^\\s()]*)\\)"
              + "|&lt;((?:https?://|mailto:)(?:(?!&[lg]t;)\\S){1,2000})&gt;");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern BOLD = Pattern.compile("\\*\\*(?=\\S)(.+?)(?<=\\S)\\*\\*");
  private static final Pattern ITALIC =
      Pattern.compile("(?<![\\w*])[*_](?=\\S)([^*_]+?)(?<=\\S)[*_](?![\\w*])");

  private final StringBuilder html = new StringBuilder();
  private final List<String> paragraph = new ArrayList<>();
  private String list = "";

  private Markdown() {}

  /** Returns the text of the first line if it is a heading of the first level; otherwise empty. */
  static String title(String text) {
    Matcher heading = HEADING.matcher(text.strip().lines().findFirst().orElse("").strip());
    return heading.matches() && heading.group(1).length() == 1 ? heading.group(2) : "";
  }

  /** Returns the HTML of a text, without a title in its first line. */
  static String html(String text) {
    var result = new Markdown();
    text.strip().lines().skip(title(text).isEmpty() ? 0 : 1).forEach(result::add);
    result.endParagraph();
    result.endList();
    return result.html.toString();
  }

  /** Returns the HTML of a text without markup, in paragraphs. */
  static String plain(String text) {
    return List.of(text.strip().replace("\r\n", "\n").split("\n\\s*\n")).stream()
        .map(part -> "<p>" + escaped(part).lines().collect(Collectors.joining("<br>\n")) + "</p>\n")
        .collect(Collectors.joining());
  }

  private void add(String raw) {
    String line = raw.strip();
    Matcher heading = HEADING.matcher(line);
    Matcher item = ITEM.matcher(line);
    Matcher numbered = NUMBERED.matcher(line);
    if (line.isEmpty()) {
      endParagraph();
      endList();
    } else if (heading.matches()) {
      endParagraph();
      endList();
      int level = Math.max(2, heading.group(1).length());
      String tag = "h" + level + ">";
      html.append('<').append(tag).append(inline(heading.group(2)));
      html.append("</").append(tag).append('\n');
    } else if (RULE.matcher(line).matches()) {
      endParagraph();
      endList();
      html.append("<hr>\n");
    } else if (item.matches()) {
      addItem("ul", item.group(1));
    } else if (numbered.matches()) {
      addItem("ol", numbered.group(1));
    } else if (raw.endsWith("  ") || raw.endsWith("\\")) {
      paragraph.add(PlainText.withoutEnd("\\", line) + "\n");
    } else {
      paragraph.add(line);
    }
  }

  private void addItem(String kind, String text) {
    endParagraph();
    if (!list.equals(kind)) {
      endList();
      list = kind;
      html.append('<').append(kind).append(">\n");
    }
    paragraph.add(text);
  }

  /** Ends the paragraph, or the item of a list. */
  private void endParagraph() {
    if (paragraph.isEmpty()) {
      return;
    }
    String text = inline(String.join(" ", paragraph).replace("\n ", "\n")).replace("\n", "<br>\n");
    String element = list.isEmpty() ? "p" : "li";
    html.append("<%s>%s</%s>\n".formatted(element, text, element));
    paragraph.clear();
  }

  private void endList() {
    if (!list.isEmpty()) {
      html.append("</").append(list).append(">\n");
      list = "";
    }
  }

  private static String inline(String text) {
    String escaped = escaped(text);
    var result = new StringBuilder();
    Matcher link = LINK.matcher(escaped);
    int end = 0;
    while (link.find()) {
      result.append(styled(escaped.substring(end, link.start())));
      boolean named = link.group(1) != null;
      String address = named ? link.group(2) : link.group(3);
      String words = named ? styled(link.group(1)) : address.replaceFirst("^mailto:", "");
      result.append("<a href=\"%s\">%s</a>".formatted(address, words));
      end = link.end();
    }
    return result.append(styled(escaped.substring(end))).toString();
  }

  private static String styled(String text) {
    String code = CODE.matcher(text).replaceAll("<code>$1</code>");
    String bold = BOLD.matcher(code).replaceAll("<strong>$1</strong>");
    return ITALIC.matcher(bold).replaceAll("<em>$1</em>");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
