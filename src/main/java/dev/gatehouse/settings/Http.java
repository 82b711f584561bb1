package dev.gatehouse.settings;

import java.time.Duration;

/**
 * Settings of the HTTP listener and its limits.
 *
 * @param host address to listen on
 * @param port port to listen on; 0 for any free port
 * @param tlsCertificate path of the PEM file; empty without TLS
 * @param tlsKey path of the PEM file; empty without TLS
 * @param idleTimeout maximum time that a connection may be idle
 * @param headTimeout maximum time for receiving a request's headers
 * @param bodyTimeout maximum time for receiving a JSON body
 * @param minUploadRate minimum rate of an upload; a slower upload is rejected
 * @param minDownloadRate minimum rate at which a client must take a reply; a slower client is
 *     disconnected
 * @param maxDuration maximum duration of a request with its reply, except an event stream
 * @param maxConnections maximum number of connections; 0 if the memory decides
 * @param maxConnectionsPerAddress maximum number of connections of one address; trusted proxies are
 *     exempt
 * @param maxHandshakesPerMinute maximum TLS handshakes of one address in a minute; 0 for no limit
 * @param maxBodyBytes maximum memory of bodies; 0 if the node's memory decides
 * @param maxReplyBytes maximum bytes of replies that wait for their clients; 0 if the memory
 *     decides
 * @param maxUploads maximum number of concurrent uploads; 0 if the memory decides
 * @param maxStreams maximum number of downloads that are generated while they are sent; 0 if the
 *     memory decides
 * @param maxListeners maximum number of open event streams; 0 if the memory decides
 * @param heartbeat interval between two keep-alive comments of an event stream
 */
public record Http(
    String host,
    int port,
    String tlsCertificate,
    String tlsKey,
    Duration idleTimeout,
    Duration headTimeout,
    Duration bodyTimeout,
    TransferRate minUploadRate,
    TransferRate minDownloadRate,
    Duration maxDuration,
    int maxConnections,
    int maxConnectionsPerAddress,
    int maxHandshakesPerMinute,
    Size maxBodyBytes,
    Size maxReplyBytes,
    int maxUploads,
    int maxStreams,
    int maxListeners,
    Duration heartbeat) {
  public Http {
    Check.that(maxDuration.isPositive(), "http.maxDuration must be more than 0");
    Check.that(heartbeat.isPositive(), "http.heartbeat must be more than 0");
    Check.that(
        tlsCertificate.isEmpty() == tlsKey.isEmpty(),
        "http.tlsCertificate and http.tlsKey must be set together");
  }

  static Http read(Section own) {
    return new Http(
        own.host("host"),
        own.port("port"),
        own.text("tlsCertificate"),
        own.text("tlsKey"),
        own.duration("idleTimeout"),
        own.duration("headTimeout"),
        own.duration("bodyTimeout"),
        own.rate("minUploadRate"),
        own.rate("minDownloadRate"),
        own.duration("maxDuration"),
        own.number("maxConnections", 0),
        own.number("maxConnectionsPerAddress", 1),
        own.number("maxHandshakesPerMinute", 0),
        own.size("maxBodyBytes"),
        own.size("maxReplyBytes"),
        own.number("maxUploads", 0),
        own.number("maxStreams", 0),
        own.number("maxListeners", 0),
        own.duration("heartbeat"));
  }

  /** Returns the scheme and host on which the node listens, as in a URL without a port. */
  public String address() {
    return scheme() + "://" + bracketedHost();
  }

  public String scheme() {
    return tls() ? "https" : "http";
  }

  /** Returns the host as in a URL, which has an IPv6 address in brackets. */
  public String bracketedHost() {
    return host.contains(":") ? "[" + host + "]" : host;
  }

  /** Returns whether the node terminates TLS itself. */
  public boolean tls() {
    return !tlsKey.isEmpty();
  }
}
