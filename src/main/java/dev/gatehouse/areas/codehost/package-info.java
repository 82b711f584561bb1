/**
 * The code-host area: statistics of the owner's public repositories, and the owner's issues, pull
 * requests and stale branches on a GitHub-like provider.
 *
 * <p>{@link dev.gatehouse.areas.codehost.CodeHost} caches the answers. The two public operations
 * return only repositories that pass {@code Repository.isPublic}. All requests go through {@link
 * dev.gatehouse.areas.codehost.CodeHostApi}, which handles the provider's headers, quotas and
 * pages. Nothing is stored.
 */
package dev.gatehouse.areas.codehost;
