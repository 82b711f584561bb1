package dev.gatehouse.areas.media;

import module java.base;

import dev.gatehouse.areas.media.Wav.NotWavException;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.FileBlobs;

/** The stored form of WAV files in a separate folder, for tests. */
final class StoredAudio {
  final FileBlobs blobs;
  final AudioAtRest audio;

  StoredAudio(Path folder) throws IOException {
    blobs = FileBlobs.open(folder, 0, new SecureRandom());
    audio = new AudioAtRest(blobs);
  }

  /** Stores a WAV file as an upload does: the raw blob goes once its stored form is there. */
  AudioAtRest.Stored store(byte[] wav) throws IOException, NotWavException {
    Blob raw = WavFiles.put(blobs, wav);
    try {
      return audio.store(raw);
    } finally {
      blobs.delete(raw.id());
    }
  }

  /** A rendition that never caches. */
  WavRendition cold(Path cache) throws IOException {
    Executor none = task -> {};
    return new WavRendition(blobs, DecodedFiles.open(cache, 0, 0, none));
  }
}
