package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A person by the owner's command line, through a node that runs. */
class PersonCommandTest {
  private static final Path BACKUPS = TestNode.folder("person-backups");

  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("OWNER_EMAIL", "owner@example.org").with("BACKUP_FOLDER", "" + BACKUPS);

  private final StringWriter output = new StringWriter();

  private int run(String... words) {
    output.getBuffer().setLength(0);
    return OwnersCommand.run(NODE, output, words);
  }

  private void assertPrints(String words) {
    assertTrue(output.toString().contains(words), output::toString);
  }

  @Test
  void showsWritesAndErases() throws IOException {
    JsonObject form = Samples.hire("Eve", "eve@bücher.example", "A site.");
    String ascii = "eve@xn--bcher-kva.example";
    assertEquals(
        200,
        NODE.request("POST", "/api/proxy/hire").json(form.put("email", ascii)).send().status());
    assertEquals(0, run("person", "eve@bücher.example"), output::toString);
    assertPrints("1 hireForms delete");
    Path file = BACKUPS.resolve("eve.json");
    assertEquals(0, run("person", ascii, "--to", file.toString()), output::toString);
    assertTrue(Files.readString(file).contains("A site."));

    Path old = Files.createDirectories(BACKUPS.resolve("gatehouse-1"));
    Files.createFile(old.resolve("manifest"));
    assertEquals(0, run("person", ascii, "--erase"), output::toString);
    assertPrints("documents deleted");
    assertPrints("in a backup: " + old);
    assertEquals(0, run("person", ascii), output::toString);
    assertPrints("0 documents, 0 files; erased at 20");
    assertEquals(1, run("person", "eve"));
    assertPrints("must be an email address");
  }
}
