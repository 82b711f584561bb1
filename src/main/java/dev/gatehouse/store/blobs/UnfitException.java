package dev.gatehouse.store.blobs;

import dev.gatehouse.contract.ErrorCode;
import java.io.IOException;

/** Thrown for bytes that an {@link UploadCheck} rejects. */
public final class UnfitException extends IOException {
  private final ErrorCode code;
  private final String param;

  /**
   * @param code for the client
   * @param message for the client
   */
  public UnfitException(ErrorCode code, String message) {
    this(code, "", message);
  }

  /**
   * @param code for the client
   * @param param the header or field at fault
   * @param message for the client
   */
  public UnfitException(ErrorCode code, String param, String message) {
    super(message);
    this.code = code;
    this.param = param;
  }

  public ErrorCode code() {
    return code;
  }

  public String param() {
    return param;
  }
}
