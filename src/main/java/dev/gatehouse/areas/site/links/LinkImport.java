package dev.gatehouse.areas.site.links;

import module java.base;

import dev.gatehouse.area.StoredResource;
import dev.gatehouse.area.imports.ImportKind;
import dev.gatehouse.area.imports.ImportTable;
import dev.gatehouse.area.imports.ImportText;
import dev.gatehouse.areas.site.links.HyperlinkOperations.Hyperlink;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.StoredTime;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeVisitor;

/**
 * Import of hyperlinks from the bookmarks of a browser, from JSON or from CSV. A hyperlink that
 * exists with the same URL keeps its title and gets the tags that it lacks.
 */
final class LinkImport implements ImportKind {
  private static final int ID_BYTES = 12;
  private static final int MAX_TITLE = 200;
  private static final int MAX_DESCRIPTION = 2_000;
  private static final int MAX_TAGS = 20;
  private static final int MAX_TAG = 50;
  private static final Set<String> CATEGORIES = Set.of("personal", "social", "support", "charity");

  /** A list of URLs, one in each line, as browsers on phones share their tabs. */
  private static final Pattern ADDRESSES =
      Pattern.compile("[a-z]+:[^\\s,;\"]+(\\s*\\R\\s*[a-z]+:[^\\s,;\"]+)*+");

  private final StoredResource<Hyperlink> resource;
  private final int max;
  private final UnaryOperator<String> target;
  private final InstantSource clock;
  private final Map<String, Hyperlink> byUrl = new HashMap<>();
  private Columns columns;
  private int position;

  /**
   * @param max number of hyperlinks
   * @param target returns a valid URL in ASCII, or throws
   */
  LinkImport(
      StoredResource<Hyperlink> resource,
      int max,
      UnaryOperator<String> target,
      InstantSource clock) {
    this.resource = resource;
    this.max = max;
    this.target = target;
    this.clock = clock;
    for (Hyperlink link :
        resource.records().find(Query.all(), Query.by("createdAt").json(), 0, 0)) {
      byUrl.putIfAbsent(link.content().url(), link);
      position = Math.max(position, link.position());
    }
  }

  /** Columns of a file, by their meaning. */
  private record Columns(
      List<String> url,
      List<String> title,
      List<String> description,
      List<String> tags,
      List<String> folder,
      List<String> created,
      List<String> active,
      List<String> position) {
    static Columns of(ImportTable table) {
      return new Columns(
          table.columns("url uri link href address linkurl website adresse"),
          table.columns("title name label text linktitle platform titel bezeichnung"),
          table.columns("description note notes comment excerpt beschreibung"),
          table.columns("tags labels keywords schlagworte"),
          table.columns("category folder collection group section list ordner"),
          table.columns("createdat created adddate dateadded timeadded added timestamp date datum"),
          table.columns("active isactive enabled visible published"),
          table.columns("position order sortorder rank"));
    }
  }

  @Override
  public ImportTable read(byte[] file) {
    String text = ImportText.of(file).strip();
    if (text.startsWith("{") || text.startsWith("[")) {
      return LinkJson.table(text);
    }
    if (ADDRESSES.matcher(text).matches()) {
      return ImportTable.of(("url\n" + text).getBytes(StandardCharsets.UTF_8));
    }
    return text.startsWith("<") ? BookmarkFile.table(text) : ImportTable.of(file);
  }

  @Override
  public List<Entry> entries(ImportTable table) {
    columns = Columns.of(table);
    if (columns.url().isEmpty()) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID,
          "the file must be a browser's bookmarks (HTML), JSON with links, CSV whose first line"
              + " names a column url, or a list of URLs");
    }
    return sorted(table.rows()).stream()
        .map(row ->
            new Entry(
                PlainText.defaultIfEmpty(
                    row.first(columns.title()),
                    PlainText.abbreviated(row.first(columns.url()), 100)),
                List.of(row)))
        .toList();
  }

  /** Returns the rows by their positions, if each has one. */
  private List<ImportTable.Row> sorted(List<ImportTable.Row> rows) {
    boolean numbered =
        rows.stream().allMatch(row -> row.first(columns.position()).matches("[0-9]{1,9}"));
    return numbered
        ? rows.stream()
            .sorted(Comparator.comparingInt(row -> Integer.parseInt(row.first(columns.position()))))
            .toList()
        : rows;
  }

  @Override
  public Result store(Entry entry, boolean dry, Consumer<String> adjusted) {
    ImportTable.Row row = entry.rows().getFirst();
    String given = row.first(columns.url());
    if (given.isEmpty()) {
      throw ApiException.invalid("url", "is required");
    }
    if (Set.of("false", "0", "no").contains(row.first(columns.active()).toLowerCase(Locale.ROOT))) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID, "the link is switched off in the file, and would be public");
    }
    String url = target.apply(given);
    Hyperlink.Content read = content(row, url, adjusted);
    Hyperlink known = byUrl.get(url);
    return known == null
        ? create(read, created(row, adjusted), dry)
        : merge(known, read, dry, adjusted);
  }

  private Result create(Hyperlink.Content content, Instant created, boolean dry) {
    Instant now = StoredTime.now(clock);
    position++;
    var link =
        new Hyperlink(
            Sha256.hex("hyperlink " + content.url(), ID_BYTES),
            content,
            created,
            now,
            position,
            resource.records().newId());
    if (byUrl.size() >= max) {
      throw ApiException.of(
          ErrorCode.RECORD_LIMIT_REACHED,
          "the maximum of " + max + " hyperlinks (links.maxHyperlinks) is reached");
    }
    try {
      if (!dry) {
        resource.add(link, link.id(), max);
      }
    } catch (DuplicateKeyException imported) {
      // A concurrent import has stored it.
      return Result.UNCHANGED;
    }
    byUrl.put(content.url(), link);
    return Result.CREATED;
  }

  private Result merge(
      Hyperlink known, Hyperlink.Content read, boolean dry, Consumer<String> adjusted) {
    if (!known.content().title().equals(read.title())) {
      adjusted.accept("the URL is in the list already, with the title " + known.content().title());
    }
    UnaryOperator<Hyperlink> change =
        before -> {
          Set<String> tags = new LinkedHashSet<>(before.content().tags());
          tags.addAll(read.tags());
          Hyperlink.Content old = before.content();
          String description = PlainText.defaultIfEmpty(old.description(), read.description());
          var content =
              new Hyperlink.Content(
                  old.url(),
                  old.title(),
                  description,
                  old.category(),
                  tags.stream().limit(MAX_TAGS).toList());
          return content.equals(old)
              ? before
              : before.with(
                  content, StoredTime.now(clock), before.position(), resource.records().newId());
        };
    Hyperlink changed = change.apply(known);
    if (changed.equals(known)) {
      return Result.UNCHANGED;
    }
    byUrl.put(read.url(), dry ? changed : resource.change(known.id(), change).orElse(changed));
    return Result.UPDATED;
  }

  private Hyperlink.Content content(ImportTable.Row row, String url, Consumer<String> adjusted) {
    String title = ImportText.line(row.first(columns.title()));
    if (title.isEmpty()) {
      title = name(url);
      adjusted.accept("has no title: " + title + " is used");
    }
    List<String> tags = new ArrayList<>();
    String category = "personal";
    String folders = columns.folder().stream().map(row::text).collect(Collectors.joining("/"));
    for (String folder : folders.split("/")) {
      String lower = folder.strip().toLowerCase(Locale.ROOT);
      if (CATEGORIES.contains(lower)) {
        category = lower;
      } else {
        tags.add(folder);
      }
    }
    columns.tags().forEach(column -> tags.addAll(List.of(row.text(column).split("[,;|]"))));
    List<String> named =
        tags.stream()
            .map(ImportText::line)
            .filter(tag -> !tag.isEmpty())
            .map(tag -> ImportText.shortened(tag, MAX_TAG, "a tag", adjusted))
            .distinct()
            .toList();
    if (named.size() > MAX_TAGS) {
      adjusted.accept(
          "has more than 20 tags: without "
              + String.join(", ", named.subList(MAX_TAGS, named.size())));
    }
    String description = AcceptableText.toParagraph(row.first(columns.description())).strip();
    return new Hyperlink.Content(
        url,
        ImportText.shortened(title, MAX_TITLE, "the title", adjusted),
        ImportText.shortened(description, MAX_DESCRIPTION, "the description", adjusted),
        category,
        named.stream().limit(MAX_TAGS).toList());
  }

  private Instant created(ImportTable.Row row, Consumer<String> adjusted) {
    String text = row.first(columns.created());
    Instant now = StoredTime.now(clock);
    if (text.isEmpty() || text.equals("0")) {
      return now;
    }
    Optional<Instant> time = ImportText.past(text, now);
    if (time.isEmpty()) {
      adjusted.accept("the time " + PlainText.abbreviated(text, 40) + " is unknown: now is used");
    }
    return time.orElse(now);
  }

  private static String name(String url) {
    String host = url.startsWith("http") ? URI.create(url).getHost() : null;
    return Objects.requireNonNullElse(host, url.substring(url.indexOf(':') + 1));
  }

  /** The bookmarks file that all browsers and bookmark managers export, in the form of Netscape. */
  static final class BookmarkFile implements NodeVisitor {
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
      row.put(
          "folder", String.join("/", folders.stream().filter(name -> !name.isEmpty()).toList()));
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

  /**
   * Links in JSON: a list of a page such as Linktree, the bookmarks of Chromium and Firefox, or the
   * export of a bookmark manager. Each object with a URL is a link, and an object with a list of
   * links is a folder.
   */
  static final class LinkJson {
    private static final String FOLDER = "folder";
    private static final List<String> URLS = List.of("url", "uri", "href", "link", "address");
    private static final List<String> NAMES = List.of("title", "name", "label", "text");
    private static final List<String> LISTS = List.of("children", "links", "items", "bookmarks");

    /** Objects inside a link that contain its URL. */
    private static final List<String> INNER = List.of("content", "link", "attributes", "data");

    private final List<Map<String, String>> rows = new ArrayList<>();
    private final Set<String> unread = new TreeSet<>();

    private LinkJson() {}

    /**
     * @throws ApiException 400 if the text is no JSON, or has no link
     */
    static ImportTable table(String text) {
      var json = new LinkJson();
      json.walk(ImportText.json(text), "", false);
      if (json.rows.isEmpty()) {
        throw ApiException.of(ErrorCode.CONTENT_INVALID, "the JSON has no object with a field url");
      }
      return ImportTable.of(BookmarkFile.COLUMNS, json.rows, json.unread);
    }

    /**
     * @param own whether the value is one of a browser's own folders, whose names it has chosen
     */
    private void walk(Object value, String folder, boolean own) {
      if (value instanceof JsonArray list) {
        list.forEach(each -> walk(each, folder, false));
      } else if (value instanceof JsonObject object) {
        JsonObject link = withInner(object);
        if (text(link, URLS).isEmpty()) {
          walkFolder(object, folder, own || isRoot(object));
        } else {
          add(link, folder);
          LISTS.forEach(name -> walk(object.getValue(name), folder, false));
        }
      }
    }

    private void walkFolder(JsonObject object, String folder, boolean own) {
      boolean lists = LISTS.stream().anyMatch(name -> object.getValue(name) instanceof JsonArray);
      String name = own || !lists ? "" : text(object, NAMES).replace('/', ' ');
      String inside = folder.isEmpty() || name.isEmpty() ? folder + name : folder + '/' + name;
      for (Map.Entry<String, Object> each : object) {
        if (each.getKey().equals("roots") && each.getValue() instanceof JsonObject roots) {
          roots.forEach(root -> walk(root.getValue(), folder, true));
        } else {
          walk(each.getValue(), inside, false);
        }
      }
    }

    /** Returns whether an object is a folder that Firefox has made. */
    private static boolean isRoot(JsonObject object) {
      return object.containsKey("root")
          || (object.getValue("guid") instanceof String guid && guid.endsWith("_____"));
    }

    private static JsonObject withInner(JsonObject object) {
      JsonObject merged = object.copy();
      for (String name : INNER) {
        if (object.getValue(name) instanceof JsonObject inner && text(object, URLS).isEmpty()) {
          inner.forEach(each -> {
            if (merged.getValue(each.getKey()) == null) {
              merged.put(each.getKey(), each.getValue());
            }
          });
        }
      }
      return merged;
    }

    private void add(JsonObject link, String folder) {
      Map<String, String> row = new LinkedHashMap<>();
      link.forEach(each -> {
        String text = text(each.getValue());
        if (!text.isEmpty()) {
          row.put(each.getKey(), text);
        } else if (each.getValue() instanceof JsonObject) {
          unread.add(each.getKey());
        }
      });
      row.merge(FOLDER, folder, (inLink, outside) -> inLink + '/' + outside);
      rows.add(row);
    }

    private static String text(JsonObject object, List<String> names) {
      return names.stream()
          .map(object::getValue)
          .filter(String.class::isInstance)
          .map(String.class::cast)
          .filter(text -> !text.isBlank())
          .findFirst()
          .orElse("");
    }

    private static String text(Object value) {
      return switch (value) {
        case null -> "";
        case JsonObject object -> "";
        case JsonArray list ->
            list.stream()
                .map(each -> each instanceof JsonObject object ? text(object, NAMES) : text(each))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(","));
        default -> value.toString().strip();
      };
    }
  }
}
