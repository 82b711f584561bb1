package dev.gatehouse.area.extension;

/**
 * An area in a separate jar file. The jar contains:
 *
 * <ul>
 *   <li>{@code gatehouse-extension.yaml}, with the area's name and its part of the contract
 *   <li>{@code META-INF/services/dev.gatehouse.area.extension.Extension}, with the name of the
 *       implementation, which has a public constructor without parameters
 * </ul>
 */
public interface Extension {
  /** Version of this API. An extension that needs another version is rejected at startup. */
  int API_VERSION = 1;

  /**
   * Declares the extension's operations, jobs and listeners. Called once, before the node accepts
   * requests and before its store has been prepared, so it must not read or write documents. If it
   * throws, the node does not start.
   */
  void setUp(ExtensionContext context) throws Exception;
}
