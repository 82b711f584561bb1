package dev.gatehouse.node.agreement;

import module java.base;

import dev.gatehouse.area.NodeServices;
import dev.gatehouse.formats.CommandName;
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
        AgreedSettings.of(node.settings(), contract, new SettingDigest(key)));
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
    return AgreedSettings.keys().stream()
        .flatMap(id -> {
          AgreedSetting own = AgreedSettings.one(settings, id, digest);
          return repository
              .find(id)
              .filter(stored -> !stored.accepts(own, now))
              .map(stored -> stored.difference(own, now))
              .stream();
        })
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
    Map<String, StoredSetting> stored =
        repository.all().stream().collect(Collectors.toMap(StoredSetting::id, Function.identity()));
    String differences =
        own.stream()
            .filter(setting -> stored.containsKey(setting.id()))
            .filter(setting -> !stored.get(setting.id()).accepts(setting, now))
            .map(setting -> stored.get(setting.id()).difference(setting, now))
            .collect(Collectors.joining("; "));
    report(differences.isEmpty() ? Optional.empty() : Optional.of(differences));
  }

  private void report(Optional<String> now) {
    if (now.isPresent() && !now.equals(problem)) {
      LOG.error("this node's settings differ from those of the other nodes: {}", now.get());
    }
    problem = now;
  }

  /** Returns the differences that were found last, or empty. */
  public Optional<String> problem() {
    return problem;
  }
}
