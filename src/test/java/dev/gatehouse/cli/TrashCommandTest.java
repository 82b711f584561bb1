package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The trash by the owner's command line, through a node that runs. */
class TrashCommandTest {
  private static final int MANY = 1_101;

  @RegisterExtension static final TestNode NODE = new TestNode();

  private final StringWriter output = new StringWriter();

  @BeforeAll
  static void upload() {
    NODE.owner("POST", "/audio/upload").file("file", "a.wav", Wavs.tone(100)).expect(201);
  }

  private int run(String... words) {
    output.getBuffer().setLength(0);
    return OwnersCommand.run(NODE, output, words);
  }

  private static Path orphan(int number) throws IOException {
    String id = String.format(Locale.ROOT, "%024x", number);
    Path file = NODE.data().resolve("blobs/00").resolve(id);
    Files.writeString(file, "12345");
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
    return file;
  }

  private void assertPrints(String words) {
    assertTrue(output.toString().contains(words), output::toString);
  }

  @Test
  void collectsListsRestoresAndDeletesOrphans() throws IOException {
    Path first = orphan(1);
    Path second = orphan(2);
    assertEquals(0, run("trash", "collect"), output::toString);
    assertPrints("2 of 3 files are named by no document; --yes moves them");
    assertTrue(Files.exists(first));

    assertEquals(0, run("trash", "collect", "--yes"), output::toString);
    assertFalse(Files.exists(first));
    assertEquals(0, run("trash", "list"), output::toString);
    List<String> lines = output.toString().lines().toList();
    assertEquals(3, lines.size(), lines::toString);
    assertTrue(lines.getFirst().matches("ID +BYTES +SINCE"), lines::toString);
    assertTrue(lines.get(1).matches("000000000000000000000001 +5 +20.*Z"), lines::toString);

    assertEquals(2, run("trash", "restore"), "which?");
    assertEquals(1, run("trash", "restore", "000000000000000000000009"));
    assertPrints("not all of these are in the trash: nothing was restored");
    assertEquals(0, run("trash", "restore", "000000000000000000000001"), output::toString);
    assertEquals("12345", Files.readString(first));
    assertEquals(0, run("trash", "collect", "--yes"), output::toString);
    assertTrue(Files.exists(first), "what was restored is spared");

    assertEquals(1, run("trash", "empty"));
    assertPrints("add --yes");
    assertEquals(0, run("trash", "empty", "--yes"), output::toString);
    assertPrints("1 files with 5 bytes deleted");
    assertFalse(Files.exists(second));
    NODE.get("/audio/a.wav").expect(200);
    Files.delete(first);
  }

  @Test
  void listsAndRestoresMoreThanOnePage() throws IOException {
    for (int i = 0; i < MANY; i++) {
      orphan(1_000 + i);
    }
    assertEquals(0, run("trash", "collect", "--yes"), output::toString);
    assertEquals(0, run("trash", "list"), output::toString);
    assertEquals(MANY + 1, output.toString().lines().distinct().count());
    assertEquals(0, run("trash", "restore", "--all"), output::toString);
    assertPrints(MANY + " files restored");
    assertEquals(0, run("trash", "list"), output::toString);
    assertEquals("none\n", output.toString());
    for (int i = 0; i < MANY; i++) {
      Files.delete(orphan(1_000 + i));
    }
  }

  /** A file in the trash that a document names comes back before anything is deleted. */
  @Test
  void keepsReferencedFilesWhenEmptyingTrash() throws IOException {
    Path named =
        NODE.blobs().stream().filter(file -> !file.toString().contains("trash")).findFirst().get();
    String id = named.getFileName().toString();
    Path trash = NODE.data().resolve("blobs/trash");
    Files.move(named, trash.resolve(id + ".20200101T000000Z.0"));
    assertEquals(0, run("trash", "empty", "--yes"), output::toString);
    assertPrints("0 files");
    NODE.get("/audio/a.wav").expect(200);
  }
}
