/**
 * Client for all calls from an area to a provider, which is a third-party HTTP service.
 *
 * <p>An area has a {@link dev.gatehouse.provider.ProviderClient} for each provider, created by
 * {@link dev.gatehouse.provider.Providers} from {@link dev.gatehouse.provider.ProviderOptions}. All
 * attempts of a call together are limited by the remaining time of the request that it serves. The
 * provider's bulkhead and the maximum reply size limit it too. A circuit breaker for each origin
 * avoids waiting for a failing origin. A provider that requests a pause, or whose quota is used up,
 * is not called before the pause is over. Public operations read through a {@link
 * dev.gatehouse.provider.ProviderCache}, which shares one fetch and serves a stale reply meanwhile.
 * Access tokens come from a {@link dev.gatehouse.provider.TokenCache}.
 *
 * <p>All methods block and are called on virtual threads. Their exceptions are for the client: a
 * {@link dev.gatehouse.bus.ApiException} with 502, 503 or 504. The areas interpret the replies.
 */
package dev.gatehouse.provider;
