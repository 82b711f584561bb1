package dev.gatehouse.areas.media;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.pages.Pages;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;

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
    if (call.text("format").equals("m3u")) {
      return m3u(call, listed);
    }
    double seconds = listed.stream().mapToDouble(file -> file.format().duration()).sum();
    List<Song> songs = listed.stream().map(file -> song(call, file)).toList();
    return Answer.ok(new Playlist(true, Math.round(seconds * 1000) / 1000.0, songs))
        .with(Map.of("ETag", '"' + Sha256.hex(songs.toString(), TAG_BYTES) + '"'));
  }

  private static Song song(Call call, AudioFile file) {
    String cover = file.cover();
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

  private Answer page(Call call) {
    return pages.answer("music", MusicPage.of(files.listed(), call.base())).with(Pages.playing());
  }
}
