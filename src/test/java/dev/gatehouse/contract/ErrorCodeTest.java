package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@link ErrorCode}. */
class ErrorCodeTest {
  private static final Set<Integer> KNOWN =
      Set.of(
          401, 402, 403, 404, 405, 406, 408, 409, 410, 412, 413, 414, 415, 416, 417, 429, 431, 502,
          503, 504, 505, 507);

  @Test
  void findsCodesByTheirNames() {
    for (ErrorCode code : ErrorCode.values()) {
      assertEquals(Optional.of(code), ErrorCode.ofWire(code.wire()));
      assertTrue(code.wire().matches("[a-z0-9_]+"), code.wire());
    }
    assertEquals("slot_taken", ErrorCode.SLOT_TAKEN.wire());
    assertEquals(Optional.empty(), ErrorCode.ofWire("a_later_code"));
    assertEquals(Optional.empty(), ErrorCode.ofWire(null));
  }

  @Test
  void keepsStatusOfErrorsWithoutCode() {
    for (int status : KNOWN) {
      assertEquals(status, ErrorCode.ofStatus(status).status());
    }
  }

  @ParameterizedTest
  @CsvSource({"399, 500", "400, 400", "418, 400", "499, 400", "500, 500", "599, 500", "200, 500"})
  void generalizesOtherStatuses(int status, int general) {
    assertEquals(general, ErrorCode.ofStatus(status).status());
  }
}
