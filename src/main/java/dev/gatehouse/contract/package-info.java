/**
 * Contract: an OpenAPI document that drives routing, security, limits, validation and caching. It
 * is read once at startup, and incomplete parts are reported then.
 */
package dev.gatehouse.contract;
