package dev.gatehouse.http.ledger;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestSettings;
import dev.gatehouse.http.ledger.ResourcePlan.MemoryBounds;
import dev.gatehouse.settings.SettingsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits of all resources, and the memory that a node needs if clients hold everything. */
class ResourcePlanTest {
  private static final long MB = 1 << 20;
  private static final String[] TLS = {"HTTP_TLS_CERTIFICATE", "a.pem", "HTTP_TLS_KEY", "b.pem"};
  private static final Path CAPACITY = Path.of("src/docs/capacity.md");

  private static ResourcePlan plan(long heap, long direct, String... settings) {
    return ResourcePlan.of(
        TestSettings.of(settings).http(), new MemoryBounds(heap * MB, direct * MB));
  }

  @ParameterizedTest
  @CsvSource({"256,128", "234,128", "128,128", "64,64", "2048,2048", "256,40"})
  void worstCaseOfDefaultsFitsIntoTheMemory(long heap, long direct) {
    MemoryBounds worst = plan(heap, direct).worstCase();
    assertTrue(worst.heap() <= 0.8 * heap * MB, worst.toString());
    assertTrue(worst.direct() <= 0.8 * direct * MB, worst.toString());
  }

  /** The JVM reports less than -Xmx, because one survivor space is always empty. */
  @Test
  void worstCaseFitsIntoTheMemoryOfRunScript() throws IOException {
    String script = Files.readString(Path.of("scripts/launch"));
    long heap = option(script, "memory=.*-Xmx(\\d+)m") * 85 / 96;
    long direct = option(script, "-XX:MaxDirectMemorySize=(\\d+)m");
    for (ResourcePlan plan : List.of(plan(heap, direct), plan(heap, direct, TLS))) {
      assertTrue(plan.worstCase().heap() <= 0.8 * heap * MB);
      assertTrue(plan.worstCase().direct() <= 0.8 * direct * MB);
      long body = plan.limits().get(Resource.BODY_BYTES).ofClass(true);
      assertTrue(body >= 3 * 16 * MB, "the largest JSON body of the contract must fit: " + body);
    }
  }

  private static long option(String script, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(script);
    assertTrue(found.find(), pattern);
    return Long.parseLong(found.group(1));
  }

  @Test
  void keepsLimitsOfTheSettings() {
    Map<Resource, Limit> limits =
        plan(256, 128, "HTTP_MAX_UPLOADS", "40", "HTTP_MAX_REPLY_BYTES", "20MB").limits();
    assertEquals(40, limits.get(Resource.UPLOADS).total());
    assertEquals(20 * MB, limits.get(Resource.REPLY_BYTES).total());
  }

  @Test
  void rejectsSettingsThatExceedTheMemory() {
    String problem =
        assertThrows(
                SettingsException.class,
                () -> plan(256, 128, "HTTP_MAX_BODY_BYTES", "500MB", "HTTP_MAX_UPLOADS", "9"))
            .getMessage();
    assertTrue(problem.startsWith("http.maxBodyBytes, http.maxUploads need "), problem);
    assertThrows(SettingsException.class, () -> plan(256, 128, "HTTP_MAX_REPLY_BYTES", "90MB"));
  }

  @Test
  void allowsFewerConnectionsWithTls() {
    long plain = plan(256, 128).limits().get(Resource.CONNECTIONS).total();
    long secured = plan(256, 128, TLS).limits().get(Resource.CONNECTIONS).total();
    assertTrue(secured > 1_000 && secured < plain, secured + " of " + plain);
  }

  /** The documented limits, shares, reserves and costs. */
  @ParameterizedTest
  @EnumSource(Resource.class)
  void documentsEachResource(Resource resource) throws IOException {
    List<String> row = row("`" + resource.label() + "` |");
    Limit limit = plan(4_096, 4_096).limits().get(resource);
    assertEquals(amount(row.get(3).split(",? with TLS", 2)[0]), limit.total());
    assertEquals(amount(row.get(4)), limit.share());
    assertEquals(amount(row.get(5)), limit.authenticatedReserve());
    assertEquals(amount(row.get(6)), limit.anonymousReserve());
    boolean counted = !Set.of(Resource.FILES, Resource.HANDSHAKES).contains(resource);
    String[] heap = row.get(7).split(", with TLS ", 2);
    assertEquals(amount(heap[0]), counted ? plan(256, 128).heapOf(resource) : 0);
    assertEquals(amount(heap[heap.length - 1]), counted ? plan(256, 128, TLS).heapOf(resource) : 0);
    assertEquals(amount(row.get(8)), counted ? ResourcePlan.directOf(resource) : 0);
  }

  @Test
  void documentsTheWorstCase() throws IOException {
    List<String> row = row("| the node without requests |");
    assertEquals(amount(row.get(7)), ResourcePlan.BASE.heap());
    assertEquals(amount(row.get(8)), ResourcePlan.BASE.direct());
    MemoryBounds worst = plan(227, 128).worstCase();
    String sum =
        "a heap of 227 MB, and the worst case is "
            + worst.heap() / MB
            + " MB of heap and "
            + worst.direct() / MB
            + " MB of direct memory";
    long connections = plan(227, 128, TLS).limits().get(Resource.CONNECTIONS).total();
    String secured =
        String.format(Locale.ROOT, "With TLS, the node has %,d connections", connections);
    String text = Files.readString(CAPACITY).replace('\n', ' ');
    assertTrue(text.contains(sum), sum);
    assertTrue(text.contains(secured), secured);
  }

  private static List<String> row(String part) throws IOException {
    return Files.readAllLines(CAPACITY).stream()
        .filter(line -> line.contains(part))
        .map(line -> List.of(line.split(" *\\| *", -1)))
        .findFirst()
        .orElseThrow();
  }

  /** Returns a number such as 5,000 or 2.5 MB. */
  private static long amount(String text) {
    String[] parts = text.replace(",", "").split(" ", 2);
    long unit =
        switch (parts.length == 1 ? "" : parts[1]) {
          case "KB" -> 1_024;
          case "MB" -> MB;
          default -> 1;
        };
    return Math.round(Double.parseDouble(parts[0]) * unit);
  }
}
