package dev.gatehouse.settings;

import module java.base;

import dev.gatehouse.settings.SettingsReader.SettingsFile;

/**
 * Finds all mistakes of the settings. Readers stop at the first mistake, so the settings that its
 * message names are removed, and everything is read again until no mistake remains.
 */
public final class SettingsCheck {
  private static final Pattern NAME =
      Pattern.compile("(?<![\\w./])[A-Za-z]\\w*(\\.[A-Za-z]\\w*)*(?![\\w/])");

  private final Map<String, String> environment;
  private final SettingsFile file;
  private final List<SettingMistake> mistakes = new ArrayList<>();
  private Optional<Settings> settings = Optional.empty();

  private SettingsCheck(Path file, Map<String, String> environment) {
    this.environment = SettingsReader.withoutServiceLinks(environment);
    this.file = SettingsFile.read(file);
  }

  /**
   * Checks the settings.
   *
   * @param file the owner's settings; if it does not exist, the defaults apply
   * @param readers of the groups that {@link Settings} does not read
   */
  public static SettingsCheck of(
      Path file, Map<String, String> environment, List<Consumer<Settings>> readers) {
    SettingsCheck check = new SettingsCheck(file, environment);
    check.file.fault().ifPresent(check.mistakes::add);
    check.run(new ArrayDeque<>(readers));
    return check;
  }

  /** Returns all mistakes in the order in which they were found. */
  public List<SettingMistake> mistakes() {
    return List.copyOf(mistakes);
  }

  /** Returns the settings without the mistakes; empty if they cannot be read even so. */
  public Optional<Settings> settings() {
    return settings;
  }

  private void run(Deque<Consumer<Settings>> readers) {
    boolean repeat = true;
    while (repeat) {
      settings = Optional.empty();
      try {
        settings = Optional.of(new SettingsReader(environment).read(file.path(), file.content()));
        while (!readers.isEmpty()) {
          readers.getFirst().accept(settings.get());
          readers.removeFirst();
        }
        repeat = false;
      } catch (RuntimeException e) {
        repeat = note(Objects.requireNonNullElse(e.getMessage(), e.toString()));
        if (!repeat && settings.isPresent()) {
          readers.removeFirst();
          repeat = true;
        }
      }
    }
  }

  /** Records a mistake and removes its settings. Returns whether any was removed. */
  private boolean note(String message) {
    String whole = file.path() + " ";
    if (message.startsWith(whole)) {
      String path = file.path().toString();
      mistakes.add(new SettingMistake(message.substring(whole.length()), path, 1, ""));
      return false;
    }
    String own = message.replace(file.path() + ": ", "");
    List<String> names = names(own);
    mistakes.add(located(own, names));
    boolean removed = false;
    for (String name : names) {
      removed |= remove(name);
    }
    // A key that is missing: what the owner has set beside it needs it.
    return removed || names.stream().map(SettingsCheck::group).anyMatch(this::removeGroup);
  }

  /** Returns the keys and variables in a message; a single word only at its start. */
  private static List<String> names(String message) {
    String text = message.split(Pattern.quote(SettingMistake.HINT), 2)[0];
    if (text.startsWith(SettingMistake.UNKNOWN)) {
      return List.of(
          text.substring(SettingMistake.UNKNOWN.length()).replace(SettingMistake.VARIABLE, ""));
    }
    List<String> names = new ArrayList<>();
    Matcher matcher = NAME.matcher(text);
    while (matcher.find()) {
      String name = matcher.group();
      if (matcher.start() == 0 || name.contains(".") || name.startsWith(SettingsReader.PREFIX)) {
        names.add(name);
      }
    }
    return names;
  }

  private SettingMistake located(String message, List<String> names) {
    Optional<String> variable = names.stream().flatMap(this::variables).findFirst();
    if (variable.isPresent()) {
      return new SettingMistake(message, "", 0, variable.get());
    }
    String path = file.path().toString();
    return Stream.concat(names.stream(), names.stream().map(SettingsCheck::group))
        .flatMap(name -> file.line(name).stream())
        .findFirst()
        .map(line -> new SettingMistake(message, path, line, ""))
        .orElseGet(() -> new SettingMistake(message, "", 0, ""));
  }

  private static String group(String key) {
    return key.substring(0, Math.max(0, key.lastIndexOf('.')));
  }

  /** Returns the environment variables that set a key, or the variable with this name. */
  private Stream<String> variables(String name) {
    String plain = name.startsWith(SettingsReader.PREFIX) ? name : SettingsReader.variable(name);
    return Stream.of(plain, plain + SettingsReader.FILE).filter(environment::containsKey);
  }

  private boolean remove(String name) {
    List<String> variables = variables(name).toList();
    variables.forEach(environment::remove);
    return !variables.isEmpty() || file.remove(name);
  }

  private boolean removeGroup(String group) {
    String start = SettingsReader.variable(group) + '_';
    return !group.isEmpty()
        && (environment.keySet().removeIf(name -> name.startsWith(start)) | file.remove(group));
  }
}
