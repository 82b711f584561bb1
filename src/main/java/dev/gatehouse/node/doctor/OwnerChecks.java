package dev.gatehouse.node.doctor;

import dev.gatehouse.settings.Settings;
import java.util.ArrayList;
import java.util.List;

/** Checks of settings that an owner forgets at first: valid, but news or goods go astray. */
record OwnerChecks(Settings settings) {
  private static final String OWNER = "owner";

  List<Finding> check() {
    List<Finding> findings = new ArrayList<>();
    findings.add(
        Finding.warningIf(
            settings.owner().email().isEmpty(),
            OWNER,
            settings.owner().email().isEmpty()
                ? "owner.email is not set, so hire forms, reports and alerts reach no mailbox"
                : "owner.email is " + settings.owner().email(),
            "Set GATEHOUSE_OWNER_EMAIL, and smtp.url."));
    boolean shop = settings.section("storefront").text("provider").equals("local");
    if (shop && settings.section("products").flag("open")) {
      findings.add(
          Finding.warning(
              OWNER,
              "products.open is true, so anyone may add products to the catalog of the shop",
              "Set GATEHOUSE_PRODUCTS_OPEN=false, unless visitors shall add products."));
    }
    return findings;
  }
}
