/** Stored carts, identified by a secret id or saved under an email address. */
package dev.gatehouse.areas.storefront.carts;
