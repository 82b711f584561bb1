package dev.gatehouse.areas.media;

import dev.gatehouse.bus.Area;
import java.util.HashMap;
import java.util.Map;

/** The area for the site's files: audio, DNA sequences and the resume. */
final class MediaArea implements Area {
  private final AudioOperations audio;
  private final DnaSequences dna;
  private final Resume resume;

  MediaArea(AudioOperations audio, DnaSequences dna, Resume resume) {
    this.audio = audio;
    this.dna = dna;
    this.resume = resume;
  }

  @Override
  public String name() {
    return "media";
  }

  @Override
  public Map<String, Handler> operations() {
    Map<String, Handler> operations = new HashMap<>(audio.operations());
    operations.putAll(dna.operations());
    operations.putAll(resume.operations());
    return operations;
  }
}
