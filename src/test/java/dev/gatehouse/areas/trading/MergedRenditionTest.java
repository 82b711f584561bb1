package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parquet files that are generated while they are sent. */
class MergedRenditionTest {
  @TempDir Path folder;
  private MarketSetup setup;
  private MarketSetup.Node node;
  private String source;

  @BeforeEach
  void open() throws Exception {
    setup = new MarketSetup(folder);
    node = setup.node("one");
    try (MarketFolds none = new MarketFolds(symbol -> Optional.empty())) {
      MarketAppends appends = node.appends(none);
      MarketSetup.add(appends, List.of(MarketSetup.bar(1, 1), MarketSetup.bar(2, 2)));
      MarketSetup.add(appends, List.of(MarketSetup.bar(1, 3)));
    }
    source = DownloadSource.of(node.file()).text();
  }

  @AfterEach
  void close() {
    setup.close();
  }

  @Test
  void sendsSameBytesAgain() throws Exception {
    try (InputStream one = download();
        InputStream other = download()) {
      byte[] bytes = one.readAllBytes();
      assertArrayEquals(bytes, other.readAllBytes());
      assertEquals('P', bytes[0]);
    }
  }

  private InputStream download() throws IOException {
    return node.merged.open(source, 0, -1);
  }
}
