package dev.gatehouse.areas.site.links;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.formats.PlainText;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Links and short URLs in the files that browsers and other services export. */
class ImportFieldTest {
  private static final String LINKS = "/api/proxy/hyperlinks";
  private static final String SHORT = "/api/proxy/redirects";

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("LIMITS_DEFAULT_PER_MINUTE", "0");

  @AfterEach
  void clear() {
    for (JsonObject link : links()) {
      call("DELETE", LINKS + '/' + link.getString("_id"));
    }
    for (JsonObject url : shortUrls()) {
      call("DELETE", SHORT + '/' + encoded(url.getString("key")));
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(
      resources = "/field/imports.tsv",
      delimiter = '\t',
      quoteCharacter = '\0',
      maxCharsPerColumn = 10_000)
  void importsWhatIsExported(
      String source, String kind, String file, String counts, String stored, String named) {
    String text = file.replace("\\n", "\n").replace("\\t", "\t").replace("\\ufeff", "\ufeff");
    JsonObject dry = imported(kind, text, true);
    assertEquals(counts, counts(dry), dry.encodePrettily());
    assertEquals("", kind.equals("links") ? describedLinks() : describedShortUrls());
    JsonObject report = imported(kind, text, false);
    assertEquals(counts, counts(report), report.encodePrettily());
    assertEquals(
        stored.equals("\\e") ? "" : stored,
        kind.equals("links") ? describedLinks() : describedShortUrls());
    List<String> expected = new ArrayList<>();
    if (!named.equals("\\e")) {
      expected.addAll(List.of(named.split("; ")));
    }
    assertEquals(expected, named(report));
    JsonObject again = imported(kind, text, false);
    assertEquals(0, again.getInteger("created") + again.getInteger("updated"), again.encode());
  }

  @Test
  void importsCorrectedRows() {
    JsonObject report =
        imported(
            "links", "title,url,folder\nA,ftp://example.org/,X\nB,https://b.example/,\n", false);
    String refused = report.getString("refusedCsv");
    assertEquals(
        "title,url,folder,Reason\r\nA,ftp://example.org/,X,\"url must be an http, https, mailto, tel or sms address\"\r\n",
        refused);
    JsonObject corrected = imported("links", refused.replace("ftp:", "https:"), false);
    assertEquals("1 0 0 0", counts(corrected), corrected.encode());
    assertEquals(0, corrected.getJsonArray("ignoredColumns").size());
  }

  private static JsonObject imported(String kind, String text, boolean dry) {
    return NODE.owner("POST", "/api/proxy/imports/" + kind + "?dryRun=" + dry)
        .body("application/octet-stream", text)
        .expect(200)
        .json();
  }

  private static String counts(JsonObject report) {
    return Stream.of("created", "updated", "unchanged")
            .map(name -> report.getInteger(name).toString())
            .collect(Collectors.joining(" "))
        + ' '
        + report.getJsonArray("refused").size();
  }

  private static List<String> named(JsonObject report) {
    Stream<String> lines =
        Stream.of("refused", "adjusted")
            .flatMap(list -> report.getJsonArray(list).stream())
            .map(JsonObject.class::cast)
            .map(line ->
                "%s %s: %s"
                    .formatted(
                        line.getInteger("line"), line.getString("name"), line.getString("result")));
    Stream<String> ignored =
        report.getJsonArray("ignoredColumns").stream().map(name -> "ignored " + name);
    return Stream.concat(lines, ignored).toList();
  }

  private static String described(String name, JsonObject each, String more) {
    String description = each.getString("description");
    String known = PlainText.prefixed(" ", more) + PlainText.prefixed(": ", description);
    return name + " <" + each.getString("url") + '>' + known;
  }

  private static String describedLinks() {
    return links().stream()
        .map(link -> described(link.getString("title"), link, tags(link)))
        .collect(Collectors.joining("; "));
  }

  private static String tags(JsonObject link) {
    return link.getJsonArray("tags").stream()
        .map(String.class::cast)
        .collect(Collectors.joining(", "));
  }

  private static String describedShortUrls() {
    return shortUrls().stream()
        .sorted(Comparator.comparing(url -> -url.getLong("clicks")))
        .map(url ->
            described(
                url.getString("key"),
                url,
                url.getLong("clicks") + ", " + Instant.parse(url.getString("createdAt"))))
        .collect(Collectors.joining("; "));
  }

  private static List<JsonObject> links() {
    return call("GET", LINKS).list();
  }

  /** Returns the short URLs, expired ones included. */
  private static List<JsonObject> shortUrls() {
    List<String> listed = call("GET", SHORT + "/public?limit=100").texts("redirects", "key");
    return Stream.concat(listed.stream(), Stream.of("promo"))
        .map(key -> call("GET", SHORT + '/' + encoded(key)))
        .filter(reply -> reply.status() == 200)
        .map(Client.Reply::json)
        .toList();
  }

  private static String encoded(String key) {
    return URLEncoder.encode(key, StandardCharsets.UTF_8);
  }

  private static Client.Reply call(String method, String path) {
    return NODE.owner(method, path).send();
  }
}
