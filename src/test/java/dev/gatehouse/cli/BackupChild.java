package dev.gatehouse.cli;

import module java.base;

import picocli.CommandLine;

/** The owner's command line as a process for the tests: data folder, words. */
final class BackupChild {
  private BackupChild() {}

  public static void main(String[] arguments) {
    var command = new GatehouseCommand(Path.of("."), Map.of("GATEHOUSE_DATA_DIR", arguments[0]));
    String[] words = Arrays.copyOfRange(arguments, 1, arguments.length);
    System.exit(new CommandLine(command).execute(words));
  }
}
