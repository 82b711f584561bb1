package dev.gatehouse.node.agreement;

import module java.base;

import dev.gatehouse.area.NodeServices;
import dev.gatehouse.formats.CommandName;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.node.agreement.AgreementRepository.StoredSetting;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsException;
import dev.gatehouse.store.Documents;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares a node's settings with those of the other nodes of its cluster. The first node stores
 * digests of its settings in the shared documents. A node with other settings does not start,
 * unless the owner rotates the setting or no other node has run for ten minutes.
 *
 * <p>A node records itself before it reads a setting, and looks for other nodes after it has found
 * a difference. Of two nodes that start at the same time with different settings, at least one
 * therefore sees the other. A node that replaces a setting while another one accepts its previous
 * value is found by {@link #confirm}.
 */
public final class SettingsAgreement {
  private static final Logger LOG = LoggerFactory.getLogger(SettingsAgreement.class);
  private static final int KEY_BYTES = 32;
  private static final String DIGEST_KEY = "settings-digest";

  /** Forms of the settings by their keys. */
  private static final Map<String, Form> FORMS = new LinkedHashMap<>();

  static {
    for (Form form : Form.values()) {
      for (String key : form.keys.strip().split("\\s+")) {
        FORMS.put(key, form);
      }
    }
  }

  private final AgreementRepository repository;
  private final String self;
  private final List<AgreedSetting> own;
  private volatile Optional<String> problem = Optional.empty();

  /**
   * @param self unique name of this node
   */
  SettingsAgreement(AgreementRepository repository, String self, List<AgreedSetting> own) {
    this.repository = repository;
    this.self = self;
    this.own = own;
  }

  /**
   * Reads this node's settings. Blocks.
   *
   * @param contract version of the contract
   * @param self unique name of this node
   */
  public static SettingsAgreement of(NodeServices node, String contract, String self) {
    Documents documents = node.documents();
    byte[] candidate = new byte[KEY_BYTES];
    node.random().nextBytes(candidate);
    String key = documents.secret(DIGEST_KEY, HexFormat.of().formatHex(candidate));
    return new SettingsAgreement(
        new AgreementRepository(documents, node.clock()),
        self,
        agreed(node.settings(), contract, new SettingDigest(key)));
  }

  /**
   * Returns the differences between these settings and those of other nodes that run. Stores
   * nothing. Blocks.
   */
  public static List<String> differences(
      Settings settings, Documents documents, InstantSource clock) {
    var repository = new AgreementRepository(documents, clock);
    Instant now = repository.now();
    Optional<String> key = documents.storedSecret(DIGEST_KEY);
    if (key.isEmpty() || !repository.isHeldByOther("", now)) {
      return List.of();
    }
    var digest = new SettingDigest(key.get());
    List<AgreedSetting> own = agreedKeys().stream().map(id -> one(settings, id, digest)).toList();
    return new SettingsAgreement(repository, "", own).differences(now);
  }

  private List<String> differences(Instant now) {
    Map<String, StoredSetting> stored =
        repository.all().stream().collect(Collectors.toMap(StoredSetting::id, Function.identity()));
    return own.stream()
        .filter(setting -> stored.containsKey(setting.id()))
        .filter(setting -> !stored.get(setting.id()).accepts(setting, now))
        .map(setting -> stored.get(setting.id()).difference(setting, now))
        .toList();
  }

  /**
   * Stores this node's settings, or compares them with the stored ones. Blocks.
   *
   * @throws SettingsException that names each difference and the remedy, but no value
   */
  public void join() {
    Instant now = repository.now();
    repository.hold(self, now);
    List<String> differences = new ArrayList<>();
    for (AgreedSetting setting : own) {
      settle(setting, now).ifPresent(differences::add);
    }
    if (!differences.isEmpty()) {
      repository.release(self);
      throw new SettingsException(
          ("this node's settings differ from those of the other nodes: %s. Correct them on"
                  + " this node. To change a setting on all nodes, first run %s cluster rotate KEY"
                  + " (docs/operate/cluster.md, \"Changing shared settings\")")
              .formatted(String.join("; ", differences), CommandName.get()));
    }
  }

  /** Settles one setting. Returns the difference that prevents the start. */
  private Optional<String> settle(AgreedSetting setting, Instant now) {
    while (true) {
      Optional<StoredSetting> found = repository.find(setting.id());
      if (found.isEmpty()) {
        if (repository.insert(
            StoredSetting.first(setting.id(), StoredSetting.Version.of(setting, self, now)))) {
          return Optional.empty();
        }
        continue;
      }
      StoredSetting stored = found.get();
      if (stored.accepts(setting, now)) {
        return Optional.empty();
      }
      Optional<StoredSetting> next = stored.withSecond(setting, self, now);
      if (next.isEmpty() && !repository.isHeldByOther(self, now)) {
        next = Optional.of(stored.replaced(setting, self, now));
      }
      if (next.isEmpty()) {
        return Optional.of(stored.difference(setting, now));
      }
      if (repository.replace(next.get())) {
        LOG.info("setting {} was changed by this node", setting.id());
        return Optional.empty();
      }
    }
  }

  /** Confirms this node's settings, and compares them with the stored ones again. Blocks. */
  public void confirm() {
    Instant now = repository.now();
    repository.hold(self, now);
    Optional<String> found = PlainText.nonEmpty(String.join("; ", differences(now)));
    if (found.isPresent() && !found.equals(problem)) {
      LOG.error("this node's settings differ from those of the other nodes: {}", found.get());
    }
    problem = found;
  }

  /** Returns the differences that were found last, or empty. */
  public Optional<String> problem() {
    return problem;
  }

  /** Form of a value, in which equal values have equal texts, and the settings that have it. */
  private enum Form {
    /** Secret that a person may have chosen. */
    CHOSEN_SECRET("access.permanentCode access.apiKey"),
    /** Long secrets, of which the first is used and the others are accepted. */
    SECRETS("access.jwtSecret media.dnaKey"),
    TEXT(
        """
        access.apiKeyHeader access.jwtIssuer access.jwtAudience public.url hire.mailsPerHour
        hire.maxPerHour owner.email payments.currency payments.priceCheck printshop.currency
        calendar.provider calendar.eventTypes calendar.bookingCode calendar.timeZone
        storefront.provider storefront.name storefront.seller storefront.country
        storefront.pricesIncludeTax theme.name theme.accentColor theme.language calendar.from
        calendar.to security.maxAttempts
        """),
    LIST(
        """
        public.closed public.formerHosts areas.off calendar.days calendar.embedOrigins security.banLadder
        storefront.shippingRates storefront.taxRates storefront.reducedTaxRates
        storefront.reducedTaxCategories theme.footerLinks
        """),
    DURATION(
        """
        retention.hireForms retention.spam retention.rejectedReviews retention.bookings
        retention.orders
        calendar.buffer calendar.minNotice calendar.maxAdvance security.attemptWindow
        security.banMemory trading.logRetention blobs.trashRetention blockgame.auditRetention
        links.expiredRetention links.clickRetention storefront.cartTtl storefront.reservationTtl
        """);

    private final String keys;

    Form(String keys) {
      this.keys = keys;
    }
  }

  /** Returns the keys of all settings that must be equal. */
  static Set<String> agreedKeys() {
    return FORMS.keySet();
  }

  /**
   * Returns a node's values. Takes about 60 ms.
   *
   * @param contract version of its contract; versions with one major number can run side by side
   */
  static List<AgreedSetting> agreed(Settings settings, String contract, SettingDigest digest) {
    List<AgreedSetting> all = new ArrayList<>();
    FORMS.keySet().forEach(key -> all.add(one(settings, key, digest)));
    String major = contract.split("\\.")[0];
    String id = "contract.version";
    all.add(new AgreedSetting(id, List.of(digest.of(id, major)), true, false));
    return all;
  }

  /** Returns a node's value of one setting. */
  static AgreedSetting one(Settings settings, String key, SettingDigest digest) {
    Section root = settings.section("");
    Form form = FORMS.get(key);
    List<String> values =
        switch (form) {
          case SECRETS -> root.list(key);
          case CHOSEN_SECRET -> List.of(root.text(key));
          case TEXT -> List.of(root.text(key).strip());
          case LIST -> List.of(String.join(",", root.list(key)));
          case DURATION -> List.of(root.duration(key).toString());
        };
    boolean given = !values.isEmpty() && !values.getFirst().isEmpty();
    List<String> digests =
        (values.isEmpty() ? List.of("") : values)
            .stream()
                .map(value ->
                    form == Form.CHOSEN_SECRET
                        ? digest.ofChosen(key, value)
                        : digest.of(key, value))
                .toList();
    return new AgreedSetting(key, digests, given, given && form == Form.SECRETS);
  }

  /**
   * Setting of a node that must be equal on all nodes of its cluster.
   *
   * @param id its key in {@code conf/gatehouse.yaml}
   * @param digests keyed digests of its values, in order; most settings have one value
   * @param given whether the setting has a value
   * @param listed whether it is a list of secrets, of which the first is used
   */
  record AgreedSetting(String id, List<String> digests, boolean given, boolean listed) {
    /**
     * Returns whether nodes with either value can work side by side. The first secret of a list
     * signs or encrypts, so each list must contain the first secret of the other.
     */
    boolean worksBeside(List<String> others) {
      return !listed
          || (digests.contains(others.getFirst()) && others.contains(digests.getFirst()));
    }
  }

  /** Keyed digests of settings, which nodes compare instead of the values. */
  static final class SettingDigest {
    private static final String MAC = "HmacSHA256";

    /**
     * The documents contain the digests and their key, and people choose codes that can be guessed.
     */
    private static final int ITERATIONS = 100_000;

    private static final int BITS = 256;

    private final String key;

    /**
     * @param key random text that all nodes share
     */
    SettingDigest(String key) {
      this.key = key;
    }

    /** Returns the digest of a value that is public or too long to guess. */
    String of(String setting, String value) {
      return HexFormat.of().formatHex(mac(setting + '=' + value));
    }

    /** Returns the digest of a secret that a person may have chosen. Takes about 30 ms. */
    String ofChosen(String setting, String value) {
      var spec = new PBEKeySpec(value.toCharArray(), mac(setting), ITERATIONS, BITS);
      try {
        byte[] digest =
            SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
        return HexFormat.of().formatHex(digest);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      } finally {
        spec.clearPassword();
      }
    }

    private byte[] mac(String text) {
      try {
        Mac mac = Mac.getInstance(MAC);
        mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), MAC));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
