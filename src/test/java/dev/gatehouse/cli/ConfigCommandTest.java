package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.json.JsonArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checking, showing and explaining the settings. */
class ConfigCommandTest {
  private static final String SECRET = "a-secret-of-the-owner";

  @TempDir Path home;

  private final Map<String, String> environment = new HashMap<>();
  private final StringWriter output = new StringWriter();

  private int run(String... words) {
    output.getBuffer().setLength(0);
    return OwnersCommand.run(home, environment, output, words);
  }

  private void write(String yaml) throws IOException {
    Files.writeString(
        Files.createDirectories(home.resolve("conf")).resolve("gatehouse.yaml"), yaml);
  }

  @Test
  void acceptsTheDefaults() {
    assertEquals(0, run("config", "check"));
    assertEquals("none", output.toString().strip());
  }

  @Test
  void printsMistakesAndFails() throws IOException {
    write("http:\n  prot: 1\n  port: x\n");
    assertEquals(1, run("config", "check"));
    List<String> lines = output.toString().lines().toList();
    assertEquals(2, lines.size(), lines::toString);
    assertTrue(
        lines.get(0).contains("gatehouse.yaml:2: unknown setting http.prot"), lines::toString);
    assertEquals(1, run("config", "check", "--json"));
    assertEquals(3, new JsonArray(output.toString()).getJsonObject(1).getInteger("line"));
  }

  @Test
  void showsSourcesAndHidesSecrets() throws IOException {
    write("http:\n  port: 9000\nmongo:\n  url: mongodb://u:" + SECRET + "@db\n");
    Path file = Files.writeString(home.resolve("key"), SECRET);
    environment.put("GATEHOUSE_ACCESS_API_KEY_FILE", file.toString());
    environment.put("GATEHOUSE_ACCESS_JWT_SECRET", SECRET.repeat(2));
    environment.put("GATEHOUSE_EXTENSIONS_WEATHER_PIN", SECRET);
    environment.put("GATEHOUSE_SMTP_URL", "smtp://u:" + SECRET + "@mail");
    assertEquals(0, run("config", "show"), output::toString);
    String shown = output.toString().replaceAll(" +", " ");
    assertFalse(shown.contains(SECRET), shown);
    assertTrue(
        shown.contains("http.port " + home.resolve("conf/gatehouse.yaml") + ":2 9000"), shown);
    assertTrue(shown.contains("access.apiKey GATEHOUSE_ACCESS_API_KEY_FILE (hidden)"), shown);
    assertTrue(shown.contains("log.format default text"), shown);
    assertTrue(shown.contains("mongodb://(hidden)@db"), shown);
    assertEquals(0, run("config", "show", "--json"));
    assertTrue(new JsonArray(output.toString()).size() > 100);
  }

  @Test
  void explainsSettingsAndGroups() {
    assertEquals(0, run("config", "explain", "http.port"));
    assertEquals(
        List.of(
            "http.port: 8080",
            "  GATEHOUSE_HTTP_PORT",
            "  Port to listen on. 0 selects a free port."),
        output.toString().lines().toList());
    assertEquals(0, run("config", "explain", "drain", "--json"));
    assertEquals(2, new JsonArray(output.toString()).size());
    assertEquals(1, run("config", "explain", "http.prot"));
    assertEquals("unknown setting http.prot: did you mean http.port?", output.toString().strip());
  }

  @Test
  void printsSettingsAndSecretsForOtherNodes() throws IOException {
    Path secrets = Files.createDirectories(home.resolve("data/secrets"));
    Files.writeString(secrets.resolve("jwt-secret"), SECRET.repeat(2) + "\n");
    Files.writeString(secrets.resolve("dna-key"), "ab".repeat(32) + "\n");
    write("theme:\n  name: My Site\nhttp:\n  port: 9000\n");
    environment.put("GATEHOUSE_DATA_DIR", home.resolve("data").toString());
    environment.put("GATEHOUSE_MAIL_FROM", "Ada <ada@example.org>");
    assertEquals(0, run("cluster", "prepare"), output::toString);
    List<String> lines = output.toString().lines().toList();
    for (String line :
        List.of(
            "GATEHOUSE_THEME_NAME=My Site",
            "GATEHOUSE_MAIL_FROM=Ada <ada@example.org>",
            "GATEHOUSE_CLUSTER_ENABLED=true",
            "GATEHOUSE_ACCESS_JWT_SECRET=" + SECRET.repeat(2),
            "GATEHOUSE_MEDIA_DNA_KEY=" + "ab".repeat(32),
            "# GATEHOUSE_ACCESS_PERMANENT_CODE=the code with which you sign in",
            "# GATEHOUSE_BLOBS_SHARED=true")) {
      assertTrue(lines.contains(line), line + " is missing in " + lines);
    }
    assertFalse(lines.toString().contains("9000"), lines::toString);
  }
}
