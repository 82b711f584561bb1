package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.Decimal128;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The exact bytes of keys, as stored in files. A change of these bytes requires a new format
 * number.
 */
class KeyBytesTest {
  static List<Arguments> keys() {
    return List.of(
        Arguments.of(null, "10"),
        Arguments.of(KeyWriter.EMPTY_ARRAY, "0c"),
        Arguments.of(0, "20800000000000000080"),
        Arguments.of(1, "20bff000000000000080"),
        Arguments.of(-1, "20400fffffffffffff80"),
        Arguments.of(2.5, "20c00400000000000080"),
        Arguments.of(-0.0, "20800000000000000080"),
        Arguments.of(Double.POSITIVE_INFINITY, "20fff000000000000080"),
        Arguments.of((1L << 53) + 1, "20c340000000000000c0bff0000000000000"),
        Arguments.of(new Decimal128(new BigDecimal("0.1")), "20bfb999999999999a4043a6666666666665"),
        Arguments.of("", "2800"),
        Arguments.of("aé€", "2861c3a9e282ac00"),
        Arguments.of("😀", "28eda0bdedb88000"),
        Arguments.of("\0\1", "280101010200"),
        Arguments.of(new Document("a", 1), "302028610020bff00000000000008001"),
        Arguments.of(List.of("x", true), "38287800508001"),
        Arguments.of(new BinData(new byte[] {1, 2}), "40000000020102"),
        Arguments.of(new ObjectId("0123456789abcdef01234567"), "480123456789abcdef01234567"),
        Arguments.of(false, "5040"),
        Arguments.of(true, "5080"),
        Arguments.of(Instant.ofEpochMilli(0), "588000000000000000"),
        Arguments.of(Instant.ofEpochMilli(-1), "587fffffffffffffff"));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void encodesValues(Object value, String hex) {
    assertEquals(hex, hex(new KeyWriter().value(value, true)));
  }

  private static String hex(KeyWriter key) {
    return HexFormat.of().formatHex(key.toBytes());
  }

  @Test
  void complementsDescendingValues() {
    assertEquals("d79eff", hex(new KeyWriter().value("a", false)));
    IndexDefinition definition =
        IndexDefinition.of(
            new Document("key", new Document("a", 1).append("b", -1)).append("name", "x"));
    Document document = new Document("a", List.of("p", "q")).append("b", 1);
    List<String> keys =
        EntryKeys.of(definition.fields(), document).keys().stream()
            .map(key -> HexFormat.of().formatHex(key))
            .toList();
    assertEquals(List.of("287000df400fffffffffffff7f80", "287100df400fffffffffffff7f80"), keys);
  }

  @Test
  void sortsEncodedValuesInOrder() {
    List<byte[]> sorted =
        List.of(0, 1, 2.5, "", "aé€", true).stream()
            .map(value -> new KeyWriter().value(value, true).toBytes())
            .toList();
    for (int i = 1; i < sorted.size(); i++) {
      assertEquals(-1, Integer.signum(Arrays.compareUnsigned(sorted.get(i - 1), sorted.get(i))));
    }
  }
}
