package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/**
 * The operations of the specification, copied from its tables. The contract contains each of them
 * and marks all others as additions.
 */
class SpecificationTest {
  private static final int OPERATIONS = 87;

  private static final String SPECIFIED =
      """
      GET /audio/{}
      POST /audio/upload
      POST /api/proxy/auth/validate-access
      GET /api/proxy/calendar/events
      POST /api/proxy/calendar/available-slots
      POST /api/proxy/calendar/create-event
      GET /api/proxy/daily-code/current
      POST /api/proxy/daily-code/use
      POST /api/proxy/daily-code/validate
      POST /api/proxy/resume/download
      POST /api/proxy/email/send
      POST /api/proxy/hire/send
      POST /api/proxy/hire
      GET /api/proxy/bots/trading/logs
      GET /api/proxy/trading/watchlist
      GET /api/proxy/historical-data
      GET /api/proxy/historical-data-symbols
      GET /api/proxy/historical-data/{}
      GET /api/proxy/historical-data/{}/download
      GET /api/proxy/historical-data/{}/csv
      GET /api/proxy/public/trading/positions
      GET /api/proxy/codehost-stats
      GET /api/proxy/codehost-recent-repos
      GET /api/proxy/codehost-issues
      GET /api/proxy/codehost-prs
      GET /api/proxy/codehost-stale-branches
      GET /deployment/info
      GET /deployment/ip
      POST /deployment/register-ip
      GET /deployment/services
      GET /hosting/deployments
      GET /api/proxy/deployment/info
      GET /api/proxy/products
      GET /api/proxy/products/{}
      POST /api/proxy/products
      GET /api/proxy/hyperlinks
      GET /api/proxy/hyperlinks/{}
      POST /api/proxy/hyperlinks
      PUT /api/proxy/hyperlinks/{}
      DELETE /api/proxy/hyperlinks/{}
      GET /api/proxy/listings
      GET /games/blockgame/operators
      POST /games/blockgame/operators
      GET /games/blockgame/whitelist
      POST /games/blockgame/whitelist
      POST /games/blockgame/save
      GET /games/blockgame/save/{}
      DELETE /games/blockgame/save/{}
      DELETE /games/blockgame/save/keep/{}
      DELETE /games/blockgame/save/older-than/{}
      GET /games/blockgame/saves
      POST /api/proxy/notify
      GET /api/proxy/notifications
      POST /payments/create-order
      POST /payments/capture-order
      GET /api/proxy/printshop/summary
      GET /api/proxy/printshop/donations
      GET /api/proxy/printshop/enums
      GET /api/proxy/printshop/sell-goal/public
      GET /api/proxy/printshop/orders
      POST /api/proxy/printshop/sync
      GET /api/proxy/printshop/expenditures
      POST /api/proxy/printshop/expenditures
      PUT /api/proxy/printshop/expenditures
      DELETE /api/proxy/printshop/expenditures
      GET /api/proxy/printshop/schedule-c/data
      GET /api/proxy/reviews
      GET /api/proxy/reviews/{}
      POST /api/proxy/reviews
      POST /api/proxy/reviews/verify
      GET /api/proxy/marketplace-a-reviews
      GET /api/proxy/marketplace-a-reviews/stats
      GET /api/proxy/marketplace-a-reviews/best-rated
      GET /api/proxy/marketplace-a-reviews/{}
      POST /services/DNA
      GET /services/DNA/{}
      GET /api/proxy/redirects/public
      GET /api/proxy/redirects/resolve/{}
      GET /api/proxy/still-alive/status
      GET /api/proxy/indexnow
      POST /api/proxy/storefront/customer-signup
      POST /api/proxy/storefront/customer/cart
      GET /api/proxy/storefront/customer/cart/{}
      GET /storefront/products
      GET /storefront/llms.json
      POST /api/2024-01/graphql.json
      GET /cart/{}
      """;

  @Test
  void declaresSpecifiedAndMarksAddedOperations() {
    Contract contract = ContractFiles.load("X-API-Key", "");
    JsonObject paths = contract.document().getJsonObject("paths");
    Set<String> specified = new TreeSet<>(SPECIFIED.lines().toList());
    assertEquals(OPERATIONS, specified.size());
    Set<String> ours =
        contract.operations().stream()
            .filter(operation ->
                !paths
                    .getJsonObject(operation.path())
                    .getJsonObject(OperationReader.key(operation.method()))
                    .getBoolean("x-extension", false))
            .map(operation ->
                operation.method().name() + ' ' + operation.path().replaceAll("\\{[^}]+}", "{}"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(
        Set.of(), without(ours, specified), "is not specified: it wants x-extension: true");
    assertEquals(Set.of(), without(specified, ours), "is specified, and the contract has it not");
  }

  private static Set<String> without(Set<String> these, Set<String> those) {
    Set<String> left = new TreeSet<>(these);
    left.removeAll(those);
    return left;
  }
}
