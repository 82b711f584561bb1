/** The media area: audio, the resume and DNA sequences, with their storage formats. */
package dev.gatehouse.areas.media;
