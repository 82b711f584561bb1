package dev.gatehouse.settings;

import module java.base;

/**
 * Variables that Kubernetes and Docker's links add for a service with the program's name, such as
 * {@code GATEHOUSE_PORT=tcp://10.0.0.1:80}. They are no settings, and one for a service {@code
 * gatehouse-http} has the name of a setting.
 */
final class ServiceLinks {
  private static final Pattern NAME =
      Pattern.compile(
          SettingsReader.PREFIX
              + "(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?"
              + "|PORT_\\d+_(TCP|UDP|SCTP)(_(ADDR|PORT|PROTO))?)");

  private static final Pattern PORT = Pattern.compile(SettingsReader.PREFIX + "(\\w+_)?PORT");
  private static final Pattern ADDRESS = Pattern.compile("(tcp|udp|sctp)://\\S+");

  private ServiceLinks() {}

  /** Returns an environment without these variables. */
  static Map<String, String> without(Map<String, String> environment) {
    Map<String, String> own = new HashMap<>(environment);
    own.entrySet().removeIf(variable -> isLink(variable.getKey(), variable.getValue()));
    return own;
  }

  private static boolean isLink(String name, String value) {
    return NAME.matcher(name).matches()
        || (PORT.matcher(name).matches() && ADDRESS.matcher(value.strip()).matches());
  }
}
