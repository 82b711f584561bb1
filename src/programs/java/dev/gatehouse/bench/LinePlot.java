package dev.gatehouse.bench;

import module java.base;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import javax.imageio.ImageIO;

/** A picture of panels side by side, each with lines over a linear x and a logarithmic y axis. */
final class LinePlot {
  record Point(double x, double y) {}

  record Line(String name, List<Point> points) {}

  record Panel(String title, String xLabel, List<Line> lines) {}

  private static final double MILLION = 1e6;

  private static final int WIDTH = 640;
  private static final int HEIGHT = 420;
  private static final int LEFT = 70;
  private static final int RIGHT = 20;
  private static final int TOP = 50;
  private static final int BOTTOM = 55;
  private static final Color[] COLORS = {
    new Color(0x1565c0), new Color(0x64b5f6), new Color(0xef6c00), new Color(0xc62828)
  };

  private LinePlot() {}

  static void write(List<Panel> panels, Path png) throws IOException {
    BufferedImage image =
        new BufferedImage(WIDTH * panels.size(), HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, image.getWidth(), HEIGHT);
    for (int i = 0; i < panels.size(); i++) {
      draw(g.create(i * WIDTH, 0, WIDTH, HEIGHT), panels.get(i));
    }
    g.dispose();
    ImageIO.write(image, "png", png.toFile());
  }

  private static void draw(java.awt.Graphics graphics, Panel panel) {
    Graphics2D g = (Graphics2D) graphics;
    List<Point> all = panel.lines().stream().flatMap(l -> l.points().stream()).toList();
    double maxX = all.stream().mapToDouble(Point::x).max().orElse(1);
    int low = (int) Math.floor(Math.log10(all.stream().mapToDouble(Point::y).min().orElse(0.1)));
    int high = (int) Math.ceil(Math.log10(all.stream().mapToDouble(Point::y).max().orElse(1)));
    g.setFont(new Font(Font.SANS_SERIF, Font.BOLD, 14));
    g.setColor(Color.BLACK);
    g.drawString(panel.title(), LEFT, 22);
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    for (int decade = low; decade <= high; decade++) {
      int y = y(decade, low, high);
      g.setColor(new Color(0xdddddd));
      g.drawLine(LEFT, y, WIDTH - RIGHT, y);
      g.setColor(Color.DARK_GRAY);
      g.drawString(trim(Math.pow(10, decade)) + " ms", 8, y + 4);
    }
    for (int i = 0; i <= 5; i++) {
      double x = maxX * i / 5;
      g.drawString(
          maxX < MILLION / 10 ? trim(x) : trim(x / MILLION) + " M",
          x(x, maxX) - 12,
          HEIGHT - BOTTOM + 18);
    }
    g.drawString(panel.xLabel(), LEFT + 180, HEIGHT - 12);
    for (int i = 0; i < panel.lines().size(); i++) {
      Line line = panel.lines().get(i);
      g.setColor(COLORS[i]);
      g.drawString(line.name(), LEFT + 4 + i * 190, 40);
      g.setStroke(new BasicStroke(2));
      Point before = null;
      for (Point point : line.points()) {
        int x = x(point.x(), maxX);
        int y = y(Math.log10(point.y()), low, high);
        g.fillOval(x - 3, y - 3, 6, 6);
        if (before != null) {
          g.drawLine(x(before.x(), maxX), y(Math.log10(before.y()), low, high), x, y);
        }
        before = point;
      }
    }
  }

  private static int x(double value, double max) {
    return LEFT + (int) ((WIDTH - LEFT - RIGHT) * value / max);
  }

  private static int y(double log, int low, int high) {
    return HEIGHT
        - BOTTOM
        - (int) ((HEIGHT - TOP - BOTTOM) * (log - low) / Math.max(1, high - low));
  }

  private static String trim(double value) {
    String text = String.format(java.util.Locale.ROOT, "%.3f", value);
    return text.replaceAll("\\.?0+$", "");
  }
}
