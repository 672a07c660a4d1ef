package dev.broadside.core.recorder;

import dev.broadside.core.work.Figure;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The form in which a counter file keeps the declarations of its figures, so that its reader knows
/// what was counted.
final class FigureText {
  private FigureText() {}

  static byte[] write(List<Figure> figures) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    for (Figure figure : figures) {
      out.writeUTF(figure.id());
      out.writeUTF(figure.kind().name());
      out.writeUTF(figure.unit());
      out.writeUTF(figure.label());
      out.writeUTF(figure.help());
      out.writeUTF(figure.section());
      out.writeBoolean(figure.everyAttempt());
      out.writeBoolean(figure.eachTransaction());
      out.writeUTF(figure.shareOf());
    }
    return bytes.toByteArray();
  }

  /// @throws IOException if the bytes do not declare that many figures
  static List<Figure> read(byte[] bytes, int count) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    List<Figure> figures = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        figures.add(
            new Figure(
                in.readUTF(),
                Figure.Kind.valueOf(in.readUTF()),
                in.readUTF(),
                in.readUTF(),
                in.readUTF(),
                in.readUTF(),
                in.readBoolean(),
                in.readBoolean(),
                in.readUTF()));
      }
    } catch (IllegalArgumentException e) {
      throw new IOException("a counter file declares figures that cannot be", e);
    }
    return List.copyOf(figures);
  }
}
