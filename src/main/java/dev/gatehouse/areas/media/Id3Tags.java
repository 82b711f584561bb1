package dev.gatehouse.areas.media;

import module java.base;

/**
 * Texts and picture of an ID3 tag, versions 2.2 to 2.4. Pictures remain in the file.
 *
 * @param picture the front cover, or else the first picture; null without one
 */
record Id3Tags(AudioTags tags, AudioFile.Picture picture) {
  static final Id3Tags NONE = new Id3Tags(AudioTags.NONE, null);

  private static final int HEADER = 10;
  private static final int MAX_FRAMES = 500;
  private static final int MAX_TEXT = 4_096;
  private static final int OLDEST = 2;
  private static final int NEWEST = 4;
  private static final int EXTENDED = 0x40;
  private static final int UNSYNCHRONIZED = 0x80;

  private static final int PICTURE_HEAD = 1_024;
  private static final int FRONT_COVER = 3;

  /** Flags of a frame whose content is compressed, encrypted, unsynchronized or has a prefix. */
  private static final int CODED = 0xCF;

  /** Returns these tags, and those of another tag where they are unknown. */
  Id3Tags or(Id3Tags other) {
    return new Id3Tags(tags.or(other.tags), picture == null ? other.picture : picture);
  }

  /**
   * Reads a tag.
   *
   * @param at position of the tag in the file
   * @param length bytes of the tag, all of them inside the file
   */
  static Id3Tags of(SeekableByteChannel file, long at, int length) throws IOException {
    if (length < HEADER) {
      return NONE;
    }
    LittleEndian header = LittleEndian.read(file, at, HEADER);
    int version = header.u8(3);
    boolean readable =
        new String(header.bytes(0, 3), StandardCharsets.ISO_8859_1).equals("ID3")
            && version >= OLDEST
            && version <= NEWEST;
    if (!readable) {
      return NONE;
    }
    long end = at + Math.min(length, HEADER + (long) synchsafe(header, 6));
    return frames(file, at, end, header.u8(5), version);
  }

  private static Id3Tags frames(
      SeekableByteChannel file, long tag, long end, int flags, int version) throws IOException {
    int nameLength = version == OLDEST ? 3 : 4;
    int frameHeader = version == OLDEST ? 6 : HEADER;
    long at = tag + HEADER;
    if ((flags & EXTENDED) != 0 && version > OLDEST) {
      LittleEndian extended = LittleEndian.read(file, at, 4);
      at += version == NEWEST ? synchsafe(extended, 0) : 4L + bigEndian(extended, 0, 4);
    }
    Map<String, String> texts = new HashMap<>();
    SortedMap<Integer, AudioFile.Picture> pictures = new TreeMap<>();
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
      boolean plain = (flags & UNSYNCHRONIZED) == 0;
      if (plain && (name.equals("PIC") || (name.equals("APIC") && (header.u8(9) & CODED) == 0))) {
        picture(file, at, size, version, pictures);
      }
      at += size;
    }
    var tags =
        new AudioTags(
            first(texts, "TIT2", "TT2"),
            first(texts, "TPE1", "TP1", "TPE2", "TP2"),
            first(texts, "TALB", "TAL"),
            WavTags.number(first(texts, "TRCK", "TRK")),
            WavTags.number(first(texts, "TDRC", "TYER", "TDOR", "TYE")));
    return new Id3Tags(tags, pictures.isEmpty() ? null : pictures.firstEntry().getValue());
  }

  /** Adds a picture to those of the tag. The front cover gets the lowest number. */
  private static void picture(
      SeekableByteChannel file,
      long at,
      long size,
      int version,
      SortedMap<Integer, AudioFile.Picture> pictures)
      throws IOException {
    byte[] head =
        LittleEndian.read(file, at, (int) Math.min(size, PICTURE_HEAD))
            .bytes(0, (int) Math.min(size, PICTURE_HEAD));
    int kind = version == OLDEST ? 4 : 1 + text(head, 1, 1);
    boolean wide = head[0] == 1 || head[0] == 2;
    int data = kind + 1 + text(head, kind + 1, wide ? 2 : 1);
    String type = data < head.length ? AudioFile.Picture.type(head, data) : "";
    if (!type.isEmpty()) {
      pictures.putIfAbsent(
          head[kind] == FRONT_COVER ? -1 : pictures.size(),
          new AudioFile.Picture(at + data, size - data, type));
    }
  }

  /** Returns the bytes of a text with its final zero, which has one or two bytes. */
  private static int text(byte[] bytes, int from, int zero) {
    int at = from;
    while (bytes[at] != 0 || (zero == 2 && bytes[at + 1] != 0)) {
      at += zero;
    }
    return at + zero - from;
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
