package dev.gatehouse.area.extension;

import java.time.Duration;
import java.util.Optional;

/** A validated request. */
public interface ApiRequest {
  /**
   * Returns a text parameter; null if it was not given and has no default.
   *
   * @throws IllegalArgumentException if the operation does not declare the parameter
   */
  String text(String name);

  /** Returns an integer parameter that is required or has a default. */
  long number(String name);

  /** Returns a boolean parameter that is required or has a default. */
  boolean flag(String name);

  /** Returns whether the caller has the permanent code or a key with the operator role. */
  boolean isOperator();

  /** Returns the name of the caller's key, or the kind of the token; empty for a stranger. */
  String caller();

  /** Returns the public URL of the service as the caller sees it, without a trailing slash. */
  String baseUrl();

  /** Returns the time after which no client waits for the response. */
  Duration remaining();

  /** Returns the uploaded file of an operation whose body is a file. */
  Optional<UploadedFile> upload();

  /**
   * An uploaded file, which is deleted unless {@link FileStore#save} stores it.
   *
   * @param token identifies the upload
   * @param size in bytes
   * @param sha256 64 hex digits
   * @param fileName name that the client gave, empty if absent; never a path
   * @param contentType media type that the client declared, empty if absent
   */
  record UploadedFile(
      String token, long size, String sha256, String fileName, String contentType) {}
}
