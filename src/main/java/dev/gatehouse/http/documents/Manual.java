package dev.gatehouse.http.documents;

import module java.base;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.pages.ManualPage;
import dev.gatehouse.pages.Pages;
import io.vertx.core.buffer.Buffer;

/**
 * The documentation, in the design of the public pages. Each page is made on its first request,
 * because few clients read more than some of them.
 */
final class Manual {
  private static final String FILES = "/" + ManualPage.FOLDER + "/";
  private static final String RECORDS = ManualPage.ROOT + "/reference/api/records#";
  private static final int HASH = 16;

  /** Pages about one area only, by the area. */
  static final Map<String, Set<String>> OF_AREAS =
      Map.of(
          "calendar", pages("guides/calendar providers/google-calendar reference/api/calendar"),
          "codehost", pages("codehost guides/code-host providers/github reference/api/codehost"),
          "commerce",
              pages(
                  "guides/products guides/reviews guides/books providers/amazon providers/ebay providers/printful"
                      + " reference/api/products reference/api/reviews reference/api/listings"
                      + " reference/api/marketplace reference/api/printshop"),
          "games",
              pages(
                  "guides/block-game formats/block-game providers/game-server reference/api/games"),
          "media",
              pages(
                  "guides/audio guides/resume-and-dna formats/audio formats/dna reference/api/media"),
          "payments", pages("guides/payments providers/paypal reference/api/payments"),
          "storefront",
              pages(
                  "guides/shop guides/sell-a-book orders providers/shopify reference/api/storefront"),
          "trading",
              pages(
                  "guides/bot guides/market-data formats/market-data providers/alpaca"
                      + " reference/api/market reference/api/trading"));

  private final Pages designPages;
  private final Set<String> hidden;
  private final Set<String> records;
  private final Buffer style = ClassPath.read("/pages/manual.css");
  private final String stylePath =
      ManualPage.ROOT + "/" + Sha256.hex(style.getBytes()).substring(0, HASH) + ".css";
  private final Map<String, Versioned> pages = new ConcurrentHashMap<>();
  private final ManualSearch search = new ManualSearch();
  private volatile ManualPage.Index index;

  /** A page in one version of the design. */
  private record Versioned(int version, Page page) {}

  /**
   * @param areasOff areas whose pages the search does not find
   * @param records names of the API's records, of which the search finds no other ones
   */
  Manual(Pages designPages, Set<String> areasOff, Set<String> records) {
    this.records =
        records.stream()
            .map(name -> RECORDS + name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    this.designPages = designPages;
    hidden =
        areasOff.stream()
            .flatMap(area -> OF_AREAS.get(area).stream())
            .map(page -> ManualPage.ROOT + '/' + page)
            .collect(Collectors.toSet());
    areasOff.forEach(area -> hidden.add(ManualPage.ROOT + "/reference/api#" + area));
  }

  private boolean isFound(String target) {
    return target.startsWith(RECORDS)
        ? records.contains(target)
        : !hidden.contains(target.split("#", 2)[0]) && !hidden.contains(target);
  }

  private static Set<String> pages(String names) {
    return Set.of(names.split(" "));
  }

  /** Returns whether a page may exist at a path. */
  static boolean mayHave(String path) {
    return path.equals(ManualPage.ROOT) || path.startsWith(ManualPage.ROOT + "/");
  }

  /** Returns whether a path is the search's. */
  static boolean isSearch(String path) {
    return path.equals(ManualPage.ROOT + "/search");
  }

  /** Returns the results of a search. Blocks. */
  Page search(String query) {
    var results =
        new ManualPage.Search(stylePath, query, search.find(index(), this::isFound, query));
    return Page.once(Buffer.buffer(designPages.html("manualsearch", results)), Pages.POLICY);
  }

  /** Reads the HTML of a page. */
  static String body(ManualPage.Entry page) {
    return ClassPath.read(FILES + page.file()).toString();
  }

  /** Returns a page that was requested before; null if it was not. */
  Page known(String path) {
    Versioned known = pages.get(path);
    return known == null || known.version() != designPages.version() ? null : known.page();
  }

  /** Returns the page at a path. Blocks. */
  Optional<Page> find(String path) {
    String address =
        path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    if (address.equals(stylePath)) {
      return Optional.of(made(address, () -> Page.forGood(style, Page.STYLE)));
    }
    if (!index().pages().containsKey(address)) {
      return Optional.empty();
    }
    return Optional.of(made(address, () -> page(address)));
  }

  private Page made(String address, Supplier<Page> source) {
    int version = designPages.version();
    return pages
        .compute(
            address,
            (path, known) ->
                known == null || known.version() != version
                    ? new Versioned(version, source.get())
                    : known)
        .page();
  }

  private ManualPage.Index index() {
    if (index == null) {
      try {
        index =
            new ObjectMapper()
                .readValue(
                    ClassPath.read(FILES + ManualPage.INDEX).getBytes(), ManualPage.Index.class);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return index;
  }

  private Page page(String address) {
    String body = body(index().pages().get(address));
    String html = designPages.html("manual", new ManualPage(stylePath, address, body, index()));
    return Page.of(Buffer.buffer(html), Page.HTML, Pages.POLICY);
  }

  /**
   * Full-text search in the documentation. A section is found if it contains all words, each at the
   * start of a word. The sections are read from the class path on first use, and forgotten when the
   * memory is needed, because reading them takes much longer than a search.
   */
  static final class ManualSearch {
    private static final Pattern SECTION =
        Pattern.compile("(?s)<h[1-3] id=\"([^\"]*)\">(.*?)</h[1-3]>(.*?)(?=<h[1-3] id=|\\z)");
    private static final List<String> GUIDES =
        List.of("/docs/guides/", "/docs/operate/", "/docs/providers/");
    private static final int MAX_HITS = 20;
    private static final int MAX_WORDS = 8;
    private static final int BEFORE = 60;
    private static final int EXCERPT = 200;

    private volatile SoftReference<List<Section>> sections = new SoftReference<>(null);

    /**
     * Section of a page.
     *
     * @param head its headings in lower case
     * @param searched its headings and text in lower case
     */
    record Section(String target, String name, String text, String head, String searched) {}

    private record Found(Section section, int weight) {}

    private record Word(String text, Pattern atStart) {
      boolean isIn(String section) {
        return section.contains(text) && atStart.matcher(section).find();
      }
    }

    /**
     * @param found whether the section at an address can be found
     */
    List<ManualPage.Hit> find(ManualPage.Index index, Predicate<String> found, String query) {
      List<Word> words =
          Arrays.stream(query.toLowerCase(Locale.ROOT).strip().split("\\s+"))
              .filter(word -> !word.isEmpty())
              .limit(MAX_WORDS)
              .map(word -> new Word(word, Pattern.compile("(?<!\\w)" + Pattern.quote(word))))
              .toList();
      if (words.isEmpty()) {
        return List.of();
      }
      return sections(index).stream()
          .filter(section -> found.test(section.target()))
          .filter(section -> words.stream().allMatch(word -> word.isIn(section.searched())))
          .map(section -> new Found(section, weight(section, words)))
          .sorted(Comparator.comparingInt(Found::weight).reversed())
          .limit(MAX_HITS)
          .map(best -> hit(best.section(), words))
          .toList();
    }

    List<Section> sections(ManualPage.Index index) {
      List<Section> known = sections.get();
      if (known != null) {
        return known;
      }
      List<Section> read = new ArrayList<>();
      index
          .pages()
          .forEach((address, page) -> {
            Matcher parts = SECTION.matcher(Manual.body(page));
            while (parts.find()) {
              read.add(section(address, page.title(), parts));
            }
          });
      sections = new SoftReference<>(read);
      return read;
    }

    private static Section section(String address, String title, Matcher part) {
      String heading = plain(part.group(2));
      String text = plain(part.group(3));
      String head = (title + ' ' + heading).toLowerCase(Locale.ROOT);
      String name = heading.equals(title) ? title : title + ": " + heading;
      String target = address + (heading.equals(title) ? "" : '#' + part.group(1));
      return new Section(target, name, text, head, head + ' ' + text.toLowerCase(Locale.ROOT));
    }

    private static int weight(Section section, List<Word> words) {
      int inHead = (int) words.stream().filter(word -> word.isIn(section.head())).count();
      // A guide answers a question, and the reference says how a request is sent. A word that a
      // short
      // section contains says more than in a long one.
      int guide = GUIDES.stream().anyMatch(section.target()::startsWith) ? 150 : 0;
      return 100 * inHead + guide - Math.min(99, section.text().length() / EXCERPT);
    }

    private static ManualPage.Hit hit(Section section, List<Word> words) {
      String text = section.text();
      Matcher first = words.getFirst().atStart().matcher(text.toLowerCase(Locale.ROOT));
      int start = first.find() ? Math.max(0, first.start() - BEFORE) : 0;
      int end = Math.min(text.length(), start + EXCERPT);
      String excerpt =
          (start > 0 ? "… " : "")
              + text.substring(start, end).strip()
              + (end < text.length() ? " …" : "");
      return new ManualPage.Hit(section.target(), section.name(), excerpt);
    }

    private static String plain(String html) {
      return html.replaceAll("<[^>]*>", " ")
          .replace("&lt;", "<")
          .replace("&gt;", ">")
          .replace("&quot;", "\"")
          .replace("&amp;", "&")
          .replaceAll("\\s+", " ")
          .strip();
    }
  }

  /** Reader for files of the class path, both Gatehouse's own and those of webjars. */
  static final class ClassPath {
    private ClassPath() {}

    /**
     * Reads a file.
     *
     * @throws IllegalStateException if the file does not exist
     */
    static Buffer read(String resource) {
      try (InputStream in = ClassPath.class.getResourceAsStream(resource)) {
        if (in == null) {
          throw new IllegalStateException("the class path has no " + resource);
        }
        return Buffer.buffer(in.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Returns the names of Gatehouse's own files in a folder. */
    static List<String> names(String folder) {
      Path code =
          Path.of(ClassPath.class.getProtectionDomain().getCodeSource().getLocation().getPath());
      try (FileSystem jar = Files.isDirectory(code) ? null : FileSystems.newFileSystem(code);
          Stream<Path> files =
              Files.list(jar == null ? Path.of(code + folder) : jar.getPath(folder))) {
        return files.map(file -> file.getFileName().toString()).toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Returns the folder of a webjar. The webjar's version is part of its name. */
    static String webjar(String group, String artifact) {
      var properties = new Properties();
      String file = "/META-INF/maven/%s/%s/pom.properties".formatted(group, artifact);
      try (InputStream in = ClassPath.class.getResourceAsStream(file)) {
        if (in == null) {
          throw new IllegalStateException("the class path has no " + file);
        }
        properties.load(in);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return "/META-INF/resources/webjars/%s/%s/"
          .formatted(artifact, properties.getProperty("version"));
    }
  }
}
