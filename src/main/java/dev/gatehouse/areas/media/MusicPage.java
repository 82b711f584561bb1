package dev.gatehouse.areas.media;

import module java.base;

/**
 * Content of the page with the listed songs.
 *
 * @param url absolute address of the page
 * @param image absolute URL of the first cover; null without one
 */
public record MusicPage(String url, String image, List<Album> albums) {
  /**
   * Songs of one album.
   *
   * @param name empty for songs without an album
   * @param artist of all songs; empty if they differ
   * @param cover of the first song that has one; null without one
   */
  public record Album(String name, String artist, String cover, List<Song> songs) {}

  /**
   * A song.
   *
   * @param artist empty if the album has it
   * @param length in minutes and seconds; empty if unknown
   */
  public record Song(String filename, String title, String artist, int track, String length) {}

  /**
   * @param files by album
   */
  static MusicPage of(List<AudioFile> files, String base) {
    List<Album> albums = new ArrayList<>();
    int from = 0;
    for (int at = 1; at <= files.size(); at++) {
      if (at == files.size() || !album(files.get(at)).equals(album(files.get(from)))) {
        albums.add(album(files.subList(from, at)));
        from = at;
      }
    }
    String cover = albums.isEmpty() ? null : albums.getFirst().cover();
    String image = cover != null && cover.startsWith("/") ? base + cover : cover;
    return new MusicPage(base + "/music", image, albums);
  }

  private static String album(AudioFile file) {
    return file.tags().album();
  }

  private static Album album(List<AudioFile> files) {
    List<String> artists = files.stream().map(file -> file.tags().artist()).distinct().toList();
    String artist = artists.size() == 1 ? artists.getFirst() : "";
    String cover =
        files.stream()
            .map(AudioFile::shownCover)
            .filter(each -> !each.isEmpty())
            .findFirst()
            .orElse(null);
    List<Song> songs =
        files.stream()
            .map(file ->
                new Song(
                    file.id(),
                    file.title(),
                    artist.isEmpty() ? file.tags().artist() : "",
                    file.tags().track(),
                    length(file.format().duration())))
            .toList();
    return new Album(album(files.getFirst()), artist, cover, songs);
  }

  private static String length(double duration) {
    long seconds = Math.round(duration);
    return seconds == 0 ? "" : String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
  }
}
