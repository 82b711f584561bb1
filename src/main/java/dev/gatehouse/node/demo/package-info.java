/** Demo content: filling a node through its API, and removing exactly that again. */
package dev.gatehouse.node.demo;
