package dev.gatehouse.bus;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.gatehouse.contract.ErrorCode;

/**
 * The body of every error that a client gets.
 *
 * @param error a sentence
 * @param code stable, for programs
 * @param param the parameter, header or field at fault; empty where not exactly one is
 */
@JsonPropertyOrder({"error", "code", "param"})
public record ErrorReply(
    String error, ErrorCode code, @JsonInclude(Include.NON_EMPTY) String param) {}
