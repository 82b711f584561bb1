package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The README's first walk-through (a token, an upload, playing, seeking), and its commands in a
 * shell, with the node's code, key and address.
 */
public class FirstRequestTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  @TempDir private Path folder;

  @Test
  void runsAsPasted() throws Exception {
    assumeTrue(installed("curl") && installed("sh"), "curl");
    Files.createSymbolicLink(folder.resolve("data"), NODE.data());
    Path output = folder.resolve("output");
    Process shell =
        new ProcessBuilder("bash", "-e", "-c", commands())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = shell.waitFor(2, TimeUnit.MINUTES);
    shell.destroyForcibly();
    String printed = Files.readString(output);
    assertTrue(ended, printed);
    assertEquals(0, shell.exitValue(), printed);
    assertTrue(printed.contains("\"filename\":\"tone.wav\""), printed);
    assertEquals(8_044, Files.size(folder.resolve("tone.wav")));
    for (String shown : List.of("}1000", "Subject: Invitation: First talk", "\"state\":\"paid\"")) {
      assertTrue(printed.contains(shown), printed);
    }
    assertFalse(printed.contains("{\"error\""), printed);
  }

  public static boolean installed(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  private static String commands() throws Exception {
    String page = Files.readString(Path.of("README.md"));
    return Pattern.compile("(?s)```sh\n(.*?)```")
        .matcher(page.substring(page.indexOf("## First request")))
        .results()
        .map(block -> block.group(1))
        .collect(Collectors.joining())
        .replaceFirst("CODE='[^']*'", "CODE='" + TestNode.CODE + "'")
        .replaceFirst("KEY='[^']*'", "KEY='" + TestNode.KEY + "'")
        .replaceFirst("BASE=\\S+", "BASE=" + NODE.address());
  }

  @Test
  void uploadsPlaysAndSeeksAsANewUser() throws Exception {
    Client client = NODE.client();
    String token = client.token(TestNode.CODE);
    assertNotNull(token);
    byte[] wav = Wavs.tone(44_100);

    Client.Reply uploaded =
        client
            .request("POST", "/audio/upload")
            .token(token)
            .file("file", "my song.wav", wav)
            .expect(201);
    assertEquals("my-song.wav", uploaded.json().getString("filename"));
    assertEquals(wav.length, uploaded.json().getInteger("size"));

    Client.Reply whole = client.get("/audio/my-song.wav");
    assertArrayEquals(wav, whole.bytes());
    assertEquals("audio/wav", whole.header("Content-Type"));

    Client.Reply part =
        client.request("GET", "/audio/my-song.wav").header("Range", "bytes=1000-1999").expect(206);
    assertArrayEquals(Arrays.copyOfRange(wav, 1000, 2000), part.bytes());

    client
        .request("POST", "/api/proxy/daily-code/validate")
        .token(token)
        .json(JsonObject.of("code", "nope"))
        .expect(200);
  }
}
