package dev.gatehouse.areas.media;

import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Size;
import java.util.List;

/**
 * The area's settings.
 *
 * @param cacheSize maximum bytes of decoded audio on the disk
 * @param dnaKeys in hexadecimal; the first encrypts, all decrypt; empty to generate a key
 * @param dnaSize maximum letters of one sequence
 * @param resumeName file name offered for a download
 * @param resumeSize maximum bytes of a resume
 */
record MediaSettings(
    Size cacheSize, List<String> dnaKeys, Size dnaSize, String resumeName, Size resumeSize) {

  static MediaSettings read(Section own) {
    List<String> keys = own.list("dnaKey");
    Check.that(
        keys.stream().allMatch(key -> key.matches("([0-9a-fA-F]{2}){32,}")),
        "media.dnaKey must be 64 or more hexadecimal digits");
    return new MediaSettings(
        own.size("cacheSize"),
        keys,
        own.size("dnaSize"),
        own.text("resumeName", "[^\\p{Cntrl}/\\\\]{1,120}", "must be a file name"),
        own.size("resumeSize"));
  }
}
