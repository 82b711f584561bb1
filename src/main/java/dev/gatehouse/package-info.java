/**
 * Gatehouse: one HTTP API in front of the services of a personal website. Only {@code main} stands
 * here; what the rooms are is said by each of them, and who may use whom by {@code PackagesTest}.
 */
package dev.gatehouse;
