package dev.gatehouse.node;

import java.util.List;

/** Files in the trash that are to go back to their places, by their ids. */
record RestoreTrashRequest(List<String> ids) {}
