package dev.gatehouse.tracing;

import module java.base;

import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;

/**
 * Settings of the traces.
 *
 * @param url base of the collector, without a trailing slash; empty for no traces
 * @param headers of each request to the collector
 * @param sampleOneIn one of this many requests is recorded
 */
public record TracingSettings(String url, Map<String, String> headers, int sampleOneIn) {
  public static TracingSettings read(Section own) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String entry : own.list("headers")) {
      Check.that(
          entry.matches("[A-Za-z0-9-]+=[\\x20-\\x7e]+"),
          own.key("headers") + " must be Name=value, comma-separated");
      String[] halves = entry.split("=", 2);
      headers.put(halves[0], halves[1].strip());
    }
    return new TracingSettings(
        own.url("url").replaceAll("/+$", ""), headers, own.number("sampleOneIn", 1));
  }

  public boolean on() {
    return !url.isEmpty();
  }
}
