package dev.gatehouse.areas.media;

import module java.base;

import dev.gatehouse.areas.media.AudioFile.AudioTags;

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
  private static final int MAX_ARTISTS = 10;
  private static final int MAX_UNSYNCHRONIZED = 1 << 18;
  private static final int OLDEST = 2;
  private static final int NEWEST = 4;
  private static final int EXTENDED = 0x40;
  private static final int UNSYNCHRONIZED = 0x80;

  private static final int PICTURE_HEAD = 1_024;
  private static final int FRONT_COVER = 3;

  /** Flags of a frame whose content is compressed, encrypted, unsynchronized or has a prefix. */
  private static final int CODED = 0xCF;

  /** Flags of a frame of version 2.4. */
  private static final int GROUPED = 0x40;

  private static final int HIDDEN = 0x0C;
  private static final int FRAME_UNSYNCHRONIZED = 0x02;
  private static final int WITH_LENGTH = 0x01;

  /** Content of a tag. */
  private interface Source {
    LittleEndian read(long at, int length) throws IOException;
  }

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
    long from = at + HEADER;
    int flags = header.u8(5);
    if ((flags & UNSYNCHRONIZED) == 0 || version == NEWEST) {
      return frames(
          (place, part) -> LittleEndian.read(file, place, part), from, end, flags, version);
    }
    // Before version 2.4, the sizes of frames are those of the content without the added zeros.
    int read = (int) Math.min(end - from, MAX_UNSYNCHRONIZED);
    var content = new LittleEndian(resynchronized(LittleEndian.bytes(file, from, read)));
    Id3Tags found =
        frames(
            (place, part) -> new LittleEndian(content.bytes((int) place, part)),
            0,
            content.length(),
            flags,
            version);
    return new Id3Tags(found.tags, null);
  }

  private static Id3Tags frames(Source source, long from, long end, int flags, int version)
      throws IOException {
    int nameLength = version == OLDEST ? 3 : 4;
    int frameHeader = version == OLDEST ? 6 : HEADER;
    long at = from;
    if ((flags & EXTENDED) != 0 && version > OLDEST) {
      LittleEndian extended = source.read(at, 4);
      at += version == NEWEST ? synchsafe(extended, 0) : 4L + bigEndian(extended, 0, 4);
    }
    Map<String, String> texts = new HashMap<>();
    SortedMap<Integer, AudioFile.Picture> pictures = new TreeMap<>();
    for (int frame = 0; frame < MAX_FRAMES && end - at > frameHeader; frame++) {
      LittleEndian header = source.read(at, frameHeader);
      String name = new String(header.bytes(0, nameLength), StandardCharsets.ISO_8859_1);
      at += frameHeader;
      long size = bigEndian(header, nameLength, nameLength);
      if (version == NEWEST
          && (begins(source, at + synchsafe(header, 4), end) || !begins(source, at + size, end))) {
        // Old versions of iTunes write the sizes of version 2.3.
        size = synchsafe(header, 4);
      }
      if (header.u8(0) == 0 || size < 0 || size > end - at) {
        break;
      }
      if (name.startsWith("T") && size > 1 && size <= MAX_TEXT) {
        byte[] content = source.read(at, (int) size).bytes(0, (int) size);
        texts.putIfAbsent(
            name, text(name, version == NEWEST ? plain(content, header.u8(9), flags) : content));
      }
      boolean plain = (flags & UNSYNCHRONIZED) == 0;
      if (plain && (name.equals("PIC") || (name.equals("APIC") && (header.u8(9) & CODED) == 0))) {
        picture(source, at, size, version, pictures);
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

  /** Returns whether a frame, the padding or the end of the tag is at a position. */
  private static boolean begins(Source source, long at, long end) throws IOException {
    if (at >= end - 4) {
      return at == end;
    }
    String name = new String(source.read(at, 4).bytes(0, 4), StandardCharsets.ISO_8859_1);
    return name.matches("[A-Z0-9]{4}|\0[\\s\\S]{3}");
  }

  /** Returns the content of a frame of version 2.4; a zero if it is compressed or encrypted. */
  private static byte[] plain(byte[] frame, int frameFlags, int flags) {
    if ((frameFlags & HIDDEN) != 0) {
      return new byte[1];
    }
    int prefix = ((frameFlags & GROUPED) == 0 ? 0 : 1) + ((frameFlags & WITH_LENGTH) == 0 ? 0 : 4);
    byte[] content = Arrays.copyOfRange(frame, Math.min(prefix, frame.length - 1), frame.length);
    return (flags & UNSYNCHRONIZED) == 0 && (frameFlags & FRAME_UNSYNCHRONIZED) == 0
        ? content
        : resynchronized(content);
  }

  /** Adds a picture to those of the tag. The front cover gets the lowest number. */
  private static void picture(
      Source source,
      long at,
      long size,
      int version,
      SortedMap<Integer, AudioFile.Picture> pictures)
      throws IOException {
    byte[] head =
        source
            .read(at, (int) Math.min(size, PICTURE_HEAD))
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

  /**
   * Returns the first value of a text frame, or all artists. Its first byte is the encoding. Some
   * programs write UTF-8 as Latin-1, or UTF-16 without its mark.
   */
  private static String text(String name, byte[] frame) {
    if (frame[0] < 1 || frame[0] > 3) {
      return WavTags.text(Arrays.copyOfRange(frame, 1, frame.length));
    }
    boolean marked = frame.length > 2 && (frame[1] & frame[2] & 0xFE) == 0xFE;
    Charset charset =
        switch (frame[0]) {
          case 1 -> marked ? StandardCharsets.UTF_16 : StandardCharsets.UTF_16LE;
          case 2 -> StandardCharsets.UTF_16BE;
          default -> StandardCharsets.UTF_8;
        };
    String text = new String(frame, 1, frame.length - 1, charset);
    return Arrays.stream(text.split("\u0000"))
        .map(value -> WavTags.line(value.replace("\uFEFF", "")))
        .filter(value -> !value.isEmpty())
        .limit(name.equals("TPE1") ? MAX_ARTISTS : 1)
        .collect(Collectors.joining(", "));
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
