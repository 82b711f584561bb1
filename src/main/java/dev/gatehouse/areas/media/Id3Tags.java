package dev.gatehouse.areas.media;

import module java.base;

/** Reads the texts of an ID3 tag, versions 2.2 to 2.4. Pictures are skipped without being read. */
final class Id3Tags {
  private static final int HEADER = 10;
  private static final int MAX_FRAMES = 500;
  private static final int MAX_TEXT = 4_096;
  private static final int OLDEST = 2;
  private static final int NEWEST = 4;
  private static final int EXTENDED = 0x40;
  private static final int UNSYNCHRONIZED = 0x80;

  private Id3Tags() {}

  /**
   * Reads a tag.
   *
   * @param at position of the tag in the file
   * @param length bytes of the tag, all of them inside the file
   */
  static AudioTags of(SeekableByteChannel file, long at, int length) throws IOException {
    if (length < HEADER) {
      return AudioTags.NONE;
    }
    LittleEndian header = LittleEndian.read(file, at, HEADER);
    int version = header.u8(3);
    boolean readable =
        new String(header.bytes(0, 3), StandardCharsets.ISO_8859_1).equals("ID3")
            && version >= OLDEST
            && version <= NEWEST;
    if (!readable) {
      return AudioTags.NONE;
    }
    long end = at + Math.min(length, HEADER + (long) synchsafe(header, 6));
    Map<String, String> texts = texts(file, at, end, header.u8(5), version);
    return new AudioTags(
        first(texts, "TIT2", "TT2"),
        first(texts, "TPE1", "TP1", "TPE2", "TP2"),
        first(texts, "TALB", "TAL"),
        WavTags.number(first(texts, "TRCK", "TRK")),
        WavTags.number(first(texts, "TDRC", "TYER", "TDOR", "TYE")));
  }

  private static Map<String, String> texts(
      SeekableByteChannel file, long tag, long end, int flags, int version) throws IOException {
    int nameLength = version == OLDEST ? 3 : 4;
    int frameHeader = version == OLDEST ? 6 : HEADER;
    long at = tag + HEADER;
    if ((flags & EXTENDED) != 0 && version > OLDEST) {
      LittleEndian extended = LittleEndian.read(file, at, 4);
      at += version == NEWEST ? synchsafe(extended, 0) : 4L + bigEndian(extended, 0, 4);
    }
    Map<String, String> texts = new HashMap<>();
    for (int frame = 0; frame < MAX_FRAMES && end - at > frameHeader; frame++) {
      LittleEndian header = LittleEndian.read(file, at, frameHeader);
      String name = new String(header.bytes(0, nameLength), StandardCharsets.ISO_8859_1);
      long size =
          version == NEWEST ? synchsafe(header, 4) : bigEndian(header, nameLength, nameLength);
      at += frameHeader;
      if (header.u8(0) == 0 || size < 0 || size > end - at) {
        break;
      }
      if (name.startsWith("T") && size > 1 && size <= MAX_TEXT) {
        byte[] content = LittleEndian.read(file, at, (int) size).bytes(0, (int) size);
        texts.putIfAbsent(
            name, text((flags & UNSYNCHRONIZED) == 0 ? content : resynchronized(content)));
      }
      at += size;
    }
    return texts;
  }

  private static String first(Map<String, String> texts, String... names) {
    return Arrays.stream(names)
        .map(name -> texts.getOrDefault(name, ""))
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Returns the first value of a text frame, whose first byte is its encoding. */
  private static String text(byte[] frame) {
    Charset charset =
        switch (frame[0]) {
          case 1 -> StandardCharsets.UTF_16;
          case 2 -> StandardCharsets.UTF_16BE;
          case 3 -> StandardCharsets.UTF_8;
          default -> Charset.forName("windows-1252");
        };
    String text = new String(frame, 1, frame.length - 1, charset);
    return WavTags.line(text.replaceFirst("\u0000[\\s\\S]*", ""));
  }

  /** Removes the zeros that follow bytes of 255. */
  private static byte[] resynchronized(byte[] content) {
    byte[] result = new byte[content.length];
    int length = 0;
    for (int i = 0; i < content.length; i++) {
      boolean added = i > 0 && content[i] == 0 && content[i - 1] == (byte) 0xFF;
      if (!added) {
        result[length] = content[i];
        length++;
      }
    }
    return Arrays.copyOf(result, length);
  }

  private static int synchsafe(LittleEndian bytes, int at) {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      value = (value << 7) | (bytes.u8(at + i) & 0x7F);
    }
    return value;
  }

  private static long bigEndian(LittleEndian bytes, int at, int length) {
    long value = 0;
    for (int i = 0; i < length; i++) {
      value = (value << 8) | bytes.u8(at + i);
    }
    return value;
  }
}
