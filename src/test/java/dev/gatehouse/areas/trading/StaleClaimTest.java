package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client.Reply;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.access.SharedStore;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Two nodes over one store and one blob folder whose buses are not connected, so the reader gets no
 * change events from the writer.
 */
@Tag("slow")
class StaleClaimTest {
  private static final String PATH = "/api/proxy/historical-data/";

  @Order(1)
  @RegisterExtension
  static final SharedStore STORE = new SharedStore();

  @RegisterExtension static final TestNode WRITER = STORE.serves(new TestNode());
  @RegisterExtension static final TestNode READER = STORE.serves(new TestNode());

  @Test
  void reloadsClaimWhenFileWasReplaced() throws IOException {
    List<Path> before = STORE.blobs();
    put("REPLACED", 1);
    Reply first = READER.get(PATH + "REPLACED/download");
    List<Path> old = STORE.blobs().stream().filter(blob -> !before.contains(blob)).toList();
    put("REPLACED", 2);
    assertEquals(
        first.header("ETag"),
        READER.get(PATH + "REPLACED/download").header("ETag"),
        "the reader still has the claim check, and the blob is there");
    delete(old);
    Reply whole = READER.get(PATH + "REPLACED/download").expect(200);
    assertNotEquals(first.header("ETag"), whole.header("ETag"));
    assertEquals(Integer.toString(whole.bytes().length), whole.header("Content-Length"));
    assertEquals(WRITER.get(PATH + "REPLACED/download").header("ETag"), whole.header("ETag"));
  }

  @Test
  void returnsRangeOfReplacedFile() throws IOException {
    List<Path> before = STORE.blobs();
    put("RANGE", 1);
    READER.get(PATH + "RANGE/download");
    List<Path> old = STORE.blobs().stream().filter(blob -> !before.contains(blob)).toList();
    put("RANGE", 2);
    delete(old);
    Reply part =
        READER.request("GET", PATH + "RANGE/download").header("Range", "bytes=-4").expect(206);
    assertEquals("PAR1", part.text());
    assertTrue(part.header("Content-Disposition").contains("RANGE.parquet"));
  }

  @Test
  void returns404ForDeletedFile() throws IOException {
    List<Path> before = STORE.blobs();
    put("GONE", 1);
    READER.get(PATH + "GONE/download").expect(200);
    delete(STORE.blobs().stream().filter(blob -> !before.contains(blob)).toList());
    Reply gone = READER.get(PATH + "GONE/download").expect(404);
    assertEquals("the file was deleted", gone.error());
    assertNull(gone.header("ETag"));
    assertNull(gone.header("Accept-Ranges"));
  }

  private static void put(String symbol, int price) {
    String csv = "date,open,high,low,close\n2024-01-01,P,P,P,P\n".replace("P", "" + price);
    WRITER.owner("PUT", PATH + symbol).body("text/csv", csv).expect(200);
  }

  /** As the sweep does when nothing owns them any more. */
  private static void delete(List<Path> blobs) throws IOException {
    assertTrue(!blobs.isEmpty());
    for (Path blob : blobs) {
      Files.delete(blob);
    }
  }
}
