package dev.broadside.core.address;

import java.net.InetAddress;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Where a text leads that a job class is told: a JDBC URL with its driver properties, or a host.
///
/// Drivers know many ways to write one address, and other drivers reach the same server. So this is
/// no grammar of URLs: it collects every host and port that stands anywhere in the text, and what
/// cannot be known may be anything. Nothing of the engine is compared: what answers at a port is
/// one server, whichever driver calls.
///
/// @param hosts in lower case and in their order, `localhost` where a server is meant and none is
///   named; empty for a database within the process that connects
/// @param ports empty where it may be any
/// @param database in lower case; empty where it may be any
/// @param diverted whether something else in the text decides where the driver goes
public record TargetAddress(
    Set<String> hosts, Set<Integer> ports, Optional<String> database, boolean diverted) {
  private static final String LOCALHOST = "localhost";

  /// What is longer is not read, and may lead anywhere.
  private static final int LONGEST = 8_000;

  /// The usual port of a server, by the word of the URL that chooses the driver.
  private static final Map<String, Integer> PORTS =
      Map.of("mysql", 3306, "mariadb", 3306, "postgresql", 5432, "oracle", 1521, "h2", 9092);

  private static final Pattern DRIVER = Pattern.compile("jdbc:([^/@(?;]*)");

  /// Hosts stand behind two slashes, an at sign, or `host=`.
  private static final Pattern AUTHORITY =
      Pattern.compile("(?://|@(?!//|\\()|\\bhost(?:name)?\\s*=)([^/;?&()\\s]*)");

  /// With the service that Oracle's URLs have there.
  private static final Pattern PORT_BEHIND =
      Pattern.compile("(?<=[^:]|^):(\\d{1,5})(?::[\\w.$#-]*)?$");

  private static final Pattern PORT_INSIDE = Pattern.compile("\\bport\\s*=\\s*(\\d{1,5})\\b");
  private static final Pattern DATABASE_INSIDE =
      Pattern.compile("\\b(?:database\\w*|db(?:name)?|catalog)\\s*=");

  /// Properties, aliases and notations behind which there are hosts that do not stand here.
  private static final Pattern DIVERTING =
      Pattern.compile(
          "%|jdbc:(?!oracle)[^?;]*\\(|ldaps?:|@[\\w.-]+[?;]"
              + "|\\b(?:pghost\\w*|pgport|service|servername|portnumber|address|cluster|dnssrv"
              + "|\\w*socks\\w*|\\w*https_?proxy\\w*|socketfactory\\w*|localsocket|pipe|tns_admin"
              + "|oracle\\.net\\.\\w+)\\s*=(?!\\s*\\()");

  /// Texts that hold an address, whatever they are given for.
  private static final Pattern TELLING =
      Pattern.compile(
          "jdbc:|[a-z0-9]://|^//"
              + "|^(?:(?=[\\w-]{0,63}[a-z])[\\w-]{1,63}:\\d{4,5}"
              + "|(?:[\\w-]{1,63}\\.[\\w.-]{0,255}|localhost|\\[[0-9a-f:.]{2,45}]):\\d{1,5})(?:[/,]|$)"
              + "|^\\d{1,3}(?:\\.\\d{1,3}){3}$|^\\[?[0-9a-f:.]{0,40}::[0-9a-f:.]{0,40}]?$"
              + "|^\\[?(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}]?$");

  /// Names of parameters whose text is an address, whatever it looks like.
  private static final Pattern NAMED =
      Pattern.compile(
          "(?:^|[._-]|jdbc|db)(?:ur[li]s?|hosts?|hostname|address|address(?:es)?|servers?|endpoints?"
              + "|dsn|proxy)(?:$|[._-])");

  private static final Pattern NO_NAME = Pattern.compile("\\s*|\\d+|true|false");

  public TargetAddress {
    hosts = Collections.unmodifiableSet(new LinkedHashSet<>(hosts));
    ports = Set.copyOf(ports);
  }

  /// The address that a parameter of a job class tells; empty where it tells none.
  public static Optional<TargetAddress> told(String parameter, String text) {
    String low = text.strip().toLowerCase(Locale.ROOT);
    if (TELLING.matcher(low).find()) {
      return Optional.of(of(low.contains("//") || low.contains("jdbc:") ? low : "//" + low, ""));
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
    String address = url.strip().toLowerCase(Locale.ROOT);
    String text = address + ";" + properties.toLowerCase(Locale.ROOT).replace(',', ';');
    String driver = first(DRIVER, text).orElse("");
    Optional<String> engine =
        Stream.of(driver.split("[:+]")).filter(PORTS::containsKey).findFirst();
    Set<String> hosts = new LinkedHashSet<>();
    Set<Integer> ports = new HashSet<>();
    boolean anyPort = false;
    for (String host : authorities(text, engine.isEmpty() || driver.matches("h2:(?!tcp|ssl).*"))) {
      Optional<Integer> port = port(host).or(() -> engine.map(PORTS::get));
      port.ifPresent(ports::add);
      anyPort |= port.isEmpty();
      hosts.add(plain(host));
    }
    PORT_INSIDE.matcher(text).results().forEach(found -> ports.add(number(found)));
    return new TargetAddress(
        hosts,
        anyPort ? Set.of() : ports,
        engine.flatMap(name -> database(name, address, text)),
        DIVERTING.matcher(text).find());
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
            .collect(Collectors.toCollection(LinkedHashSet::new));
    boolean descriptor = text.contains("(");
    found.removeIf(host -> host.isEmpty() && (withinProcess || descriptor));
    return found.isEmpty() && !withinProcess ? Set.of(LOCALHOST) : found;
  }

  private static Optional<Integer> port(String host) {
    return PORT_BEHIND.matcher(host).results().map(TargetAddress::number).findFirst();
  }

  private static int number(MatchResult digits) {
    return Integer.parseInt(digits.group(1));
  }

  private static String plain(String host) {
    String name = PORT_BEHIND.matcher(host).replaceFirst("").replaceFirst("[.:]+$", "");
    return name.isEmpty() ? LOCALHOST : name;
  }

  /// Oracle's has several names, and what is behind its port is one database.
  private static Optional<String> database(String engine, String address, String text) {
    String base = address.split("[?;&#]", 2)[0].replaceFirst("//[^/]*", "");
    return Optional.of(base.replaceFirst("^.*[/:\\\\]", ""))
        .filter(name -> !name.isEmpty() && !engine.equals("oracle"))
        .filter(_ -> !DATABASE_INSIDE.matcher(text).find());
  }

  /// Whether load that goes here may reach a target. Names that nobody can resolve may be
  /// anybody's.
  ///
  /// @param names asked for nothing that can be told without them
  public boolean mayBe(TargetAddress target, Resolver names) {
    boolean sameDatabase =
        database.isEmpty() || target.database.isEmpty() || database.equals(target.database);
    return diverted || (sameDatabase && sameServer(target, names));
  }

  /// None may be any.
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

  /// Of a host, whose own addresses all lead to it.
  private static Set<InetAddress> addresses(String host, Resolver names) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    return host.equals(LOCALHOST)
        ? Set.of(loopback)
        : names.addresses(host).stream()
            .map(one -> one.isLoopbackAddress() || one.isAnyLocalAddress() ? loopback : one)
            .collect(Collectors.toSet());
  }

  /// The first host at which clouds tell machines their credentials, or which is on one link only.
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
