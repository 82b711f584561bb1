package dev.gatehouse.bus;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.gatehouse.contract.ErrorCode;
import java.util.List;

/**
 * The body of every error that a client gets.
 *
 * @param error a sentence
 * @param code stable, for programs
 * @param param the first parameter, header or field at fault; empty where none is
 * @param errors all fields at fault; empty for fewer than two
 */
@JsonPropertyOrder({"error", "code", "param", "errors"})
public record ErrorReply(
    String error,
    ErrorCode code,
    @JsonInclude(Include.NON_EMPTY) String param,
    @JsonInclude(Include.NON_EMPTY) List<FieldError> errors) {
  /** Error of one field. */
  @JsonPropertyOrder({"param", "code", "error"})
  public record FieldError(String param, ErrorCode code, String error) {}
}
