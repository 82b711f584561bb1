package dev.gatehouse.settings;

import module java.base;

import dev.gatehouse.formats.MailText;
import dev.gatehouse.settings.Settings.BlobSettings;

/**
 * Settings of the node. {@code conf/gatehouse.yaml} documents every key with its unit and default.
 * Settings that several packages need are defined here; an area reads its own from a section.
 *
 * @param values all settings by their full key, secrets included
 * @param files files that values were read from, by full key
 * @param effective all settings with their sources, sorted by key and with hidden secrets
 * @param read keys that were read
 * @param ownerZone time zone of the owner's days and hours
 * @param areasOff areas that the owner does not use
 */
public record Settings(
    Map<String, String> values,
    Map<String, Path> files,
    List<EffectiveSetting> effective,
    Set<String> read,
    List<String> verticles,
    String environment,
    Http http,
    Management management,
    Public publicAddress,
    Contact contact,
    Owner owner,
    ZoneId ownerZone,
    MailSettings.Smtp smtp,
    MailSettings mail,
    Data data,
    Mongo mongo,
    Store store,
    BlobSettings blobs,
    AccessSettings access,
    Set<String> areasOff,
    Limits limits,
    Security security,
    Cors cors,
    Log log,
    Drain drain) {
  /** Public operations that the owner can close, as {@code x-closable} of the contract. */
  public static final Set<String> CLOSABLE =
      Set.of("bookings", "dna", "hire", "reviews", "short-urls", "sign-up");

  static final String EXTENSIONS = "extensions.";

  private static final Pattern ORIGIN =
      Pattern.compile(
          "([A-Za-z][A-Za-z0-9+.-]*)://(\\*\\.)?(\\[[0-9A-Fa-f:.]+]|[^\\s/?#@:*\\[\\]]+)(:\\d{1,5})?/?");

  /** Any extension or app of a scheme. Firefox gives an extension another host in each browser. */
  private static final Pattern ANY_OF_SCHEME =
      Pattern.compile("(?!(?i:https?):)[A-Za-z][A-Za-z0-9+.-]*://\\*");

  /**
   * Reads the settings that several packages need.
   *
   * @throws SettingsException that names the invalid key
   */
  static Settings of(
      Map<String, String> values, Map<String, Path> files, List<EffectiveSetting> effective) {
    Set<String> read = ConcurrentHashMap.newKeySet();
    Function<String, Section> section = name -> new Section(name, values, files, read);
    return new Settings(
        Map.copyOf(values),
        Map.copyOf(files),
        List.copyOf(effective),
        read,
        section.apply("").list("verticles"),
        section.apply("").text("environment"),
        Http.read(section.apply("http")),
        Management.read(section.apply("management")),
        Public.read(section.apply("public")),
        new Contact(section.apply("contact").url("url")),
        Owner.read(section.apply("owner")),
        OwnerZone.read(section.apply("calendar")),
        MailSettings.Smtp.read(section.apply("smtp")),
        MailSettings.read(section.apply("mail")),
        new Data(section.apply("data").path("dir")),
        Mongo.read(section.apply("mongo")),
        Store.read(section.apply("store")),
        BlobSettings.read(section.apply("blobs")),
        AccessSettings.read(section.apply("access")),
        AreasOff.read(section.apply("areas")).names(),
        Limits.read(section.apply("limits")),
        Security.read(section.apply("security")),
        Cors.read(section.apply("cors")),
        Log.read(section.apply("log")),
        Drain.read(section.apply("drain")));
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
    return of(merged, files, others.effective);
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
        hosts.add(webHost(host, key + ": " + host + " is no host"));
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

  public record Data(Path dir) {
    public Data {
      Check.that(!dir.toString().isBlank(), "data.dir must be the path of a folder");
    }
  }

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
          own.list("origins").stream().map(origin -> webOrigin(key, origin)).toList(),
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

  /** Returns the folder of stored files. */
  public Path blobsDir() {
    return blobs.dir().isEmpty() ? data.dir().resolve("blobs") : Path.of(blobs.dir());
  }

  /** Returns the retention in the trash of files that no document names. */
  public Duration trashKept() {
    return blobs.trash();
  }

  /** Omits the values, because some are secrets. */
  @Override
  public String toString() {
    return "settings";
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

  /**
   * Settings of stored files.
   *
   * @param dir empty for the default folder
   * @param trash retention of files that no document names
   */
  record BlobSettings(String dir, Duration trash) {
    private static final Duration MIN_TRASH = Duration.ofDays(1);

    static BlobSettings read(Section own) {
      Duration trash = own.duration("trashRetention");
      Check.that(
          trash.compareTo(MIN_TRASH) >= 0, own.key("trashRetention") + " must be a day or more");
      return new BlobSettings(own.text("dir"), trash);
    }
  }

  /**
   * Areas that the owner does not use.
   *
   * @param names of areas
   */
  record AreasOff(Set<String> names) {
    /** Areas that can be off, each with the areas that need it. */
    private static final Map<String, Set<String>> USERS =
        Map.of(
            "calendar", Set.of(),
            "codehost", Set.of(),
            "commerce", Set.of("storefront"),
            "games", Set.of(),
            "media", Set.of(),
            "payments", Set.of("storefront"),
            "storefront", Set.of(),
            "trading", Set.of());

    static AreasOff read(Section own) {
      Set<String> off = Set.copyOf(own.list("off", USERS.keySet()));
      off.forEach(area ->
          USERS
              .get(area)
              .forEach(user ->
                  Check.that(
                      off.contains(user),
                      own.key("off") + ": " + user + " needs " + area + ": add " + user + " too")));
      return new AreasOff(off);
    }
  }

  /**
   * Returns the origin in lower case and Punycode, without a default port or slash.
   *
   * @throws SettingsException that names the key, if the text is no origin
   */
  static String webOrigin(String key, String text) {
    if (text.equals("*") || text.equals("null")) {
      return text;
    }
    if (ANY_OF_SCHEME.matcher(text).matches()) {
      return text.toLowerCase(Locale.ROOT);
    }
    Matcher origin = ORIGIN.matcher(text);
    String fault =
        key + ": " + text + " is no origin: write it like https://example.org, without a path";
    Check.that(origin.matches(), fault);
    String scheme = origin.group(1).toLowerCase(Locale.ROOT);
    String port = origin.group(4) == null ? "" : origin.group(4);
    boolean usual =
        (scheme.equals("https") && port.equals(":443"))
            || (scheme.equals("http") && port.equals(":80"));
    String subdomains = origin.group(2) == null ? "" : origin.group(2);
    return scheme + "://" + subdomains + webHost(origin.group(3), fault) + (usual ? "" : port);
  }

  /** Returns a host in lower case and Punycode. */
  static String webHost(String webHost, String fault) {
    try {
      return IDN.toASCII(webHost, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      throw new SettingsException(fault);
    }
  }
}
