package dev.broadside.server.security;

import java.util.Locale;
import java.util.Optional;

/// Whether a request comes from our own page or from no page at all.
///
/// Browsers say where a request comes from: all of them in `Origin` when it may change something,
/// the present ones in `Sec-Fetch-Site` always. Clients that are no browsers say neither.
public final class SameOrigin {
  private SameOrigin() {}

  /// Whether the request may change something.
  ///
  /// @param scheme `http` or `https`
  /// @param host the `Host` header, checked already
  /// @param origin the `Origin` header
  /// @param fetchSite the `Sec-Fetch-Site` header
  public static boolean holds(
      String scheme, String host, Optional<String> origin, Optional<String> fetchSite) {
    String own = (scheme + "://" + host).toLowerCase(Locale.ROOT);
    boolean originGood = origin.map(text -> text.toLowerCase(Locale.ROOT).equals(own)).orElse(true);
    boolean siteGood =
        fetchSite.map(text -> text.equals("same-origin") || text.equals("none")).orElse(true);
    return originGood && siteGood;
  }
}
