/**
 * Gatehouse: one HTTP API in front of the services of a personal website. This package contains
 * only {@code main}. Each package describes itself, and {@code ArchitectureTest} checks the allowed
 * dependencies.
 */
package dev.gatehouse;
