package dev.gatehouse.areas.commerce.pictures;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.areas.commerce.pictures.PictureRepository.PictureFile;
import dev.gatehouse.areas.commerce.products.ProductImages;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.formats.PictureAddress;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct;
import dev.gatehouse.messages.SampleProducts;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.ReplacedBlobs;
import io.vertx.core.Vertx;
import io.vertx.ext.mongo.MongoClient;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The sweep of pictures, while the owner shows one of them again. */
class PictureSweepTest {
  private final TestClock clock = new TestClock();
  private final Vertx vertx = Vertx.vertx();

  /** What the owner does before the sweep deletes something. */
  private Runnable meanwhile = () -> {};

  private DocumentServer store;
  private DocumentCollection<CatalogueProduct> products;
  private PictureRepository pictures;
  private ReplacedBlobs replaced;
  private PictureSweep sweep;

  @BeforeEach
  void start() {
    store = DocumentServer.start();
    MongoClient client = TestDocuments.client(vertx, store.url());
    Documents documents = TestDocuments.over(interrupted(client));
    products = TestDocuments.over(client).collection("products", CatalogueProduct.class);
    replaced = new ReplacedBlobs(documents, clock);
    pictures = new PictureRepository(documents, replaced);
    var dispatcher = new Dispatcher(vertx, new SecureRandom());
    sweep = new PictureSweep(pictures, new ProductImages(documents, dispatcher, clock));
  }

  @AfterEach
  void stop() {
    vertx.close().await();
    store.close();
  }

  private MongoClient interrupted(MongoClient client) {
    return (MongoClient)
        Proxy.newProxyInstance(
            MongoClient.class.getClassLoader(),
            new Class<?>[] {MongoClient.class},
            (proxy, method, arguments) -> {
              if (method.getName().startsWith("remove")) {
                Runnable owner = meanwhile;
                meanwhile = () -> {};
                owner.run();
              }
              return method.invoke(client, arguments);
            });
  }

  private void show(String product, String... images) {
    products.save(SampleProducts.of(product, product, "", images), product);
  }

  private PictureAddress add(String product, String name) {
    var address = new PictureAddress(pictures.newId(), 320, 200, "");
    pictures.add(
        new PictureFile(
            address.id() + "-320x200",
            address.id(),
            product,
            name,
            new PictureFile.Stored("blob-" + name, 1, "00"),
            new PictureFile.Times(clock.instant(), null)));
    return address;
  }

  @Test
  void keepsPictureThatIsShownWhileItIsDeleted() {
    show("mug");
    PictureAddress shown = add("mug", "shown");
    add("mug", "hidden");
    sweep.deleteUnused(clock.trusted());
    clock.advance(Duration.ofDays(31));
    meanwhile = () -> show("mug", shown.text());
    sweep.deleteUnused(clock.trusted());
    assertEquals(1, pictures.named("mug", "shown").size());
    assertTrue(pictures.named("mug", "hidden").isEmpty());
    assertEquals(List.of("blob-hidden"), replaced.before(clock.instant().plusSeconds(1)));
  }

  @Test
  void keepsPictureOfDeletedProductThatAnotherShows() {
    PictureAddress shown = add("mug", "shown");
    add("mug", "hidden");
    show("cup", shown.text());
    sweep.deleteUnused(clock.trusted());
    assertEquals(1, pictures.named("mug", "shown").size());
    assertTrue(pictures.named("mug", "hidden").isEmpty());
  }
}
