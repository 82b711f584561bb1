package dev.gatehouse.areas.media;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.media.AudioFile.AudioFormat;
import dev.gatehouse.areas.media.AudioFile.AudioTags;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.HttpDate;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.pages.Site;
import io.vertx.core.buffer.Buffer;

/** The songs that the owner has listed: a playlist for players, and a page. */
record MusicOperations(AudioFiles files, Pages pages) {
  private static final int TAG_BYTES = 16;

  Map<String, Area.Handler> operations() {
    return Map.of(
        "media.playlist",
        Area.returning(Playlist.class, this::playlist),
        "media.music",
        this::page);
  }

  /**
   * Playlist for a front end.
   *
   * @param duration seconds of all songs
   */
  private record Playlist(boolean success, double duration, List<Song> tracks) {}

  /**
   * Song of a playlist.
   *
   * @param url absolute
   * @param cover null without one
   */
  private record Song(
      String filename,
      String url,
      @JsonUnwrapped AudioTags tags,
      String cover,
      @JsonUnwrapped AudioFormat format) {}

  private Answer playlist(Call call) {
    String album = call.text("album");
    List<AudioFile> listed =
        files.listed().stream()
            .filter(file -> album == null || file.tags().album().equals(album))
            .toList();
    return switch (call.text("format")) {
      case "m3u" -> m3u(call, listed);
      case "rss" -> rss(call, listed);
      default -> json(call, listed);
    };
  }

  private static Answer json(Call call, List<AudioFile> listed) {
    double seconds = listed.stream().mapToDouble(file -> file.format().duration()).sum();
    List<Song> songs = listed.stream().map(file -> song(call, file)).toList();
    return Answer.ok(new Playlist(true, Math.round(seconds * 1000) / 1000.0, songs))
        .with(Map.of("ETag", '"' + Sha256.hex(songs.toString(), TAG_BYTES) + '"'));
  }

  private static Song song(Call call, AudioFile file) {
    String cover = file.shownCover();
    return new Song(
        file.id(),
        address(call, file),
        file.shownTags(),
        cover.isEmpty() ? null : whole(call, cover),
        file.format());
  }

  private static String address(Call call, AudioFile file) {
    return call.base() + "/audio/" + file.id();
  }

  private static String whole(Call call, String address) {
    return address.startsWith("/") ? call.base() + address : address;
  }

  private static Answer m3u(Call call, List<AudioFile> listed) {
    StringBuilder text = new StringBuilder("#EXTM3U\n");
    for (AudioFile file : listed) {
      String artist = file.tags().artist();
      text.append("#EXTINF:")
          .append(Math.round(file.format().duration()))
          .append(',')
          .append(artist.isEmpty() ? "" : artist + " - ")
          .append(file.title())
          .append('\n')
          .append(address(call, file))
          .append('\n');
    }
    return new Answer(
        200, Map.of("Content-Type", "audio/x-mpegurl"), Buffer.buffer(text.toString()), null);
  }

  /** Returns a feed of podcasts, newest first. */
  private Answer rss(Call call, List<AudioFile> listed) {
    Site site = pages.site();
    StringBuilder text =
        new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
            .append(
                "<rss version=\"2.0\""
                    + " xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\">\n")
            .append("<channel>\n");
    element(text, "title", site.name());
    element(text, "link", call.base() + "/music");
    element(text, "description", site.text("music.description", site.name()));
    element(text, "language", site.lang());
    listed.stream()
        .sorted(Comparator.comparing(AudioFile::uploadDate).reversed())
        .forEach(file -> item(text, call, file));
    return new Answer(
        200,
        Map.of("Content-Type", "application/rss+xml"),
        Buffer.buffer(text.append("</channel>\n</rss>\n").toString()),
        null);
  }

  private static void item(StringBuilder text, Call call, AudioFile file) {
    String address = address(call, file);
    text.append("<item>\n");
    element(text, "title", file.title());
    element(text, "guid", address);
    element(text, "link", call.base() + "/music#" + file.id());
    element(text, "pubDate", HttpDate.text(file.uploadDate()));
    element(text, "itunes:author", file.tags().artist());
    element(text, "itunes:duration", Long.toString(Math.round(file.format().duration())));
    if (!file.shownCover().isEmpty()) {
      text.append("<itunes:image href=\"")
          .append(escaped(whole(call, file.shownCover())))
          .append("\"/>\n");
    }
    text.append("<enclosure url=\"")
        .append(escaped(address))
        .append("\" length=\"")
        .append(file.size())
        .append("\" type=\"audio/wav\"/>\n</item>\n");
  }

  private static void element(StringBuilder text, String name, String content) {
    text.append('<').append(name).append('>').append(escaped(content));
    text.append("</").append(name).append(">\n");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  private Answer page(Call call) {
    return pages.answer("music", MusicPage.of(files.listed(), call.base())).with(Pages.playing());
  }
}
