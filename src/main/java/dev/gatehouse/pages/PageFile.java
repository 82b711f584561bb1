package dev.gatehouse.pages;

import dev.gatehouse.formats.Sha256;
import java.util.Locale;

/**
 * File that the pages load. Its path contains a hash of its content.
 *
 * @param path where it is served
 * @param type media type
 */
public record PageFile(String path, String type, byte[] bytes) {
  /** Prefix of the paths. */
  public static final String FOLDER = "/theme/";

  private static final int HASH = 16;

  static PageFile of(String name, byte[] bytes) {
    String end = name.substring(name.lastIndexOf('.')).toLowerCase(Locale.ROOT);
    return new PageFile(FOLDER + Sha256.hex(bytes).substring(0, HASH) + end, type(end), bytes);
  }

  /** Returns whether all common mail programs show pictures of its type. */
  boolean isShownInMail() {
    return type.equals("image/png") || type.equals("image/jpeg");
  }

  private static String type(String end) {
    return switch (end) {
      case ".js" -> "text/javascript; charset=utf-8";
      case ".css" -> "text/css; charset=utf-8";
      case ".svg" -> "image/svg+xml";
      case ".png" -> "image/png";
      case ".webp" -> "image/webp";
      default -> "image/jpeg";
    };
  }
}
