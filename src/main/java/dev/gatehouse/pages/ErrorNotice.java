package dev.gatehouse.pages;

/**
 * Content of the page for an error.
 *
 * @param reason message of the error
 * @param code of the error
 * @param retryAfter seconds to wait; null if unknown
 */
public record ErrorNotice(
    int status, String reason, String code, String requestId, String retryAfter) {
  /** Returns the group of texts for the status. */
  public String group() {
    return switch (status) {
      case 403 -> "error.forbidden";
      case 404, 405 -> "error.missing";
      case 410 -> "error.gone";
      case 429 -> "error.busy";
      case 500, 502, 503, 504, 507 -> "error.unavailable";
      default -> "error.invalid";
    };
  }
}
