/**
 * The media area: audio, the resume and DNA sequences, with the formats in which they lie on the
 * disk.
 */
package dev.gatehouse.areas.media;
