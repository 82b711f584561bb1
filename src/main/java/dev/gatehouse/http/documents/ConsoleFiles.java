package dev.gatehouse.http.documents;

import module java.base;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.http.documents.Manual.ClassPath;
import dev.gatehouse.time.ZoneData;
import io.vertx.core.buffer.Buffer;

/**
 * Files of the owner's console. The folder's name is a hash of all its files, so that browsers can
 * cache them permanently and never mix two releases.
 */
final class ConsoleFiles {
  static final String CONSOLE = "/console";

  /** Prefix of the files' paths. */
  static final String FOLDERS = "/console/";

  private static final String WORKER = "worker.js";
  private static final String WEBJARS = "org.webjars.npm";

  /** Placeholder in the pages for the folder of the files. */
  private static final String FOLDER = "{folder}";

  /** Placeholder in the pages for the shared content of their head elements. */
  private static final String HEAD = "{head}\n";

  private static final String MAP_BEGINS = "<script type=\"importmap\">";
  private static final int HASH_LENGTH = 16;

  /**
   * Content-Security-Policy of the pages. Pico draws icons from data URLs, and Lit creates
   * templates under a Trusted Types policy named by itself. The frame of an email's preview
   * inherits this policy.
   */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'%s; style-src 'self'; img-src 'self' data:; connect-src"
          + " 'self'; media-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html"
          + " gatehouse-worker gatehouse-mail";

  private ConsoleFiles() {}

  /**
   * Returns all console pages and files by path.
   *
   * @param extensions pages that extensions add
   * @param owner the owner's choices
   */
  static Map<String, Page> pages(List<ConsolePage> extensions, DocumentPages.Owner owner) {
    Map<String, Buffer> files = read();
    extensions.forEach(page -> files.put(page.name() + ".js", page.script()));
    files.put("extensions.js", ConsolePage.list(extensions, owner.areasOff()));
    String folder = FOLDERS + hash(files) + "/";
    Map<String, Page> pages = new HashMap<>();
    files.forEach((name, bytes) -> pages.put(folder + name, Page.forGood(bytes, type(name))));
    Page console = page("index.html", folder, owner.zone());
    pages.put(CONSOLE, console);
    pages.put(FOLDERS, console);
    // The worker's path never changes, because browsers request it to detect a newer version.
    Buffer worker = ClassPath.read(FOLDERS + WORKER);
    pages.put(
        FOLDERS + WORKER,
        Page.fresh(worker, Page.SCRIPT, "default-src 'none'; connect-src 'self'"));
    return pages;
  }

  private static Map<String, Buffer> read() {
    Map<String, Buffer> files = new TreeMap<>();
    ClassPath.names(FOLDERS).stream()
        .filter(name -> !name.endsWith(".html") && !name.equals(WORKER))
        .forEach(name -> files.put(name, ClassPath.read(FOLDERS + name)));
    String element = ClassPath.webjar(WEBJARS, "lit-element");
    String reactive = ClassPath.webjar(WEBJARS, "lit__reactive-element");
    String html = ClassPath.webjar(WEBJARS, "lit-html");
    String pico = ClassPath.webjar(WEBJARS, "picocss__pico");
    files.put("lit-element.js", ClassPath.read(element + "lit-element.js"));
    files.put("reactive-element.js", ClassPath.read(reactive + "reactive-element.js"));
    files.put("css-tag.js", ClassPath.read(reactive + "css-tag.js"));
    for (String name :
        List.of(
            "lit-html.js",
            "directive.js",
            "directive-helpers.js",
            "directives/guard.js",
            "directives/repeat.js")) {
      files.put(name, ClassPath.read(html + name));
    }
    files.put("pico.css", ClassPath.read(pico + "css/pico.min.css"));
    String echarts = ClassPath.webjar("org.webjars", "echarts");
    files.put("echarts.js", ClassPath.read(echarts + "echarts.esm.min.js"));
    String wavesurfer = ClassPath.webjar(WEBJARS, "wavesurfer.js");
    files.put("wavesurfer.js", module(ClassPath.read(wavesurfer + "dist/wavesurfer.min.js")));
    return files;
  }

  /** Converts a CommonJS script to an ES module. */
  private static Buffer module(Buffer script) {
    return Buffer.buffer("const exports = {}, module = {exports};\n")
        .appendBuffer(script)
        .appendString("\nexport default module.exports;\n");
  }

  private static Page page(String name, String folder, ZoneId zone) {
    String text =
        ClassPath.read(FOLDERS + name)
            .toString()
            .replace(HEAD, ClassPath.read(FOLDERS + "head.html").toString())
            .replace("{zone}", zone.getId())
            .replace("{rules}", ZoneData.newest().described())
            .replace(FOLDER, folder);
    return Page.fresh(Buffer.buffer(text), Page.HTML, POLICY.formatted(allowed(text)));
  }

  /**
   * Returns the policy's hash source for a page's inline import map; empty if the page has none.
   */
  private static String allowed(String page) {
    int begin = page.indexOf(MAP_BEGINS);
    if (begin < 0) {
      return "";
    }
    int from = begin + MAP_BEGINS.length();
    byte[] map =
        page.substring(from, page.indexOf("</script>", from)).getBytes(StandardCharsets.UTF_8);
    return " 'sha256-" + Base64.getEncoder().encodeToString(Sha256.digest().digest(map)) + "'";
  }

  private static String hash(Map<String, Buffer> files) {
    MessageDigest digest = Sha256.digest();
    files.forEach((name, bytes) -> {
      digest.update(name.getBytes(StandardCharsets.UTF_8));
      digest.update(bytes.getBytes());
    });
    return HexFormat.of().formatHex(digest.digest()).substring(0, HASH_LENGTH);
  }

  private static String type(String name) {
    return switch (name.substring(name.lastIndexOf('.'))) {
      case ".js" -> Page.SCRIPT;
      case ".css" -> Page.STYLE;
      case ".svg" -> "image/svg+xml";
      default -> throw new IllegalStateException("the console's files have no type for " + name);
    };
  }
}
