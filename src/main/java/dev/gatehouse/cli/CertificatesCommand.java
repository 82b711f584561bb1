package dev.gatehouse.cli;

import dev.gatehouse.cli.Certificates.Validity;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes the certificates with which the nodes of a cluster recognize each other. */
@Command(
    name = "certificates",
    description = {
      "Makes the certificates with which the nodes of a cluster recognize each other.",
      "The first run creates an authority in the folder. Later runs use it for further nodes.",
      "Keep authority-key.pem off the nodes: anyone who has it can join the cluster."
    })
final class CertificatesCommand implements Runnable {
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9.-]{0,62}";
  private static final String START = "-1H";
  private static final int MAX_DAYS = 3_650;

  @Mixin private ListOutput output;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FOLDER", description = "Folder of the files; is created if necessary.")
  private Path folder;

  @Option(
      names = "--nodes",
      required = true,
      split = ",",
      paramLabel = "NAME",
      description = "Names of the nodes, separated by commas.")
  private List<String> nodes;

  @Option(
      names = "--days",
      defaultValue = "825",
      description = "Validity of the nodes' certificates. Default: ${DEFAULT-VALUE}.")
  private int days;

  /**
   * A file.
   *
   * @param setting the node's setting that names the file; for the authority, only its path
   */
  private record Made(String node, String setting) {}

  @Override
  public void run() {
    Set<String> names = new LinkedHashSet<>(nodes);
    var certificates = new Certificates(folder, new SecureRandom());
    names.forEach(name -> check(certificates, name));
    if (days < 1 || days > MAX_DAYS) {
      throw new ParameterException(spec.commandLine(), "--days must be 1 to " + MAX_DAYS);
    }
    List<Made> made = new ArrayList<>();
    try {
      if (!certificates.hasAuthority()) {
        var authority = certificates.createAuthority(new Validity(START, MAX_DAYS));
        made.add(new Made("authority", String.valueOf(authority)));
      }
      for (String name : names) {
        var files = certificates.createNode(name, new Validity(START, days));
        made.add(new Made(name, "GATEHOUSE_CLUSTER_TLS_CERTIFICATE=" + files.certificate()));
        made.add(new Made(name, "GATEHOUSE_CLUSTER_TLS_KEY=" + files.key()));
        made.add(new Made(name, "GATEHOUSE_CLUSTER_TLS_AUTHORITY=" + files.authority()));
      }
      output.printLines(made, each -> each.node() + '\t' + each.setting());
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("the certificates cannot be made: " + e.getMessage(), e);
    }
  }

  private void check(Certificates certificates, String name) {
    if (!name.matches(NAME) || name.equals("authority")) {
      throw new ParameterException(
          spec.commandLine(), "--nodes: " + name + " must be letters, digits, dots or dashes");
    }
    if (certificates.has(name)) {
      throw new ParameterException(
          spec.commandLine(),
          "--nodes: the folder already contains files for "
              + name
              + ". Use another folder, or move them away");
    }
  }
}
