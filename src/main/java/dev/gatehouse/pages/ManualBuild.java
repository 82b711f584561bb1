package dev.gatehouse.pages;

import module java.base;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gatehouse.formats.PlainText;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Build step that converts the documents to HTML, so that nodes only serve files. Links between
 * documents become links between pages. Links to other files become plain text.
 */
public final class ManualBuild {
  private static final String MARKDOWN = ".md";
  private static final String README = "README.md";

  private final Path documents;
  private final Parser parser;

  /** Addresses of the documents, by their places in the repository. */
  private final Map<Path, String> addresses = new TreeMap<>();

  private ManualBuild(Path repository, Path documents) throws IOException {
    this.documents = repository.resolve(documents);
    this.parser = Parser.builder().extensions(List.of(TablesExtension.create())).build();
    addresses.put(repository.resolve(README), ManualPage.ROOT + "/readme");
    try (Stream<Path> files = Files.walk(this.documents)) {
      files
          .filter(file -> file.toString().endsWith(MARKDOWN))
          .forEach(file -> addresses.put(file, address(file)));
    }
  }

  /**
   * Converts all documents.
   *
   * @param arguments folder of the repository, folder of the documents in it, and folder of the
   *     class files
   */
  public static void main(String[] arguments) throws IOException {
    Path repository = Path.of(arguments[0]).toAbsolutePath().normalize();
    Path target = Files.createDirectories(Path.of(arguments[2]).resolve(ManualPage.FOLDER));
    ManualPage.Index index = new ManualBuild(repository, Path.of(arguments[1])).write(target);
    new ObjectMapper().writeValue(target.resolve(ManualPage.INDEX).toFile(), index);
  }

  private String address(Path file) {
    String name = documents.relativize(file).toString().replace('\\', '/');
    String plain = PlainText.withoutEnd(MARKDOWN, PlainText.withoutEnd(README, name));
    return PlainText.withoutEnd("/", ManualPage.ROOT + '/' + plain);
  }

  private ManualPage.Index write(Path target) throws IOException {
    Map<String, ManualPage.Entry> pages = new TreeMap<>();
    for (Map.Entry<Path, String> each : addresses.entrySet()) {
      if (Files.exists(each.getKey())) {
        Node document = parser.parse(Files.readString(each.getKey()));
        Outline outline = new Outline(each.getKey());
        document.accept(outline);
        String file = Integer.toString(pages.size()) + ".html";
        Files.writeString(target.resolve(file), html(document, outline));
        pages.put(
            each.getValue(),
            new ManualPage.Entry(file, outline.title, List.copyOf(outline.headings)));
      }
    }
    return new ManualPage.Index(sections(pages), pages);
  }

  private static String html(Node document, Outline outline) {
    return HtmlRenderer.builder()
        .extensions(List.of(TablesExtension.create()))
        .attributeProviderFactory(context ->
            (node, tag, attributes) -> {
              if (outline.ids.containsKey(node)) {
                attributes.put("id", outline.ids.get(node));
              }
              if (tag.equals("pre")) {
                // Keyboards can scroll only what has the focus.
                attributes.put("tabindex", "0");
              }
            })
        .build()
        .render(document)
        // Wide tables scroll, also with the keyboard.
        .replace("<table>", "<div class=\"wide\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>");
  }

  /** Returns the pages by the headings of the list of documents, then those that it omits. */
  private List<ManualPage.Section> sections(Map<String, ManualPage.Entry> pages)
      throws IOException {
    List<ManualPage.Section> sections = new ArrayList<>();
    Set<String> listed = new TreeSet<>();
    Path list = documents.resolve(README);
    String section = "";
    Map<String, List<String>> found = new LinkedHashMap<>();
    Node document = parser.parse(Files.readString(list));
    for (Node each = document.getFirstChild(); each != null; each = each.getNext()) {
      if (each instanceof Heading heading) {
        section = heading.getLevel() == 2 ? text(heading) : "";
      } else if (!section.isEmpty()) {
        List<String> addressesOfSection =
            found.computeIfAbsent(section, first -> new ArrayList<>());
        each.accept(
            new AbstractVisitor() {
              @Override
              public void visit(Link link) {
                target(list, link.getDestination().split("#", 2)[0])
                    .filter(pages::containsKey)
                    .filter(listed::add)
                    .ifPresent(addressesOfSection::add);
              }
            });
      }
    }
    found.forEach((title, addressesOfSection) ->
        sections.add(new ManualPage.Section(title, addressesOfSection)));
    for (String folder : List.of("reference/api", "formats", "decisions")) {
      List<String> others =
          pages.keySet().stream()
              .filter(address -> address.startsWith(ManualPage.ROOT + '/' + folder + '/'))
              .filter(listed::add)
              .toList();
      String name = folder.substring(folder.lastIndexOf('/') + 1);
      String title = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
      if (name.equals("api")) {
        title = "API";
      }
      if (!others.isEmpty()) {
        sections.add(new ManualPage.Section(title, others));
      }
    }
    return sections;
  }

  /** Returns the address of the page that a link names; empty if it names no document. */
  private Optional<String> target(Path from, String destination) {
    String[] parts = destination.split("#", 2);
    Path file =
        parts[0].isEmpty() ? from : from.resolveSibling(parts[0]).toAbsolutePath().normalize();
    String anchor = parts.length == 1 ? "" : "#" + parts[1];
    if (addresses.containsKey(file)) {
      return Optional.of(addresses.get(file) + anchor);
    }
    Path readme = file.resolve(README);
    return Optional.ofNullable(addresses.get(readme)).map(address -> address + anchor);
  }

  private static String text(Node node) {
    var text = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text part) {
            text.append(part.getLiteral());
          }

          @Override
          public void visit(Code part) {
            text.append(part.getLiteral());
          }
        });
    return text.toString();
  }

  /** Finds title and headings of a document, and adapts its links. */
  private final class Outline extends AbstractVisitor {
    private final Path file;
    private final Map<Node, String> ids = new LinkedHashMap<>();
    private final List<ManualPage.Heading> headings = new ArrayList<>();
    private String title = "";

    Outline(Path file) {
      this.file = file;
    }

    @Override
    public void visit(Heading heading) {
      String text = text(heading);
      String id = id(text);
      ids.put(heading, id);
      if (heading.getLevel() == 1) {
        title = text;
      } else if (heading.getLevel() == 2) {
        headings.add(new ManualPage.Heading(id, text));
      }
      visitChildren(heading);
    }

    /** Returns the anchor that code hosts give to a heading. */
    private String id(String text) {
      String id =
          text.toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "").strip().replace(' ', '-');
      String unique = id;
      for (int number = 1; ids.containsValue(unique); number++) {
        unique = id + '-' + number;
      }
      return unique;
    }

    @Override
    public void visit(Link link) {
      visitChildren(link);
      String destination = link.getDestination();
      if (!destination.matches("(https?|mailto):.*")) {
        target(file, destination)
            .ifPresentOrElse(link::setDestination, () -> replacedByChildren(link));
      }
    }

    /** Pictures are not part of packages. */
    @Override
    public void visit(Image image) {
      image.unlink();
    }

    @Override
    public void visit(HtmlBlock html) {
      html.unlink();
    }

    @Override
    public void visit(HtmlInline html) {
      if (!html.getLiteral().equals("<br>")) {
        html.unlink();
      }
    }

    private static void replacedByChildren(Node node) {
      while (node.getFirstChild() != null) {
        node.insertBefore(node.getFirstChild());
      }
      node.unlink();
    }

    @Override
    protected void visitChildren(Node parent) {
      for (Node each = parent.getFirstChild(); each != null; ) {
        // A visit can remove the node.
        Node next = each.getNext();
        each.accept(this);
        each = next;
      }
    }
  }
}
