package dev.gatehouse.http.stages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.IdempotencyKeys.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors that are stored under an Idempotency-Key, of this release and of others. */
class StoredErrorTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          409, slot_taken,         startTime, SLOT_TAKEN
          409, -,                  -,         CONFLICT
          400, of_a_later_release, title,     REQUEST_INVALID
          504, outcome_unknown,    -,         OUTCOME_UNKNOWN
          504, -,                  -,         OUTCOME_UNKNOWN
          """)
  void keepsItsCodeOrGetsTheCodeOfItsStatus(int status, String wire, String param, ErrorCode code) {
    ApiError expected = ApiError.of(code, param, "a sentence");
    assertEquals(expected, Idempotency.failure(new Outcome(status, "a sentence", wire, param)));
  }
}
