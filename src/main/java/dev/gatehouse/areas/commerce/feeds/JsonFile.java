package dev.gatehouse.areas.commerce.feeds;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.AcceptableText;

/** JSON file of the owner. */
public final class JsonFile {
  private static final int MAX_BYTES = 8 << 20;

  private JsonFile() {}

  /**
   * Reads a file. Blocks.
   *
   * @param read converts the JSON
   * @throws dev.gatehouse.bus.ApiException 500 if the file is missing, too large, not JSON or of
   *     another structure
   */
  public static <R> R read(Path file, Function<JsonNode, R> read) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IOException("more than " + MAX_BYTES + " bytes");
      }
      if (!AcceptableText.isUtf8(bytes)) {
        throw new IOException("not in UTF-8");
      }
      return read.apply(Json.decode(bytes, JsonNode.class));
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      throw ApiError.of(ErrorCode.DATA_UNREADABLE, "the stored data cannot be read")
          .because(file.getFileName() + ": " + e.getClass().getSimpleName())
          .exception(e);
    }
  }
}
