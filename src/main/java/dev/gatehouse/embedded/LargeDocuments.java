package dev.gatehouse.embedded;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.LongDataType;
import org.h2.mvstore.type.StringDataType;

/**
 * Keeps the bytes of one collection's large documents in parts, in a map of their own, and leaves a
 * short reference in their place. The parts are committed as they come, so that a large document
 * need not be in memory several times over; until the document itself is committed they are noted
 * as staged, and what a crash leaves staged is swept.
 */
final class LargeDocuments {
  /** From this size on a document lies in parts. */
  static final int LARGE_BYTES = 256 * 1024;

  static final int PART_BYTES = 64 * 1024;
  private static final int PART_BITS = 16;
  private static final int REFERENCE_BYTES = 16;
  private static final String STAGED = "staged";

  private final MVMap<Long, byte[]> parts;
  private final MVMap<String, Long> staged;
  private final StoreFile file;

  LargeDocuments(StoreFile file, String map) {
    this.file = file;
    this.parts = parts(file.store(), map);
    this.staged = staged(file.store());
  }

  MVMap<Long, byte[]> parts() {
    return parts;
  }

  private static MVMap<Long, byte[]> parts(MVStore store, String map) {
    return store.openMap(
        map,
        new MVMap.Builder<Long, byte[]>().keyType(LongDataType.INSTANCE).valueType(KeyBytes.TYPE));
  }

  private static MVMap<String, Long> staged(MVStore store) {
    return store.openMap(
        STAGED,
        new MVMap.Builder<String, Long>()
            .keyType(StringDataType.INSTANCE)
            .valueType(LongDataType.INSTANCE));
  }

  /** Removes the parts of documents that never came to be. */
  static void sweep(MVStore store) {
    MVMap<String, Long> staged = staged(store);
    for (String map : staged.keySet()) {
      remove(parts(store, map), staged.remove(map));
    }
  }

  /** What to put in the document's place: its bytes, or a reference to them. */
  byte[] store(ByteBuf bson) {
    int size = bson.readableBytes();
    if (size < LARGE_BYTES) {
      return Arrays.copyOf(bson.array(), size);
    }
    Long last = parts.lastKey();
    long id = last == null ? 0 : (last >> PART_BITS) + 1;
    staged.put(parts.getName(), id);
    for (int start = 0; start < size; start += PART_BYTES) {
      byte[] part = Arrays.copyOfRange(bson.array(), start, Math.min(start + PART_BYTES, size));
      parts.put((id << PART_BITS) + start / PART_BYTES, part);
      file.commitIfLarge();
    }
    staged.remove(parts.getName());
    return ByteBuffer.allocate(REFERENCE_BYTES).putInt(0).putLong(id).putInt(size).array();
  }

  /** BSON begins with its length, which is never zero. */
  private static boolean isReference(byte[] stored) {
    return ByteBuffer.wrap(stored).getInt() == 0;
  }

  /** The document's bytes, from what stands in its place. */
  ByteBuf load(byte[] stored) {
    if (!isReference(stored)) {
      return Unpooled.wrappedBuffer(stored);
    }
    ByteBuffer reference = ByteBuffer.wrap(stored);
    long first = reference.getLong(Integer.BYTES) << PART_BITS;
    int size = reference.getInt(Integer.BYTES + Long.BYTES);
    byte[][] bytes = new byte[(size + PART_BYTES - 1) / PART_BYTES][];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = parts.get(first + i);
    }
    return Unpooled.wrappedBuffer(bytes.length, bytes);
  }

  /** Removes what lies behind a document that is replaced or deleted. */
  void remove(byte[] stored) {
    if (isReference(stored)) {
      remove(parts, ByteBuffer.wrap(stored).getLong(Integer.BYTES));
    }
  }

  private static void remove(MVMap<Long, byte[]> parts, long id) {
    long key = id << PART_BITS;
    while (parts.remove(key) != null) {
      key++;
    }
  }
}
