package dev.gatehouse;

/** Sounds in a page, as if a person had selected or dropped them. */
final class SoundFiles {
  static final String SCRIPT =
      """
      const wav = (seconds, name) => {
        const samples = seconds * 8000;
        const view = new DataView(new ArrayBuffer(44 + 2 * samples));
        const text = (at, word) => [...word].forEach((c, i) => view.setUint8(at + i, c.charCodeAt(0)));
        text(0, 'RIFF'); view.setUint32(4, 36 + 2 * samples, true); text(8, 'WAVEfmt '); view.setUint32(16, 16, true);
        view.setUint16(20, 1, true); view.setUint16(22, 1, true); view.setUint32(24, 8000, true); view.setUint32(28, 16000, true);
        view.setUint16(32, 2, true); view.setUint16(34, 16, true); text(36, 'data'); view.setUint32(40, 2 * samples, true);
        for (let i = 0; i < samples; i++) view.setInt16(44 + 2 * i, Math.sin(i / 5) * 30000 * (i / samples), true);
        return new File([view], name, {type: 'audio/wav'});
      };
      const carry = (...files) => {
        const data = new DataTransfer();
        files.forEach(file => data.items.add(file));
        return data;
      };
      const choose = (field, ...files) => {
        field.files = carry(...files).files;
        field.dispatchEvent(new Event('change', {bubbles: true}));
      };
      """;

  private SoundFiles() {}
}
