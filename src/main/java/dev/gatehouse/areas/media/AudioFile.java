package dev.gatehouse.areas.media;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.store.blobs.Blob;

/**
 * A stored audio file.
 *
 * @param id its file name, which requests use
 * @param originalName the client's name for it
 * @param size bytes of the WAV file
 * @param uploadDate when it was committed
 * @param stored the stored form
 * @param sha256 of the WAV file
 * @param tags as the file states them, or as the owner has changed them
 * @param format {@link AudioFormat#UNKNOWN} for files of earlier releases
 * @param listed whether the playlist and the page of the music contain it
 * @param cover URL of a picture that the owner has chosen, or empty
 * @param picture picture in the file; null without one
 */
public record AudioFile(
    String id,
    String originalName,
    long size,
    Instant uploadDate,
    @JsonUnwrapped Stored stored,
    String sha256,
    AudioTags tags,
    AudioFormat format,
    boolean listed,
    String cover,
    Picture picture) {

  public AudioFile {
    tags = Objects.requireNonNullElse(tags, AudioTags.NONE);
    format = Objects.requireNonNullElse(format, AudioFormat.UNKNOWN);
    cover = Objects.requireNonNullElse(cover, "");
  }

  /**
   * A picture inside the WAV file.
   *
   * @param at position in the file
   * @param type media type
   */
  public record Picture(long at, long size, String type) {
    private static final Map<String, String> TYPES =
        Map.of("ffd8ff", "image/jpeg", "89504e47", "image/png", "47494638", "image/gif");

    /** Returns the type of a picture that browsers show; empty for any other. */
    static String type(byte[] bytes, int at) {
      String first = HexFormat.of().formatHex(bytes, at, Math.min(at + 12, bytes.length));
      if (first.startsWith("52494646") && first.endsWith("57454250")) {
        return "image/webp";
      }
      return TYPES.entrySet().stream()
          .filter(type -> first.startsWith(type.getKey()))
          .map(Map.Entry::getValue)
          .findFirst()
          .orElse("");
    }
  }

  /**
   * The stored form.
   *
   * @param storedSize its bytes; 0 if an earlier release stored the file and the scrub has not read
   *     it yet
   * @param storedSha256 of its bytes; null if the size is 0
   */
  public record Stored(String blob, long storedSize, String storedSha256) {
    static Stored of(Blob blob) {
      return new Stored(blob.id(), blob.size(), blob.sha256());
    }
  }

  /** Returns the file with other bytes. The owner's title and other texts are kept. */
  AudioFile replacedBy(AudioFile newer) {
    return new AudioFile(
        id,
        originalName,
        newer.size,
        newer.uploadDate,
        newer.stored,
        newer.sha256,
        tags.or(newer.tags),
        newer.format,
        listed,
        cover,
        newer.picture);
  }

  String blob() {
    return stored.blob();
  }

  /** Returns the title, or the name of the uploaded file without its extension. */
  String title() {
    return tags.title().isEmpty()
        ? originalName.replaceFirst("(?i)\\.[a-z0-9]{1,5}$", "")
        : tags.title();
  }

  /** Returns the owner's cover, or the path of the picture in the file; empty without both. */
  String shownCover() {
    return cover.isEmpty() && picture != null ? "/audio/" + id + "/cover" : cover;
  }

  /** Returns the tags with a title, also if the file states none. */
  AudioTags shownTags() {
    return new AudioTags(title(), tags.artist(), tags.album(), tags.track(), tags.year());
  }

  /** The part that the owner sees. */
  public record View(
      String filename,
      String originalName,
      long size,
      Instant uploadDate,
      @JsonUnwrapped AudioTags tags,
      String cover,
      boolean listed,
      @JsonUnwrapped AudioFormat format) {}

  View view() {
    return new View(id, originalName, size, uploadDate, shownTags(), shownCover(), listed, format);
  }

  /** Returns whether a title, name, artist or album contains a text, without regard to accents. */
  boolean contains(String text) {
    return PlainText.isIn(text, title(), originalName, id, tags.artist(), tags.album());
  }

  /**
   * Technical data of a song.
   *
   * @param duration seconds
   * @param bitsPerSample 4 for ADPCM
   * @param peaks highest amplitude of each equal part, 0 to 1; empty if unknown
   */
  record AudioFormat(
      double duration,
      int channels,
      long sampleRate,
      int bitsPerSample,
      List<Double> peaks,
      List<Cue> cues) {
    static final AudioFormat UNKNOWN = new AudioFormat(0, 0, 0, 0, List.of(), List.of());

    public AudioFormat {
      peaks = Objects.requireNonNullElse(peaks, List.of());
      cues = Objects.requireNonNullElse(cues, List.of());
    }

    /**
     * A marked time of the song.
     *
     * @param label empty without one
     */
    public record Cue(double seconds, String label) {}
  }

  /**
   * Title and other texts of a song, as its file states them or as the owner has written them. A
   * text is empty if unknown.
   *
   * @param track number on the album; 0 if unknown
   * @param year of the publication; 0 if unknown
   */
  record AudioTags(String title, String artist, String album, int track, int year) {
    static final AudioTags NONE = new AudioTags("", "", "", 0, 0);

    /** Returns these tags, and those of another source where they are unknown. */
    AudioTags or(AudioTags other) {
      return new AudioTags(
          title.isEmpty() ? other.title : title,
          artist.isEmpty() ? other.artist : artist,
          album.isEmpty() ? other.album : album,
          track == 0 ? other.track : track,
          year == 0 ? other.year : year);
    }
  }
}
