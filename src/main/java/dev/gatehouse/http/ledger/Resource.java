package dev.gatehouse.http.ledger;

import java.util.Locale;

/** Resource of which a node has a limited amount. */
public enum Resource {
  /** Open connections. */
  CONNECTIONS("connections"),
  /** Connections whose TLS handshake is not complete. */
  HANDSHAKES("TLS handshakes"),
  /** Memory of bodies that are received or processed, in bytes. */
  BODY_BYTES("request bodies"),
  /** Memory of replies that are queued and not yet written, in bytes. */
  REPLY_BYTES("replies"),
  /** Uploads that are received into the blob store. */
  UPLOADS("uploads"),
  /** Downloads that are generated or read while they are sent. */
  STREAMS("downloads"),
  /** Files that are sent by the kernel. */
  FILES("file downloads"),
  /** Open event streams. */
  LISTENERS("event streams");

  private final String plural;

  Resource(String plural) {
    this.plural = plural;
  }

  /** Returns its name for the reader of an error. */
  public String plural() {
    return plural;
  }

  /** Returns its name in metrics. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
