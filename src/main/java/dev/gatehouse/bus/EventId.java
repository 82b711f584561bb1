package dev.gatehouse.bus;

import module java.base;

/**
 * ID of a streamed event. A client sends the last one to resume its stream on any node.
 *
 * @param position position in the stream's sequence, from 1
 * @param check checksum of the document's id. After a backup was restored, another event may have
 *     the position.
 */
public record EventId(long position, String check) {
  /** Position before the first event. */
  public static final EventId NONE = new EventId(0, "00000000");

  private static final Pattern FORM = Pattern.compile("([0-9]{1,15})\\.([0-9a-f]{8})");

  /**
   * @param document id of the event's document
   */
  public static EventId of(long position, String document) {
    CRC32 sum = new CRC32();
    sum.update(document.getBytes(StandardCharsets.UTF_8));
    return new EventId(position, HexFormat.of().toHexDigits((int) sum.getValue()));
  }

  /** Parses an ID. Empty for the IDs of older releases. */
  public static Optional<EventId> parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    return Optional.of(new EventId(Long.parseLong(parts.group(1)), parts.group(2)));
  }

  @Override
  public String toString() {
    return position + "." + check;
  }
}
