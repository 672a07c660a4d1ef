package dev.broadside.core.address;

import java.net.InetAddress;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The address in a parameter of a job class: a JDBC URL with its driver properties, or a host.
///
/// Drivers know many ways to write one address, and different drivers reach the same server. So
/// this is not a grammar of URLs: it collects every host and port anywhere in the text, and unknown
/// parts match everything. Engines are not compared: one server answers at a port, with any driver.
///
/// @param hosts in lower case and in their order; `localhost` if the URL is that of a server
///   without a host; empty for a database inside the connecting process
/// @param ports empty if it may be any
/// @param database in lower case; empty if it may be any
/// @param diverted whether another part of the text decides where the driver connects
public record TargetAddress(
    Set<String> hosts, Set<Integer> ports, Optional<String> database, boolean diverted) {
  private static final String LOCALHOST = "localhost";

  /// Longer texts are not read, and match everything.
  private static final int LONGEST = 8_000;

  /// The usual port of a server, by the word of the URL that chooses the driver.
  private static final Map<String, Integer> PORTS =
      Map.of("mysql", 3306, "mariadb", 3306, "postgresql", 5432, "oracle", 1521, "h2", 9092);

  private static final Pattern DRIVER = Pattern.compile("jdbc:([^/@(?;]*)");

  /// H2 needs no slashes before its host.
  private static final String SLASHES = "(?://|\\bh2:(?:tcp|ssl):(?!//))";

  /// Hosts follow two slashes, an at sign, or `host=`.
  private static final Pattern AUTHORITY =
      Pattern.compile(
          "(?:" + SLASHES + "|@(?!(?:tcps?:)?//|\\()|\\bhost(?:name)?\\s*=)([^/;?&()\\s]*)");

  /// A host, in brackets for some drivers, and the text after its colon.
  private static final Pattern HOST_AND_PORT =
      Pattern.compile(
          "^\\[*?(\\[[^\\[\\]:]*:[^\\[\\]:]*:[^\\[\\]]*]|[^:\\[\\]]*)(?:[:\\]]+(.*))?\\z",
          Pattern.DOTALL);

  /// An IPv6 address without brackets. A port may follow it; some drivers read it as a name and a
  /// port.
  private static final Pattern BARE =
      Pattern.compile("^(?=[0-9a-f]{0,4}:[0-9a-f:.]{1,60}\\z)(?:.*::.*|(?:[^:]*:){7}.*)");

  /// A port that every driver reads in the same way, with the service that Oracle's URLs have
  /// there.
  private static final Pattern PORT = Pattern.compile("([1-9]\\d{0,4})(?::[\\w.$#-]*)?");

  private static final Pattern PORT_INSIDE = Pattern.compile("\\bport\\s*=\\s*([^;&()\\s]*)");
  private static final String DATABASE_NAME = "(?:database(?:name)?|db(?:name)?|catalog)";
  private static final Pattern DATABASE_INSIDE = Pattern.compile("\\b" + DATABASE_NAME + "\\s*=");

  /// Properties and aliases that refer to hosts outside of this text.
  private static final String ELSEWHERE =
      "(?:pghost\\w*|pgport|service|servername|portnumber|address|cluster|dnssrv|\\w*socks\\w*"
          + "|\\w*https_?proxy\\w*|socketfactory\\w*|localsocket|pipe|tns_admin|oracle\\.net\\.\\w+)";

  /// These, and other notations that refer to hosts elsewhere.
  private static final Pattern DIVERTING =
      Pattern.compile(
          "%|jdbc:(?!oracle)[^?;]*\\(|ldaps?:|@[\\w.-]+[?;]|\\b" + ELSEWHERE + "\\s*=(?!\\s*\\()");

  /// An option that says where a driver connects, or whose spelling may be that of such an option.
  private static final Pattern PLACE =
      Pattern.compile(
          "^\\s*(?:[^=]*%[^=]*|host(?:name)?|port|" + DATABASE_NAME + "|" + ELSEWHERE + ")\\s*=");

  /// Characters that drivers ignore around the signs of an address.
  private static final Pattern PADDING =
      Pattern.compile("(?<![\\x00- ])[\\x00- ]*+([,:/@=\\[\\]])[\\x00- ]*+");

  /// Texts that hold an address, under any parameter's name.
  private static final Pattern TELLING =
      Pattern.compile(
          "jdbc:|[a-z0-9]://|^//|\\bhost(?:name)?="
              + "|(?:^|[,;@:\\[])(?:(?=[\\w-]{0,63}[a-z])[\\w-]{1,63}:\\+?\\p{Nd}{4,}"
              + "|(?:[\\w-]{1,63}\\.[\\w.-]{0,255}|localhost|\\[[0-9a-f:.]{2,45}(?:%[^]]{0,40})?])"
              + ":\\+?\\p{Nd}+|\\d{1,3}(?:\\.\\d{1,3}){3})(?:[/,;:?\\]]|$)"
              + "|^\\[?[0-9a-f:.]{0,40}::[0-9a-f:.]{0,40}(?:%\\w{1,40})?]?$"
              + "|^\\[?(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}]?$");

  /// A word before a host and its port, as in `tcp:db.example:3306`.
  private static final Pattern SCHEME =
      Pattern.compile("^(?:tcps?:(?=.*:)|(?![0-9a-f:.]+\\z)\\w+:(?=[^:]*[a-z.][^:]*:))+");

  /// Names of parameters whose text is always an address.
  private static final Pattern NAMED =
      Pattern.compile(
          "(?:^|[._-]|jdbc|db)(?:ur[li]s?|hosts?|hostname|address|address(?:es)?|servers?|endpoints?"
              + "|dsn|proxy)(?:$|[._-])");

  /// A small number is not a host but a count.
  private static final Pattern NO_NAME = Pattern.compile("\\s*|[1-9]\\d{0,6}|true|false");

  public TargetAddress {
    hosts = Collections.unmodifiableSet(new LinkedHashSet<>(hosts));
    ports = Set.copyOf(ports);
  }

  /// The address in a parameter of a job class, if it has one.
  public static Optional<TargetAddress> ofParameter(String parameter, String text) {
    String low = plain(text);
    if (TELLING.matcher(low).find()) {
      boolean url = low.contains("//") || low.contains("jdbc:");
      return Optional.of(of(url ? low : "//" + low, ""));
    }
    boolean named = NAMED.matcher(parameter.toLowerCase(Locale.ROOT)).find();
    return Optional.of(low)
        .filter(_ -> named && !NO_NAME.matcher(low).matches())
        .map(host -> of("//" + host, ""));
  }

  /// The address in a URL.
  ///
  /// @param properties of the driver, as `name=value,name=value`
  public static TargetAddress of(String url, String properties) {
    if (url.length() + properties.length() > LONGEST) {
      return new TargetAddress(Set.of(), Set.of(), Optional.empty(), true);
    }
    String address = plain(url);
    String driver = first(DRIVER, address + ";").orElse("");
    String engine =
        Stream.of(driver.split("[:+]")).filter(PORTS::containsKey).findFirst().orElse("");
    String text = placing(engine, address, properties.toLowerCase(Locale.ROOT));
    boolean withinProcess = engine.isEmpty() || driver.matches("h2:(?!tcp|ssl).*");
    Optional<Integer> usual = Optional.ofNullable(PORTS.get(engine));
    Set<String> hosts = new LinkedHashSet<>();
    Set<Optional<Integer>> ports = new HashSet<>();
    for (String one : authorities(text, withinProcess)) {
      Matcher parts = HOST_AND_PORT.matcher(one);
      String host = parts.replaceFirst("$1").replaceFirst("\\.+$", "");
      String port = parts.replaceFirst("$2");
      hosts.add(host.isEmpty() ? LOCALHOST : host);
      ports.add(port.isEmpty() ? usual : port(port));
    }
    PORT_INSIDE.matcher(text).results().forEach(found -> ports.add(port(found.group(1))));
    return new TargetAddress(
        hosts,
        ports.contains(Optional.<Integer>empty())
            ? Set.of()
            : ports.stream().flatMap(Optional::stream).collect(Collectors.toSet()),
        database(engine, address, text),
        DIVERTING.matcher(text).find());
  }

  private static String plain(String text) {
    return PADDING.matcher(text.strip().toLowerCase(Locale.ROOT)).replaceAll("$1");
  }

  /// The address without options that name no place, since their values may look like addresses.
  /// All options of an unknown driver are kept.
  private static String placing(String engine, String address, String properties) {
    String mark =
        switch (engine) {
          case "mysql", "mariadb", "postgresql" -> "\\?";
          case "h2" -> ";";
          default -> "(?!)";
        };
    String[] parts = address.split(mark, 2);
    return Stream.of(parts.length == 1 ? "" : parts[1], properties.replace(',', ';'))
        .flatMap(options -> Stream.of(options.split("[?&;]")))
        .filter(option -> engine.isEmpty() || PLACE.matcher(option).find())
        .collect(Collectors.joining(";", parts[0] + ";", ";"));
  }

  private static Optional<String> first(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).findFirst();
  }

  /// Hosts with their ports.
  private static Set<String> authorities(String text, boolean withinProcess) {
    Set<String> found =
        AUTHORITY
            .matcher(text)
            .results()
            .flatMap(hosts -> Stream.of(hosts.group(1).split(",")))
            .map(host -> host.substring(host.lastIndexOf('@') + 1))
            .map(host -> SCHEME.matcher(host).replaceFirst(""))
            .flatMap(host -> Stream.of(host, BARE.matcher(host).replaceFirst("[$0]")))
            .filter(host -> !withinProcess || !BARE.matcher(host).matches())
            .flatMap(host -> Stream.of(host, host.replaceFirst("([^:]):(\\d+)]$", "$1]:$2")))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    boolean descriptor = text.contains("(");
    found.removeIf(host -> host.isEmpty() && (withinProcess || descriptor));
    return found.isEmpty() && !withinProcess ? Set.of(LOCALHOST) : found;
  }

  /// The port; empty if some driver may read the text in another way.
  private static Optional<Integer> port(String text) {
    Matcher digits = PORT.matcher(text);
    return digits.matches() ? Optional.of(Integer.valueOf(digits.group(1))) : Optional.empty();
  }

  /// The name of the database. One of Oracle's has several names, but there is one database at a
  /// port. Some signs end a name in some drivers and not in others.
  private static Optional<String> database(String engine, String address, String text) {
    String base = address.split("[?;]", 2)[0].replaceAll(SLASHES + "[^/]*", "");
    return Optional.of(base.replaceFirst("^.*[/:\\\\]", ""))
        .filter(name -> !engine.isEmpty() && !engine.equals("oracle"))
        .filter(name -> name.matches("[\\w.$-]+"))
        .filter(_ -> !DATABASE_INSIDE.matcher(text).find());
  }

  /// Whether load to this address may reach a target. Names that cannot be resolved match
  /// everything.
  ///
  /// @param names used only if the answer depends on it
  public boolean mayBe(TargetAddress target, Resolver names) {
    boolean sameDatabase =
        database.isEmpty() || target.database.isEmpty() || database.equals(target.database);
    return diverted || (sameDatabase && sameServer(target, names));
  }

  /// An empty set matches everything.
  private static <T> boolean meet(Set<T> some, Set<T> others) {
    return some.isEmpty() || others.isEmpty() || !Collections.disjoint(some, others);
  }

  private boolean sameServer(TargetAddress target, Resolver names) {
    if (hosts.isEmpty() || target.hosts.isEmpty()) {
      return hosts.equals(target.hosts);
    }
    return meet(ports, target.ports)
        && (!Collections.disjoint(hosts, target.hosts)
            || hosts.stream().anyMatch(host -> target.isAt(addresses(host, names), names)));
  }

  private boolean isAt(Set<InetAddress> all, Resolver names) {
    return hosts.stream().anyMatch(host -> meet(all, addresses(host, names)));
  }

  /// The addresses of a host. All loopback addresses count as one.
  private static Set<InetAddress> addresses(String host, Resolver names) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    return host.equals(LOCALHOST)
        ? Set.of(loopback)
        : names.addresses(host).stream()
            .map(one -> one.isLoopbackAddress() || one.isAnyLocalAddress() ? loopback : one)
            .collect(Collectors.toSet());
  }

  /// The first link-local host: at such addresses clouds give machines their credentials.
  public Optional<String> linkLocal(Resolver names) {
    return hosts.stream()
        .filter(host ->
            names.addresses(host).stream()
                .anyMatch(one ->
                    one.isLinkLocalAddress()
                        || one.getHostAddress().equals("fd00:ec2:0:0:0:0:0:254")))
        .findFirst();
  }
}
