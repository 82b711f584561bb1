package dev.gatehouse.areas.site.links;

import module java.base;

import dev.gatehouse.area.imports.ImportTable;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeVisitor;

/** The bookmarks file that all browsers and bookmark managers export, in the form of Netscape. */
final class BookmarkFile implements NodeVisitor {
  static final List<String> COLUMNS =
      List.of("url", "title", "description", "tags", "folder", "createdAt");

  /** Attributes of a browser's own folders, whose names are no choice of the user. */
  private static final Set<String> OWN_FOLDERS =
      Set.of("personal_toolbar_folder", "unfiled_bookmarks_folder", "bookmarks_menu_folder");

  private static final Set<String> READ = Set.of("href", "add_date", "tags", "folded");

  private final Deque<String> folders = new ArrayDeque<>();
  private final List<Map<String, String>> rows = new ArrayList<>();
  private final List<Long> lines = new ArrayList<>();
  private final Set<String> unread = new TreeSet<>();
  private String heading = "";
  private boolean afterLink;

  private BookmarkFile() {}

  /**
   * @throws ApiException 400 if the file has no link
   */
  static ImportTable table(String html) {
    var parser = Parser.htmlParser();
    parser.setTrackPosition(true);
    var file = new BookmarkFile();
    parser.parseInput(html, "").traverse(file);
    if (file.rows.isEmpty()) {
      throw ApiException.of(ErrorCode.CONTENT_INVALID, "the HTML file has no links");
    }
    return ImportTable.of(COLUMNS, file.rows, file.lines, file.unread);
  }

  @Override
  public void head(Node node, int depth) {
    if (node instanceof Element element) {
      switch (element.normalName()) {
        case "h3" -> {
          boolean own = OWN_FOLDERS.stream().anyMatch(element::hasAttr);
          heading = own ? "" : element.text().replace('/', ' ');
          afterLink = false;
        }
        case "dl" -> {
          folders.addLast(heading);
          heading = "";
        }
        case "a" -> link(element);
        case "dd" -> describe(element);
        default -> {
          // Other elements only group.
        }
      }
    }
  }

  @Override
  public void tail(Node node, int depth) {
    if (node instanceof Element element && element.normalName().equals("dl")) {
      folders.removeLast();
    }
  }

  private void link(Element element) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("url", element.attr("href").strip());
    row.put("title", element.text());
    row.put("tags", element.attr("tags"));
    row.put("folder", String.join("/", folders.stream().filter(name -> !name.isEmpty()).toList()));
    row.put("createdAt", element.attr("add_date"));
    rows.add(row);
    lines.add((long) element.sourceRange().start().lineNumber());
    afterLink = true;
    for (Attribute attribute : element.attributes()) {
      if (!READ.contains(attribute.getKey()) && !attribute.getValue().isEmpty()) {
        unread.add(attribute.getKey());
      }
    }
  }

  /** Adds a description to the link before it. A folder's description is not a link's. */
  private void describe(Element element) {
    String text = element.ownText();
    if (afterLink && !text.isEmpty()) {
      rows.getLast().put("description", text);
    } else if (!text.isEmpty()) {
      unread.add("description of a folder");
    }
  }
}
