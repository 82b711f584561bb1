package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The daily code over HTTP: its day, its single use, and the access it grants. Each test has a
 * separate day.
 */
class DailyCodeTest {
  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  private Client client;

  @BeforeEach
  void aNewDay() {
    client = NODE.client();
    Instant later = NODE.clock.instant().plus(Duration.ofDays(2)).truncatedTo(ChronoUnit.DAYS);
    NODE.clock.set(later.plus(Duration.ofHours(15)));
  }

  @Test
  void acceptsTheCodeOnce() {
    String code = current().getString("code");
    assertTrue(code.matches("[A-Za-z0-9]{5,15}"));
    assertTrue(valid(code));
    use("WRONGCODE1").expect(404);
    use(code).expect(200);
    use(code).expect(409);
    assertFalse(valid(code));
    assertEquals(401, show(code).status(), "a used code opens nothing");
    assertEquals(code, current().getString("code"));
  }

  @Test
  void allowsOneOfManyConcurrentUses() throws Exception {
    String code = current().getString("code");
    List<Integer> statuses = Concurrently.times(12, i -> use(code).status());
    Collections.sort(statuses);
    assertEquals(200, statuses.getFirst());
    assertEquals(List.of(409), statuses.stream().skip(1).distinct().toList());
  }

  @Test
  void changesTheCodeAtNineEastern() {
    LocalDate day = next(Month.JANUARY);
    at(day, "13:59:58");
    JsonObject before = current();
    assertEquals(day.minusDays(1).toString(), before.getString("date"));
    assertTrue(valid(before.getString("code")));
    at(day, "14:00:00");
    JsonObject after = current();
    assertEquals(day.toString(), after.getString("date"));
    assertNotEquals(before.getString("code"), after.getString("code"));
    assertFalse(valid(before.getString("code")));
    use(before.getString("code")).expect(404);
    show(before.getString("code")).expect(401);
    show(after.getString("code")).expect(200);
  }

  @Test
  void keepsCodeAndItsUseAfterRestart() throws IOException {
    String code = current().getString("code");
    use(code).expect(200);
    NODE.restart();
    client = NODE.client();
    assertEquals(code, current().getString("code"));
    use(code).expect(409);
  }

  @Test
  void reissuesAUsedCode() throws IOException {
    String code = current().getString("code");
    use(code).expect(200);
    String other = NODE.manage("access.reissueCode", new JsonObject()).json().getString("code");
    assertNotEquals(code, other);
    assertEquals(other, current().getString("code"));
    assertTrue(valid(other));
    use(code).expect(404);
    use(other).expect(200);
    use(other).expect(409);
  }

  @Test
  void doesNotCountWrongUsesAsFailedAttempts() {
    String address = NODE.freshAddress();
    for (int i = 0; i < 12; i++) {
      Client.Reply reply =
          post("validate", JsonObject.of("code", "WRONG" + i)).from(address).expect(200);
      assertFalse(reply.json().getBoolean("success"));
    }
    post("use", JsonObject.of("code", "WRONG", "usedBy", "me")).from(address).expect(404);
  }

  /** Returns the next 12th of a month. The clock of a node that runs is not set back. */
  private static LocalDate next(Month month) {
    LocalDate today = LocalDate.ofInstant(NODE.clock.instant(), ZoneOffset.UTC);
    LocalDate day = today.withDayOfMonth(12).with(month);
    return day.isAfter(today) ? day : day.plusYears(1);
  }

  /** Stops the clock at this time, however long the requests take. */
  private static void at(LocalDate day, String time) {
    NODE.clock.stop();
    NODE.clock.set(day.atTime(LocalTime.parse(time)).toInstant(ZoneOffset.UTC));
  }

  private JsonObject current() {
    return client.owner("GET", "/api/proxy/daily-code/current").expect(200).json();
  }

  private boolean valid(String code) {
    return post("validate", JsonObject.of("code", code)).expect(200).json().getBoolean("success");
  }

  private Client.Reply use(String code) {
    return post("use", JsonObject.of("code", code, "usedBy", "a visitor")).send();
  }

  private Client.Reply show(String code) {
    return client.login(code).from(NODE.freshAddress()).send();
  }

  private Client.Request post(String what, JsonObject body) {
    return client.owner("POST", "/api/proxy/daily-code/" + what).json(body);
  }
}
