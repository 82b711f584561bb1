package dev.gatehouse.formats;

import static org.junit.jupiter.api.Assertions.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link PictureAddress}. */
class PictureAddressTest {
  private static final String ID = "0123456789abcdef01234567";

  private static PictureAddress sized(int width, int height) {
    return new PictureAddress(ID, width, height, "");
  }

  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "#A%20cat%20%26%20caf%C3%A9, A cat & café",
    "#1+1, 1 1",
    "#, ''",
    "#100%, ''",
  })
  void parsesAlternativeText(String fragment, String alt) {
    String path = "/pictures/" + ID + "-1600x1067.jpg";
    var address = new PictureAddress(ID, 1600, 1067, alt);
    assertEquals(address, PictureAddress.of(path + fragment).orElseThrow());
    assertEquals(address, PictureAddress.of(address.text()).orElseThrow());
    assertEquals(path, address.path());
  }

  @Test
  void encodesAlternativeText() {
    String path = "/pictures/" + ID + "-9x8.jpg";
    assertEquals(path, sized(9, 8).text());
    assertEquals(path + "#A%20%2B%20B", new PictureAddress(ID, 9, 8, "A + B").text());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/pictures/0123456789abcdef0123456-9x8.jpg",
        "/pictures/0123456789ABCDEF01234567-9x8.jpg",
        "/pictures/0123456789abcdef01234567-09x8.jpg",
        "/pictures/0123456789abcdef01234567-9x0.jpg",
        "/pictures/0123456789abcdef01234567-100000x8.jpg",
        "/pictures/0123456789abcdef01234567-9x8.png",
        "/pictures/0123456789abcdef01234567-9x8.jpg?a",
        "https://example.org/pictures/0123456789abcdef01234567-9x8.jpg",
      })
  void rejectsOtherAddresses(String address) {
    assertTrue(PictureAddress.of(address).isEmpty());
  }

  @Test
  void listsOnlySmallerWidths() {
    assertEquals(List.of(320, 640, 1024, 1600), sized(1600, 1067).widths());
    assertEquals(List.of(320, 640, 1024), sized(1024, 9).widths());
    assertEquals(List.of(320, 640, 1024, 1025), sized(1025, 9).widths());
    assertEquals(List.of(7), sized(7, 9).widths());
  }

  @Test
  void keepsProportionsOfSmallerFiles() {
    assertEquals("/pictures/" + ID + "-640x427.jpg", sized(1600, 1067).path(640));
    assertEquals(1, sized(1600, 1).height(320), "never empty");
    assertEquals(20_000, sized(10_000, 40_000).height(5_000), "no overflow");
  }
}
