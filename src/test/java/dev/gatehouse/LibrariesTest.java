package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The declared libraries equal the used libraries; a library that nothing imports is an error. */
class LibrariesTest {
  /** Root package of each library's imports. */
  private static final Map<String, String> PACKAGES =
      Map.ofEntries(
          Map.entry("vertx-core", "io.vertx.core"),
          Map.entry("vertx-web", "io.vertx.ext.web"),
          Map.entry("vertx-web-openapi-router", "io.vertx.ext.web.openapi"),
          Map.entry("vertx-auth-jwt", "io.vertx.ext.auth.jwt"),
          Map.entry("vertx-mongo-client", "io.vertx.ext.mongo"),
          Map.entry("vertx-hazelcast", "io.vertx.spi.cluster.hazelcast"),
          Map.entry("vertx-redis-client", "io.vertx.redis"),
          Map.entry("vertx-mail-client", "io.vertx.ext.mail"),
          Map.entry("vertx-micrometer-metrics", "io.vertx.micrometer"),
          Map.entry("vertx-circuit-breaker", "io.vertx.circuitbreaker"),
          Map.entry("reactor-core", "reactor"),
          Map.entry("s3", "software.amazon.awssdk.services.s3"),
          Map.entry("url-connection-client", "software.amazon.awssdk.http.urlconnection"),
          Map.entry("zerodep-web-push-java", "com.zerodeplibs"),
          Map.entry("micrometer-registry-prometheus", "io.micrometer.prometheusmetrics"),
          Map.entry("jackson-databind", "com.fasterxml.jackson.databind"),
          Map.entry("jackson-dataformat-yaml", "com.fasterxml.jackson.dataformat.yaml"),
          Map.entry("jackson-datatype-jsr310", "com.fasterxml.jackson.datatype.jsr310"),
          Map.entry("sqlite-jdbc", "org.sqlite"),
          Map.entry("jetty-http", "org.eclipse.jetty.http"),
          Map.entry("zstd-jni", "com.github.luben.zstd"),
          Map.entry("parquet-hadoop", "org.apache.parquet"),
          Map.entry("biweekly", "biweekly"),
          Map.entry("fastcsv", "de.siegmar.fastcsv"),
          Map.entry("caffeine", "com.github.benmanes.caffeine"),
          Map.entry("dec", "org.brotli.dec"),
          Map.entry("jsoup", "org.jsoup"),
          Map.entry("commonmark", "org.commonmark.node"),
          Map.entry("commonmark-ext-gfm-tables", "org.commonmark.ext.gfm.tables"),
          Map.entry("imageio-jpeg", "com.twelvemonkeys.imageio.plugins.jpeg"),
          Map.entry("imageio-webp", "com.twelvemonkeys.imageio.plugins.webp"),
          Map.entry("common-image", "com.twelvemonkeys.image"),
          Map.entry("graphql-java", "graphql"),
          Map.entry("webauthn4j-core", "com.webauthn4j"),
          Map.entry("jte", "gg.jte"),
          Map.entry("qrcodegen", "io.nayuki.qrcodegen"),
          Map.entry("picocli", "picocli"),
          Map.entry("slf4j-api", "org.slf4j"),
          Map.entry("logback-classic", "ch.qos.logback"));

  @Test
  void importsEachDependency() throws Exception {
    assertEquals(new TreeSet<>(PACKAGES.keySet()), declared(), "name it and its package here");
    String source = imports();
    Set<String> unused =
        PACKAGES.keySet().stream()
            .filter(library -> !source.contains("\n" + PACKAGES.get(library) + '.'))
            .collect(Collectors.toSet());
    assertEquals(Set.of(), unused, "no file of src/main/java imports it");
  }

  /** Returns the artifacts on the compile class path; the console's libraries are files. */
  private static Set<String> declared() throws Exception {
    Element project =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(Path.of("pom.xml").toFile())
            .getDocumentElement();
    Set<String> declared = new TreeSet<>();
    NodeList all = project.getElementsByTagName("dependency");
    for (int i = 0; i < all.getLength(); i++) {
      Element dependency = (Element) all.item(i);
      // Others are managed versions, or of a plugin.
      boolean own = dependency.getParentNode().getParentNode().isSameNode(project);
      boolean others = !text(dependency, "scope").isEmpty();
      boolean files = text(dependency, "groupId").startsWith("org.webjars");
      if (own && !others && !files) {
        declared.add(text(dependency, "artifactId"));
      }
    }
    return declared;
  }

  private static String text(Element parent, String name) {
    NodeList found = parent.getChildNodes();
    for (int i = 0; i < found.getLength(); i++) {
      if (found.item(i).getNodeName().equals(name)) {
        return found.item(i).getTextContent().strip();
      }
    }
    return "";
  }

  private static String imports() throws Exception {
    Pattern statement = Pattern.compile("(?m)^import (?:static )?([a-z][^;]+);");
    List<String> imports = new ArrayList<>(List.of(""));
    for (Path file : FileTree.of(Path.of("src/main/java"), ".java")) {
      statement
          .matcher(Files.readString(file))
          .results()
          .forEach(found -> imports.add(found.group(1)));
    }
    return String.join("\n", imports);
  }
}
