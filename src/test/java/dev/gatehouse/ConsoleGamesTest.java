package dev.gatehouse;

import static dev.gatehouse.ConsoleTab.HOSTILE;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.areas.games.SaveForms;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console's Games page in a browser: players, world saves, and the audit log. */
@Tag("slow")
class ConsoleGamesTest {
  private static final Path SERVER = TestNode.folder("gatehouse-game");

  @RegisterExtension
  static final ConsoleTab TAB =
      new ConsoleTab(
          new TestNode()
              .with("BLOCKGAME_SERVER_DIR", SERVER.toString())
              .with("BLOCKGAME_NAMES", "offline"));

  private static final TestNode NODE = TAB.node();

  @Test
  void addsAndRemovesPlayersAndLogsChanges() throws Exception {
    TAB.openSignedIn("games");
    TAB.sees(
        """
        {'message': 'Ada_1 added. No server console*', 'actions': ['operators.replace', 'whitelist.replace', 'whitelist.replace']}
        """,
        """
        await until('loaded', () => document.querySelector('main form button:not([disabled])'));
        type({name: 'Ada_1'});
        document.querySelector('main form.row').requestSubmit();
        await until('added', () => titles().includes('Ada_1'));
        const message = await said();
        await press('Remove Ada_1 from the whitelist');
        await answer('yes');
        await until('removed', () => !titles().includes('Ada_1'));
        await go('games?view=operators');
        await until('form', () => button('Add'));
        type({name: 'Bea_2'});
        document.querySelector('main form.row').requestSubmit();
        await until('operator', () => titles().includes('Bea_2'));
        location.hash = '#/games?view=audit';
        await until('log', () => titles().length >= 3);
        return {message, actions: titles()};
        """);
    assertTrue(Files.readString(SERVER.resolve("ops.json")).contains("Bea_2"));
  }

  @Test
  void locksSavesAndPrunesAfterDryRun() throws Exception {
    for (int seed = 1; seed <= 3; seed++) {
      SaveForms.upload(
              NODE.owner("POST", SaveForms.PATH),
              HOSTILE,
              seed + ".zip",
              SaveForms.world(seed, 1_000))
          .send();
    }
    TAB.openSignedIn("games?view=saves");
    JsonObject dry =
        TAB.sees(
            "{'would': '2.zip*', 'still': 3}",
            """
            await until('saves', () => titles().length === 3);
            await press('Lock 1.zip');
            await until('locked', () => button('Unlock 1.zip'));
            type({many: '1'});
            await press('Preview');
            await until('preview', () => button('Delete 1 save'));
            const would = document.querySelector('#prune ~ div li').innerText;
            return {would, still: titles().length, server: document.querySelector('.records .quiet').innerText};
            """);
    assertTrue(dry.getString("server").startsWith(HOSTILE), dry::encode);
    TAB.sees(
        "{'message': '1 save deleted.', 'left': ['1.zip'], 'locked': false}",
        """
        await press('Delete 1 save');
        await answer('yes');
        await until('pruned', () => titles().length === 2);
        const message = await said();
        await press('Delete 3.zip');
        await answer('yes');
        await until('deleted', () => titles().length === 1 && idle());
        return {message, left: titles(), locked: Boolean(button('Delete 1.zip'))};
        """);
  }
}
