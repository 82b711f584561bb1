package dev.gatehouse.messages;

import dev.gatehouse.bus.EventType;

/** The events of the media area. */
public final class MediaMessages {
  /** Published when a blob was replaced or deleted. */
  public static final EventType<BlobChanged> BLOBS_CHANGED =
      EventType.of("blobs.changed", BlobChanged.class);

  private MediaMessages() {}

  /** A blob that documents do not name any more. */
  public record BlobChanged(String blob) {}
}
