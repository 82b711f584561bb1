/**
 * The one way in which an area asks a provider, somebody else's service over HTTP.
 *
 * <p>An area has a {@link dev.gatehouse.provider.ProviderClient} for each provider, made by {@link
 * dev.gatehouse.provider.Providers} from {@link dev.gatehouse.provider.ProviderOptions}. A call is
 * bounded by the time that is left of the request it serves, all attempts together, by the
 * provider's bulkhead and by the size of a reply; a circuit breaker for each origin spares everyone
 * the wait for one that fails; a provider that asks for a pause, or whose quota is used up, is not
 * asked before it is over. What a public operation shows comes out of a {@link
 * dev.gatehouse.provider.ProviderCache}, which asks once for all and serves an old answer while it
 * does; an access token out of a {@link dev.gatehouse.provider.TokenCache}.
 *
 * <p>All methods block and are called on virtual threads. What they throw is for the client: a
 * {@link dev.gatehouse.bus.ApiException} with 502, 503 or 504. No replies' meaning lives here: that
 * is the area's.
 */
package dev.gatehouse.provider;
