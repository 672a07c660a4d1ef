package dev.broadside.sql.value;

import dev.broadside.sql.value.Functions.Call;

/// Makes a JSON object of names and values.
final class JsonText {
  private JsonText() {}

  static Expression of(Call call) throws ExpressionError {
    if (call.size() % 2 != 0) {
      throw new ExpressionError(
          call.offset(), "a name has no value", "write json('name', value, ...)");
    }
    Expression[] pairs = call.expressions();
    return frame -> {
      StringBuilder text = new StringBuilder(32 * pairs.length).append('{');
      for (int i = 0; i < pairs.length; i += 2) {
        text.append(i == 0 ? "" : ",");
        quote(pairs[i].text(frame), text);
        value(pairs[i + 1].eval(frame), frame, text.append(':'));
      }
      return frame.left(text.append('}').toString());
    };
  }

  private static void value(byte kind, Frame frame, StringBuilder text) {
    if (kind >= ValueKind.TEXT) {
      quote(Expression.words(frame.object()), text);
    } else {
      text.append(Expression.textOf(kind, frame));
    }
  }

  private static void quote(String value, StringBuilder text) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ') {
        text.append("\\u00")
            .append(Character.forDigit(c >> 4, 16))
            .append(Character.forDigit(c & 15, 16));
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }
}
