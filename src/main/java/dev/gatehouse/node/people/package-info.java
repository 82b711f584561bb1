/** Personal data of visitors: where it is stored, copies for a person, and erasure. */
package dev.gatehouse.node.people;
