/** One shared way to call an upstream: bounded, retried where that is safe, asked once for many. */
package dev.gatehouse.provider;
