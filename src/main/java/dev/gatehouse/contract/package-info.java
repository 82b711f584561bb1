/**
 * The contract: an OpenAPI document that drives routing, security, limits, validation and caching.
 * It is read once, at boot, and whatever is missing in it is named then.
 */
package dev.gatehouse.contract;
