/**
 * GraphQL of the local provider. Its schema is a part of the Storefront API's. graphql-java
 * executes it over in-memory data, and limits are checked before execution.
 */
package dev.gatehouse.areas.storefront.graphql;
