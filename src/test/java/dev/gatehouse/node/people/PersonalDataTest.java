package dev.gatehouse.node.people;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import dev.gatehouse.node.Modules;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every collection, every kind of files and every part of the data folder is declared. */
class PersonalDataTest {
  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("BACKUP_FOLDER", TestNode.folder("declared").toString());

  @Test
  void rejectsUndeclaredKinds() {
    String message =
        assertThrows(
                IllegalStateException.class,
                () -> PersonalData.mustDeclare(Set.of("orders", "products"), Set.of("scans")))
            .getMessage();
    assertTrue(message.contains("[files of scans, orders]"), message);
  }

  @Test
  void declaresEachKindOfFiles() throws Exception {
    NODE.afterStop(() -> {
      try (EmbeddedStore store = EmbeddedStore.open(NODE.data().resolve("documents"), false)) {
        Set<String> kinds =
            Modules.blobs(new Documents(store.documents(), new SecureRandom())).stream()
                .map(BlobOwner::collection)
                .collect(Collectors.toSet());
        assertEquals(8, kinds.size(), kinds::toString);
        PersonalData.mustDeclare(Set.of(), kinds);
      }
    });
  }

  /** The manual names each part of a used data folder, and what an erasure does with it. */
  @Test
  void documentsEachPartOfTheFolder() throws Exception {
    NODE.owner("POST", "/audio/upload").file("file", "Tide.wav", Wavs.tone(100)).send();
    JsonObject letter = JsonObject.of("to", "eve@example.org", "subject", "Hello", "body", "News");
    NODE.owner("POST", "/api/proxy/email/send").json(letter).send();
    String manual = Files.readString(Path.of("src/docs/guides/personal-data.md"));
    try (Stream<Path> parts = Files.list(NODE.data())) {
      List<String> missing =
          parts
              .map(part -> part.getFileName().toString())
              .map(name -> name.replaceAll("^gatehouse\\..*", "gatehouse"))
              .filter(name -> !manual.contains('`' + name + '`'))
              .toList();
      assertEquals(List.of(), missing);
    }
  }
}
