package dev.gatehouse.node.extensions;

import dev.gatehouse.area.extension.ApiRefusal;
import dev.gatehouse.area.extension.ApiResponse;
import dev.gatehouse.area.extension.FileStore.StoredFile;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import java.util.Map;
import java.util.Objects;

/** Converts the responses and refusals of extensions to those of an area. */
final class Answers {
  private Answers() {}

  @FunctionalInterface
  interface Response {
    ApiResponse get() throws Exception;
  }

  /**
   * Returns a handler's response.
   *
   * @throws dev.gatehouse.bus.ApiException if the handler refuses the request
   */
  static Answer of(Response handler, StoredFiles files) throws Exception {
    try {
      ApiResponse response = Objects.requireNonNull(handler.get(), "the handler returned null");
      Answer answer =
          switch (response.body()) {
            case null -> new Answer(response.status(), Map.of(), null, null);
            case StoredFile file -> Answer.stored(files.claimCheck(file));
            case String html -> page(response.status(), html);
            case Record json -> Answer.of(response.status(), json);
            default ->
                throw new IllegalArgumentException(
                    "the body of a response is a record, a page or a file, not a "
                        + response.body().getClass().getName());
          };
      return answer.with(response.headers());
    } catch (ApiRefusal refusal) {
      throw error(refusal).exception(refusal);
    }
  }

  private static Answer page(int status, String html) {
    Answer page = Answer.page(html);
    return new Answer(status, page.headers(), page.json(), null);
  }

  private static ApiError error(ApiRefusal refusal) {
    ErrorCode code =
        switch (refusal.reason()) {
          case INVALID -> ErrorCode.PARAMETER_INVALID;
          case DENIED -> ErrorCode.ACCESS_DENIED;
          case NOT_FOUND -> ErrorCode.NOT_FOUND;
          case CONFLICT -> ErrorCode.CONFLICT;
          case CHANGED -> ErrorCode.PRECONDITION_FAILED;
          case NOT_CONFIGURED -> ErrorCode.NOT_CONFIGURED;
          case UNAVAILABLE -> ErrorCode.SERVICE_UNAVAILABLE;
        };
    ApiError error = ApiError.of(code, refusal.param(), refusal.getMessage());
    long seconds = refusal.retryAfter().toSeconds();
    return seconds > 0 ? error.with(Map.of("Retry-After", Long.toString(seconds))) : error;
  }
}
