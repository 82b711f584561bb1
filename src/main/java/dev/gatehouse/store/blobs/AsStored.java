package dev.gatehouse.store.blobs;

import module java.base;

/** Rendition of blobs that are served unchanged. */
public record AsStored(Blobs blobs) implements Rendition {
  @Override
  public String name() {
    return "stored";
  }

  @Override
  public Optional<Path> file(String blob) {
    return blobs.file(blob);
  }

  @Override
  public Optional<URI> link(String blob, String contentType, String disposition) {
    return blobs.link(blob, contentType, disposition);
  }

  @Override
  public InputStream open(String blob, long offset, long length) throws IOException {
    try {
      return ChannelRange.open(blobs.open(blob), offset, length);
    } catch (IndexOutOfBoundsException shorter) {
      throw new IOException("the stored file " + blob + " is too short", shorter);
    }
  }
}
