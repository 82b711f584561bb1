/**
 * The code-host area: statistics of the owner's public repositories, and his issues, pull requests
 * and stale branches, as a GitHub-like provider tells them.
 *
 * <p>{@link dev.gatehouse.codehost.CodeHost} keeps what was told, for as long as each answer is
 * good; what is in the way of the two public operations passes {@code Repository.isPublic}. All
 * that is asked goes through {@link dev.gatehouse.codehost.CodeHostApi}, which knows the provider's
 * headers, quotas and pages; the rest makes answers of it. Nothing is stored.
 */
package dev.gatehouse.areas.codehost;
