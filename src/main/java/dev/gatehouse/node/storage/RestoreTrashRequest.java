package dev.gatehouse.node.storage;

import java.util.List;

/** Files in the trash that are to go back to their places, by their ids. */
record RestoreTrashRequest(List<String> ids) {}
