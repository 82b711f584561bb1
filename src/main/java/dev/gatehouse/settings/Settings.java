package dev.gatehouse.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The node's settings; {@code conf/gatehouse.yaml} documents every key with its unit and default.
 */
public record Settings(
    List<String> verticles,
    String environment,
    Http http,
    Management management,
    Public publicAddress,
    Contact contact,
    Owner owner,
    Smtp smtp,
    Mail mail,
    Push push,
    Data data,
    Mongo mongo,
    Store store,
    Blobs blobs,
    Access access,
    Limits limits,
    Security security,
    Cors cors,
    Media media,
    Calendar calendar,
    Trading trading,
    Log log,
    Drain drain) {

  public record Http(
      String host,
      int port,
      String tlsCertificate,
      String tlsKey,
      Duration idleTimeout,
      Duration headTimeout,
      Duration bodyTimeout,
      Duration uploadPeriod,
      Size uploadMinimum,
      int maxConnections,
      Size maxBodyBytes,
      int maxUploads,
      int maxStreams,
      int maxListeners) {
    public Http {
      Check.port("http.port", port);
      Check.that(
          tlsCertificate.isEmpty() == tlsKey.isEmpty(),
          "http.tlsCertificate and http.tlsKey go together");
    }

    public boolean tls() {
      return !tlsKey.isEmpty();
    }
  }

  public record Management(String host, int port) {
    public Management {
      Check.port("management.port", port);
    }
  }

  public record Public(String url) {
    public Public {
      Check.url("public.url", url);
    }
  }

  public record Contact(String url) {
    public Contact {
      Check.url("contact.url", url);
    }
  }

  public record Owner(String email) {}

  public record Smtp(String url, String startTls, String certificate, Duration timeout) {
    public Smtp {
      Check.that(
          url.isEmpty() || url.matches("smtps?://([^\\s/@]+@)?[^\\s/@]+"),
          "smtp.url must be smtp[s]://[user:password@]host[:port]");
      Check.that(
          List.of("auto", "required", "off").contains(startTls),
          "smtp.startTls must be auto, required or off");
    }
  }

  public record Mail(
      String from, int maxAttempts, String dkimDomain, String dkimSelector, String dkimKey) {
    public Mail {
      Check.that(
          from.matches("([^<>@,\\p{Cntrl}]* <)?[^\\s<>@,]+@[^\\s<>@,]+>?"),
          "mail.from must be an address or Name <address>");
      Check.that(maxAttempts >= 1, "mail.maxAttempts must be 1 or more");
      Check.that(
          dkimKey.isEmpty() || !(dkimDomain.isEmpty() || dkimSelector.isEmpty()),
          "mail.dkimKey needs mail.dkimDomain and mail.dkimSelector");
    }
  }

  public record Push(
      String contact,
      List<String> hosts,
      boolean privateNetworks,
      int parallel,
      Duration budget,
      int maxSubscriptions) {
    public Push {
      Check.that(
          contact.isEmpty() || contact.matches("(mailto:|https://)\\S+"),
          "push.contact must be mailto:… or https://…");
      Check.that(parallel >= 1, "push.parallel must be 1 or more");
      Check.that(maxSubscriptions >= 1, "push.maxSubscriptions must be 1 or more");
    }
  }

  public record Data(Path dir) {}

  public record Mongo(String url, Duration selectionTimeout) {}

  public record Store(boolean fsync, Size reserve) {}

  public record Blobs(String dir) {}

  public record Access(
      String permanentCode,
      String apiKey,
      String apiKeyHeader,
      List<String> jwtSecret,
      String jwtIssuer,
      String jwtAudience) {
    private static final int MIN_CODE = 8;
    private static final int MIN_KEY = 16;
    private static final int MIN_JWT_SECRET = 32;

    public Access {
      Check.secret("access.permanentCode", permanentCode, MIN_CODE);
      Check.secret("access.apiKey", apiKey, MIN_KEY);
      jwtSecret.forEach(secret -> Check.secret("access.jwtSecret", secret, MIN_JWT_SECRET));
      Check.that(
          apiKeyHeader.matches("[A-Za-z0-9-]{1,64}"), "access.apiKeyHeader must be a header name");
    }
  }

  public record Limits(int defaultPerMinute, int operatorPerMinute, int maxAddresses) {
    public Limits {
      Check.that(defaultPerMinute >= 0, "limits.defaultPerMinute must be 0 or more");
      Check.that(operatorPerMinute >= 0, "limits.operatorPerMinute must be 0 or more");
      Check.that(maxAddresses >= 1, "limits.maxAddresses must be 1 or more");
    }
  }

  public record Security(
      List<String> trustedProxies,
      List<String> allowList,
      int maxAttempts,
      Duration attemptWindow,
      List<String> banLadder,
      Duration banMemory,
      int maxRefusals,
      Duration refusalWindow,
      Duration refusalBan) {
    public Security {
      Check.that(maxAttempts >= 1, "security.maxAttempts must be 1 or more");
      Check.that(!banLadder.isEmpty(), "security.banLadder needs a step");
      banLadder.forEach(step -> Check.step("security.banLadder", step));
      trustedProxies.forEach(block -> Check.block("security.trustedProxies", block));
      allowList.forEach(block -> Check.block("security.allowList", block));
      Check.that(maxRefusals >= 0, "security.maxRefusals must be 0 or more");
    }
  }

  public record Cors(List<String> origins, Duration maxAge) {}

  public record Media(
      Size cacheSize, List<String> dnaKey, Size dnaSize, String resumeName, Size resumeSize) {
    public Media {
      Check.that(
          dnaKey.stream().allMatch(key -> key.matches("([0-9a-fA-F]{2}){32,}")),
          "media.dnaKey must be 64 or more hexadecimal digits");
      Check.that(
          resumeName.matches("[^\\p{Cntrl}/\\\\]{1,120}"), "media.resumeName must be a file name");
    }
  }

  public record Trading(
      Duration logRetention, String positionsUrl, String positionsKeyId, String positionsSecret) {
    public Trading {
      Check.url("trading.positionsUrl", positionsUrl);
      Check.secret("trading.positionsKeyId", positionsKeyId, 1);
      Check.secret("trading.positionsSecret", positionsSecret, 1);
      Check.that(
          positionsUrl.isEmpty() || !(positionsKeyId.isEmpty() || positionsSecret.isEmpty()),
          "trading.positionsUrl needs trading.positionsKeyId and trading.positionsSecret");
    }
  }

  public record Calendar(
      String provider,
      String url,
      String tokenUrl,
      String id,
      String key,
      String user,
      String meetUrl,
      List<String> days,
      String from,
      String to,
      Duration buffer,
      Duration notice,
      Duration horizon) {
    private static final List<String> WEEK =
        List.of("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday");
    private static final String TIME = "([01][0-9]|2[0-3]):[0-5][0-9]";

    public Calendar {
      Check.that(
          List.of("local", "google").contains(provider),
          "calendar.provider must be local or google");
      Check.url("calendar.url", url);
      Check.url("calendar.tokenUrl", tokenUrl);
      Check.url("calendar.meetUrl", meetUrl);
      Check.that(
          WEEK.containsAll(days),
          "calendar.days must be days of the week: " + String.join(", ", WEEK));
      Check.that(
          from.matches(TIME) && to.matches(TIME) && from.compareTo(to) < 0,
          "calendar.from and calendar.to must be times, 09:00 and 18:00 for example");
    }
  }

  public record Log(String format, String level) {
    public Log {
      Check.that(List.of("text", "json").contains(format), "log.format must be text or json");
      Check.that(
          List.of("error", "warn", "info", "debug", "trace").contains(level),
          "log.level must be error, warn, info, debug or trace");
    }
  }

  public record Drain(Duration delay, Duration timeout) {}

  /** Where stored files lie. */
  public Path blobsDir() {
    return blobs.dir().isEmpty() ? data.dir().resolve("blobs") : Path.of(blobs.dir());
  }
}
