package dev.gatehouse.areas.commerce.products;

import module java.base;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.gatehouse.areas.commerce.products.ProductImport.LabelPrice;
import dev.gatehouse.areas.commerce.products.ProductRepository.Part;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.PictureAddress;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.SpreadsheetText;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Status;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.StockCount;
import io.vertx.core.buffer.Buffer;
import org.jsoup.nodes.Entities;

/** Products as CSV with the columns of Shopify, one row for each label and further picture. */
record ProductTable(ProductRepository products) {
  /** Excel reads a file without this mark in the encoding of the machine. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private static final List<String> COLUMNS =
      List.of(
          "ID",
          "Handle",
          "Title",
          "Body (HTML)",
          "Type",
          "Status",
          "Published",
          "Option1 Name",
          "Option1 Value",
          "Variant SKU",
          "Variant Inventory Tracker",
          "Variant Inventory Qty",
          "Variant Inventory Policy",
          "Variant Price",
          "Variant Compare At Price",
          "Variant Requires Shipping",
          "Image Src",
          "Image Alt Text");

  Answer reply(Call call) {
    var text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().build(text)) {
      csv.writeRecord(COLUMNS);
      Part part = Part.valueOf(call.text("status").toUpperCase(Locale.ROOT));
      String start = Objects.requireNonNullElse(call.text("q"), "");
      products.forEach(part, start, product -> write(csv, product, call.base()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Answer(
        200,
        Map.of(
            "Content-Type", "text/csv",
            "Content-Disposition", "attachment; filename=\"products.csv\""),
        Buffer.buffer(BYTE_ORDER_MARK + text),
        null);
  }

  private static void write(CsvWriter csv, Product product, String base) {
    List<StockCount> labels = product.stored().stock();
    List<String> images = product.stored().images();
    String name = PlainText.folded(product.stored().name());
    String handle = (name + '-' + product.idEnd()).replaceAll("[^a-z0-9]+", "-");
    for (int i = 0; i < Math.max(1, Math.max(labels.size(), images.size())); i++) {
      List<String> row = new ArrayList<>(List.of(product.id(), handle.replaceFirst("^-", "")));
      row.addAll(i == 0 ? texts(product) : Collections.nCopies(5, ""));
      row.addAll(i < labels.size() ? offer(product, labels.get(i)) : Collections.nCopies(9, ""));
      row.addAll(i < images.size() ? image(images.get(i), base) : List.of("", ""));
      csv.writeRecord(row.stream().map(SpreadsheetText::of).toList());
    }
  }

  private static List<String> texts(Product product) {
    boolean shown = product.stored().status() == Status.ACTIVE;
    return List.of(
        product.stored().name(),
        Entities.escape(product.stored().description()).replace("\n", "<br>"),
        product.stored().category(),
        shown ? "active" : "draft",
        Boolean.toString(shown));
  }

  private static List<String> offer(Product product, StockCount line) {
    var price = LabelPrice.of(ProductRequest.of(product), line.label());
    return List.of(
        line.label().equals(ProductExport.ONLY) ? "Title" : "Variant",
        SpreadsheetText.ofCode(line.label()),
        SpreadsheetText.ofCode(Objects.requireNonNullElse(line.sku(), "")),
        line.count() == null ? "" : "shopify",
        line.count() == null ? "" : line.count().toString(),
        "deny",
        price.now().toPlainString(),
        price.before() == null ? "" : price.before().toPlainString(),
        Boolean.toString(!product.stored().digital()));
  }

  private static List<String> image(String image, String base) {
    return PictureAddress.of(image)
        .map(uploaded -> List.of(base + uploaded.path(), uploaded.alt()))
        .orElse(List.of(image, ""));
  }
}
