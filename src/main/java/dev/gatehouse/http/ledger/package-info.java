/**
 * Ledger of the resources that requests and connections hold: totals, shares of single addresses
 * and reserves. It knows nothing about HTTP.
 */
package dev.gatehouse.http.ledger;
