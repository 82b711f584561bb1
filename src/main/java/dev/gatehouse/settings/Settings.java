package dev.gatehouse.settings;

import dev.gatehouse.formats.MailText;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Settings of the node. {@code conf/gatehouse.yaml} documents every key with its unit and default.
 * Settings that several packages need are defined here; an area reads its own from a section.
 */
public final class Settings {
  /** Public operations that the owner can close, as {@code x-closable} of the contract. */
  public static final Set<String> CLOSABLE =
      Set.of("bookings", "dna", "hire", "reviews", "short-urls", "sign-up");

  static final String EXTENSIONS = "extensions.";

  private final Map<String, String> values;
  private final Map<String, Path> files;
  private final List<EffectiveSetting> effective;
  private final Set<String> read = ConcurrentHashMap.newKeySet();
  private final List<String> verticles;
  private final String environment;
  private final Http http;
  private final Management management;
  private final Public publicAddress;
  private final Contact contact;
  private final Owner owner;
  private final ZoneId ownerZone;
  private final MailSettings.Smtp smtp;
  private final MailSettings mail;
  private final Data data;
  private final Mongo mongo;
  private final Store store;
  private final BlobSettings blobs;
  private final AccessSettings access;
  private final AreasOff areasOff;
  private final Limits limits;
  private final Security security;
  private final Cors cors;
  private final Log log;
  private final Drain drain;

  /**
   * @param values all settings by their full key
   * @param files files that values were read from, by full key
   * @param effective all settings with their sources and hidden secrets
   * @throws SettingsException that names the invalid key
   */
  Settings(Map<String, String> values, Map<String, Path> files, List<EffectiveSetting> effective) {
    this.values = Map.copyOf(values);
    this.files = Map.copyOf(files);
    this.effective = List.copyOf(effective);
    Section root = section("");
    verticles = root.list("verticles");
    environment = root.text("environment");
    http = new Http(section("http"));
    management = Management.read(section("management"));
    publicAddress = Public.read(section("public"));
    contact = new Contact(section("contact").url("url"));
    owner = Owner.read(section("owner"));
    ownerZone = OwnerZone.read(section("calendar"));
    smtp = MailSettings.Smtp.read(section("smtp"));
    mail = MailSettings.read(section("mail"));
    data = new Data(section("data").path("dir"));
    Check.that(!data.dir().toString().isBlank(), "data.dir must be the path of a folder");
    mongo = Mongo.read(section("mongo"));
    store = Store.read(section("store"));
    blobs = BlobSettings.read(section("blobs"));
    access = AccessSettings.read(section("access"));
    areasOff = AreasOff.read(section("areas"));
    limits = Limits.read(section("limits"));
    security = new Security(section("security"));
    cors = Cors.read(section("cors"));
    log = Log.read(section("log"));
    drain = Drain.read(section("drain"));
  }

  /** Returns the settings that a running node can read again. */
  private static boolean isReloadable(String key) {
    return key.equals("log.level") || key.startsWith("theme.");
  }

  /** Returns these settings with the reloadable ones of others. */
  public Settings reloaded(Settings others) {
    Map<String, String> merged = new HashMap<>(values);
    others.values.forEach((key, value) -> {
      if (isReloadable(key)) {
        merged.put(key, value);
      }
    });
    return new Settings(merged, files, others.effective);
  }

  /** Returns the keys of settings that differ and need a restart, sorted. */
  public List<String> changedForRestart(Settings others) {
    return Stream.concat(values.keySet().stream(), others.values.keySet().stream())
        .distinct()
        .filter(key -> !isReloadable(key))
        .filter(key -> !Objects.equals(values.get(key), others.values.get(key)))
        .sorted()
        .toList();
  }

  /**
   * Returns the values that differ from the defaults by the names of their environment variables,
   * secrets included.
   */
  public Map<String, String> changed() {
    Map<String, String> changed = new TreeMap<>();
    Map<String, String> defaults = SettingsReader.defaultValues();
    values.forEach((key, value) -> {
      if (!value.equals(defaults.get(key))) {
        changed.put(SettingsReader.variable(key), value);
      }
    });
    return changed;
  }

  /** Returns all settings by their full key. */
  Map<String, String> values() {
    return values;
  }

  /** Returns all settings with their sources, sorted by key. Secrets are hidden. */
  public List<EffectiveSetting> effective() {
    return effective;
  }

  /** Returns a group of settings for its owner. */
  public Section section(String name) {
    return new Section(name, values, files, read);
  }

  /**
   * Returns the setting {@code extensions.NAME.key} of an extension, which no default documents;
   * empty if it is not set.
   */
  public Optional<String> extension(String name, String key) {
    String whole = EXTENSIONS + name + '.' + key;
    read.add(whole);
    return Optional.ofNullable(values.get(whole));
  }

  /**
   * Checks that every documented setting has been read.
   *
   * @throws SettingsException that names settings of extensions which no extension has read
   * @throws IllegalStateException that names the unread settings
   */
  public void mustBeRead() {
    Set<String> unread = new TreeSet<>(values.keySet());
    unread.removeAll(read);
    Set<String> unknown = new TreeSet<>(unread);
    unknown.removeIf(key -> !key.matches(EXTENSIONS + "[^.]+\\..*"));
    Check.that(
        unknown.isEmpty(),
        "no installed extension reads the settings "
            + String.join(", ", unknown)
            + ": delete them, or install the extension");
    if (!unread.isEmpty()) {
      throw new IllegalStateException("settings that no code reads: " + String.join(", ", unread));
    }
  }

  public record Management(String host, int port) {
    static Management read(Section own) {
      return new Management(own.host("host"), own.port("port"));
    }
  }

  /**
   * Public address of the service.
   *
   * @param url base of absolute links, without a trailing slash; may be empty
   * @param closed public operations that are closed to visitors
   */
  public record Public(String url, Set<String> formerHosts, Set<String> closed) {
    static Public read(Section own) {
      String url = own.url("url");
      Check.that(
          url.indexOf('?') < 0 && url.indexOf('#') < 0,
          own.key("url") + " must be an address without ? and #");
      return new Public(
          url.replaceAll("/+$", ""),
          formerHosts(own, url),
          Set.copyOf(own.list("closed", CLOSABLE)));
    }

    private static Set<String> formerHosts(Section own, String url) {
      Set<String> hosts = new HashSet<>();
      String key = own.key("formerHosts");
      for (String host : own.list("formerHosts")) {
        Check.that(
            host.matches("[^/:@?#\\s]+"),
            key + ": " + host + " is no host: write it like example.org");
        hosts.add(WebOrigin.host(host, key + ": " + host + " is no host"));
      }
      Check.that(hosts.isEmpty() || !url.isEmpty(), key + " needs " + own.key("url"));
      Check.that(
          url.isEmpty() || !hosts.contains(URI.create(url).getHost().toLowerCase(Locale.ROOT)),
          key + " must not contain the host of " + own.key("url"));
      return Set.copyOf(hosts);
    }
  }

  public record Contact(String url) {}

  /**
   * Owner of the site.
   *
   * @param email with its domain in ASCII; empty if it is not set
   */
  public record Owner(String email) {
    static Owner read(Section own) {
      String typed = own.text("email").strip();
      Optional<String> email = typed.isEmpty() ? Optional.of(typed) : MailText.asciiAddress(typed);
      Check.that(
          email.isPresent(),
          own.key("email") + " must be one email address, without name and quotation marks");
      return new Owner(email.get());
    }
  }

  public record Data(Path dir) {}

  public record Mongo(String url, Duration selectionTimeout, Duration operationTimeout) {
    static Mongo read(Section own) {
      return new Mongo(
          own.text("url"), own.duration("selectionTimeout"), own.duration("operationTimeout"));
    }
  }

  public record Store(boolean fsync, Size reserve) {
    static Store read(Section own) {
      return new Store(own.flag("fsync"), own.size("reserve"));
    }
  }

  /** General rate limits. */
  public record Limits(int defaultPerMinute, int operatorPerMinute, int maxAddresses) {
    static Limits read(Section own) {
      return new Limits(
          own.number("defaultPerMinute", 0),
          own.number("operatorPerMinute", 0),
          own.number("maxAddresses", 1));
    }
  }

  public record Cors(List<String> origins, Duration maxAge) {
    static Cors read(Section own) {
      String key = own.key("origins");
      return new Cors(
          own.list("origins").stream().map(origin -> WebOrigin.normal(key, origin)).toList(),
          own.duration("maxAge"));
    }
  }

  public record Log(String format, String level) {
    static Log read(Section own) {
      return new Log(
          own.choice("format", "text", "json"),
          own.choice("level", "error", "warn", "info", "debug", "trace"));
    }
  }

  public record Drain(Duration delay, Duration timeout) {
    static Drain read(Section own) {
      return new Drain(own.duration("delay"), own.duration("timeout"));
    }
  }

  public List<String> verticles() {
    return verticles;
  }

  public String environment() {
    return environment;
  }

  public Http http() {
    return http;
  }

  public Management management() {
    return management;
  }

  public Public publicAddress() {
    return publicAddress;
  }

  public Contact contact() {
    return contact;
  }

  public Owner owner() {
    return owner;
  }

  /** Returns the areas that the owner does not use. */
  public Set<String> areasOff() {
    return areasOff.names();
  }

  /** Returns the time zone of the owner's days and hours. */
  public ZoneId ownerZone() {
    return ownerZone;
  }

  public MailSettings.Smtp smtp() {
    return smtp;
  }

  public MailSettings mail() {
    return mail;
  }

  public Data data() {
    return data;
  }

  public Mongo mongo() {
    return mongo;
  }

  public Store store() {
    return store;
  }

  public AccessSettings access() {
    return access;
  }

  public Limits limits() {
    return limits;
  }

  public Security security() {
    return security;
  }

  public Cors cors() {
    return cors;
  }

  public Log log() {
    return log;
  }

  public Drain drain() {
    return drain;
  }

  /** Returns the folder of stored files. */
  public Path blobsDir() {
    return blobs.dir().isEmpty() ? data.dir().resolve("blobs") : Path.of(blobs.dir());
  }

  /** Returns the retention in the trash of files that no document names. */
  public Duration trashKept() {
    return blobs.trash();
  }

  /** Returns true if every key has the same value. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Settings settings && values.equals(settings.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }
}
