package dev.gatehouse.areas.media;

import module java.base;

import dev.gatehouse.areas.media.AudioFile.AudioFormat;
import dev.gatehouse.areas.media.AudioFile.AudioTags;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.PlainText;

/**
 * Reads the tags of a WAV file: the chunks {@code LIST}, {@code id3}, {@code bext} and {@code cue},
 * before or after the samples. A damaged tag is skipped, because it does not keep a player from
 * playing the file.
 */
final class WavTags {
  private static final int MAX_CHUNKS = 1_000;
  private static final int MAX_LIST = 1 << 16;
  private static final int MAX_TEXT = 200;
  private static final int MAX_CUES = 100;
  private static final int CUE = 24;
  private static final int DATE = 320;
  private static final int DESCRIPTION = 256;
  private static final int BEXT = 330;
  private static final Pattern NUMBER = Pattern.compile("^\\s*(\\d{1,4})(?!\\d)");

  private final SeekableByteChannel channel;
  private final long size;
  private AudioTags info = AudioTags.NONE;
  private Id3Tags id3 = Id3Tags.NONE;
  private AudioTags bext = AudioTags.NONE;
  private long byteRate;
  private long frames;

  private WavTags(SeekableByteChannel channel) throws IOException {
    this.channel = channel;
    this.size = channel.size();
  }

  /** Positions of the cue points in frames, by their ids. */
  private final Map<Long, Long> cues = new LinkedHashMap<>();

  private final Map<Long, String> labels = new HashMap<>();

  /**
   * Tags, format and picture of a file.
   *
   * @param picture null without one
   */
  record Read(AudioTags tags, AudioFormat format, AudioFile.Picture picture) {}

  /** Reads a file whose header is valid. Moves its position. */
  static Read of(SeekableByteChannel channel, Wav wav, List<Double> peaks) throws IOException {
    WavTags tags = new WavTags(channel);
    tags.chunks(12, wav.dataOffset() - 8);
    long end = wav.dataOffset() + wav.dataLength();
    tags.chunks(tags.named(end) ? end : end + 1, channel.size());
    return new Read(
        tags.id3.tags().or(tags.info).or(tags.bext), tags.format(wav, peaks), tags.id3.picture());
  }

  private AudioFormat format(Wav wav, List<Double> peaks) {
    double seconds = (double) (wav.dataLength() / wav.blockAlign()) / wav.sampleRate();
    if (wav.bitsPerSample() == WavFormat.ADPCM_BITS) {
      // A block of ADPCM has many frames.
      seconds =
          frames > 0
              ? (double) frames / wav.sampleRate()
              : (double) wav.dataLength() / Math.max(1, byteRate);
    }
    return new AudioFormat(
        thousandths(seconds),
        wav.channels(),
        wav.sampleRate(),
        wav.bitsPerSample(),
        peaks,
        cues.entrySet().stream()
            .map(cue ->
                new AudioFormat.Cue(
                    thousandths((double) cue.getValue() / wav.sampleRate()),
                    labels.getOrDefault(cue.getKey(), "")))
            .sorted(Comparator.comparing(AudioFormat.Cue::seconds))
            .toList());
  }

  private static double thousandths(double seconds) {
    return Math.round(seconds * 1000) / 1000.0;
  }

  private boolean named(long at) throws IOException {
    if (size - at < 8) {
      return false;
    }
    for (byte each : LittleEndian.bytes(channel, at, 4)) {
      if (each < ' ' || each > '~') {
        return false;
      }
    }
    return true;
  }

  private void chunks(long from, long until) throws IOException {
    long at = from;
    for (int chunk = 0; chunk < MAX_CHUNKS && until - at >= 8; chunk++) {
      LittleEndian header = LittleEndian.read(channel, at, 8);
      long length = header.u32(4);
      long start = at + 8;
      int present = (int) Math.min(Math.min(length, size - start), Integer.MAX_VALUE);
      try {
        chunk(new String(header.bytes(0, 4), StandardCharsets.US_ASCII), start, present);
      } catch (EOFException | IndexOutOfBoundsException | IllegalArgumentException damaged) {
        // The other chunks may be readable.
      }
      long end = start + length;
      at = length % 2 == 1 && (!named(end) || named(end + 1)) ? end + 1 : end;
    }
  }

  private void chunk(String name, long at, int length) throws IOException {
    switch (name) {
      case "fmt " -> byteRate = LittleEndian.read(channel, at, Math.min(length, 16)).u32(8);
      case "fact" -> frames = LittleEndian.read(channel, at, 4).u32(0);
      case "LIST" -> {
        LittleEndian list = LittleEndian.read(channel, at, Math.min(length, MAX_LIST));
        if (list.is(0, "INFO")) {
          info = info.or(info(list));
        } else if (list.is(0, "adtl")) {
          parts(list, this::label);
        }
      }
      case "id3 ", "ID3 " -> id3 = id3.or(Id3Tags.of(channel, at, length));
      case "cue " -> cue(LittleEndian.read(channel, at, Math.min(length, 4 + MAX_CUES * CUE)));
      case "bext" -> {
        if (length >= BEXT) {
          bext = bext(LittleEndian.read(channel, at, BEXT));
        }
      }
      default -> {
        // Other chunks have no tags.
      }
    }
  }

  private void cue(LittleEndian cue) {
    for (int i = 0; i < cue.u32(0) && 4 + (i + 1) * CUE <= cue.length(); i++) {
      cues.putIfAbsent(cue.u32(4 + i * CUE), cue.u32(24 + i * CUE));
    }
  }

  private void label(String name, byte[] content) {
    if (name.equals("labl") && content.length > 4) {
      long id =
          Integer.toUnsignedLong(ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).getInt());
      labels.putIfAbsent(id, text(Arrays.copyOfRange(content, 4, content.length)));
    }
  }

  private static void parts(LittleEndian list, BiConsumer<String, byte[]> part) {
    int at = 4;
    while (list.length() - at >= 8) {
      String name = new String(list.bytes(at, 4), StandardCharsets.US_ASCII);
      int length = (int) Math.min(list.u32(at + 4), list.length() - at - 8L);
      part.accept(name, list.bytes(at + 8, length));
      at += 8 + length + length % 2;
    }
  }

  private static AudioTags info(LittleEndian list) {
    Map<String, String> texts = new HashMap<>();
    parts(list, (name, content) -> texts.putIfAbsent(name, text(content)));
    return new AudioTags(
        texts.getOrDefault("INAM", ""),
        texts.getOrDefault("IART", ""),
        texts.getOrDefault("IPRD", texts.getOrDefault("IALB", "")),
        number(
            texts.getOrDefault("ITRK", texts.getOrDefault("IPRT", texts.getOrDefault("TRCK", "")))),
        number(texts.getOrDefault("ICRD", texts.getOrDefault("IYER", ""))));
  }

  /**
   * Returns the description, unless it is a recorder's list of settings, and the date. The
   * originator is a program or a recorder.
   */
  private static AudioTags bext(LittleEndian bext) {
    String description = text(bext.bytes(0, DESCRIPTION));
    return new AudioTags(
        description.contains("=") ? "" : description,
        "",
        "",
        0,
        number(text(bext.bytes(DATE, 10))));
  }

  /** Returns a text in UTF-8, or in the encoding of Windows, up to the first zero. */
  static String text(byte[] bytes) {
    int end = 0;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    byte[] used = Arrays.copyOf(bytes, end);
    boolean utf8 = AcceptableText.isUtf8(used);
    return line(new String(used, utf8 ? StandardCharsets.UTF_8 : Charset.forName("windows-1252")));
  }

  /** Returns a text that can be stored: one line of at most 200 characters. */
  static String line(String text) {
    return PlainText.beginning(
        AcceptableText.toLine(text).replaceAll("\\s+", " ").strip(), MAX_TEXT);
  }

  /** Returns the first number of texts such as 3/12 and 2026-05-01; 0 without one. */
  static int number(String text) {
    Matcher number = NUMBER.matcher(text);
    return number.find() ? Integer.parseInt(number.group(1)) : 0;
  }
}
