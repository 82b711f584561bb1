package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Wrong codes from many addresses keep two threads busy without delaying other requests. */
@Tag("slow")
class HashingPlaceTest {
  private static final int CALLERS = 120;
  private static final String DAY = "{\"date\":\"2030-01-15\",\"duration\":30}";
  private static final String SLOTS =
      RawClient.head(
              "POST /api/proxy/calendar/available-slots",
              "X-API-Key: " + TestNode.KEY,
              "Content-Type: application/json",
              "Content-Length: " + DAY.length())
          + DAY;

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("ACCESS_PERMANENT_CODE", "").behindProxy();

  /** A code of an earlier release has no filter until it is presented, so all codes are hashed. */
  @BeforeAll
  static void removeFilter() throws Exception {
    NODE.afterStop(() -> Files.delete(NODE.data().resolve("secrets/permanent-code-filter")));
  }

  @Test
  void answersOtherAreasWhileHashingCodes() throws Exception {
    List<RawClient> guests = new ArrayList<>();
    try (RawClient other = NODE.raw()) {
      for (int i = 0; i < CALLERS; i++) {
        guests.add(NODE.raw());
      }
      other.send(SLOTS).read().expect(200);
      List<String> wrong =
          IntStream.range(0, CALLERS)
              .mapToObj(i -> AtOnce.code("wrong-" + i, NODE.freshAddress()))
              .toList();
      for (int i = 0; i < CALLERS; i++) {
        guests.get(i).send(wrong.get(i));
      }
      other.send(SLOTS).read().expect(200);
      long unanswered = 0;
      for (RawClient guest : guests) {
        unanswered += guest.available() == 0 ? 1 : 0;
      }
      assertTrue(unanswered > 0, "the calendar waited for all of the codes");
      Map<Integer, Long> statuses = statuses(guests);
      // 503 and 504 occur if the machine is so busy that a code's deadline passes before it is
      // hashed.
      assertTrue(List.of(401, 503, 504).containsAll(statuses.keySet()), statuses::toString);
    } finally {
      for (RawClient guest : guests) {
        guest.close();
      }
    }
  }

  private static Map<Integer, Long> statuses(List<RawClient> guests) throws Exception {
    List<RawClient.Reply> replies = new ArrayList<>();
    for (RawClient guest : guests) {
      RawClient.Reply reply = guest.read();
      assertTrue(reply.status() != 503 || reply.header("Retry-After") != null);
      replies.add(reply);
    }
    return AtOnce.statuses(replies);
  }
}
