package dev.gatehouse.areas.media;

/**
 * Title and other texts of a song, as its file states them or as the owner has written them. A text
 * is empty if unknown.
 *
 * @param track number on the album; 0 if unknown
 * @param year of the publication; 0 if unknown
 */
public record AudioTags(String title, String artist, String album, int track, int year) {
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
