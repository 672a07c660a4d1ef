package dev.broadside.jobs.sql;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Driver properties that would let a target, or whoever writes a URL, run code, read files or open
/// other connections on an agent. They are refused, wherever they are written and however their
/// letters are cased.
final class ForbiddenProperties {

  /// One family of properties.
  ///
  /// @param why what it could do, for the sentence that refuses it
  /// @param names beginnings of property names in lower case; a `$` at the end stands for the end
  ///   of the name
  private record Family(String why, List<String> names) {
    /// Reads names between blanks; a line that begins with `#` says whose they are.
    static Family of(String why, String table) {
      List<String> names =
          table
              .lines()
              .filter(line -> !line.startsWith("#"))
              .flatMap(line -> Stream.of(line.split(" ")))
              .toList();
      return new Family(why, names);
    }

    boolean holds(String name) {
      return names.stream()
          .anyMatch(known ->
              known.endsWith("$")
                  ? name.equals(known.substring(0, known.length() - 1))
                  : name.startsWith(known));
    }
  }

  private static final Family CODE =
      Family.of(
          "names code that the driver would run",
          """
          # Connector/J
          queryinterceptors statementinterceptors exceptioninterceptors
          connectionlifecycleinterceptors propertiestransform clientinfoprovider
          authenticationplugins defaultauthenticationplugin authenticationopenid
          authenticationwebauthn customcharsetmapping loadbalancestrategy ha_loadbalance
          loadbalanceexceptionchecker profilereventhandler logger$ parseinfocachefactory
          queryinfocachefactory serverconfigcachefactory sslcontextprovider
          keymanagerfactoryprovider trustmanagerfactoryprovider keystoreprovider
          useconfigs autodeserialize detectcustomcollations
          # all
          socketfactory
          # MariaDB Connector/J
          credentialtype tlssockettype initsql
          # pgjdbc
          sslfactory sslhostnameverifier sslpasswordcallback
          authenticationpluginclassname xmlfactoryfactory connectexecutor
          classloaderstrategy sspiserviceclass service$
          # H2
          init$ javaobjectserializer authenticator authrealm database_event_listener
          # Oracle
          oracle.jdbc.provider oracle.jdbc.config oracle.net.ldap oracle.jdbc.accesstoken
          """);

  private static final Family FILES =
      Family.of(
          "names files or directories on the agent",
          """
          # Connector/J
          allowloadlocalinfile allowurlinlocalinfile serverrsapublickeyfile idtokenfile
          ociconfigfile ociconfigprofile clientcertificatekeystoreurl
          trustcertificatekeystoreurl xdevapi autogeneratetestcasescript
          # MariaDB Connector/J
          allowlocalinfile pipe$ localsocket$ serversslcert keystore$ truststore$
          # pgjdbc
          loggerfile loggerlevel sslkey$ sslcert$
          # H2
          trace_level trace_max auto_server autoserver cipher file_lock recover
          # Oracle
          oracle.net.tns_admin tns_admin oracle.net.wallet oracle.net.seps_wallet
          oracle.jdbc.ons oracle.jdbc.ociconfig javax.net.ssl oracle.jdbc.trace
          oracle.jdbc.logging oracle.jdbc.diagnostic
          """);

  private static final Family OTHER_PLACES =
      Family.of(
          "leads to another host or login service",
          """
          # Connector/J
          ldapserverhostname com.sun.jndi socksproxy dnssrv
          # pgjdbc
          jaas gsslib kerberosservername usespnego
          # Oracle
          oracle.net.authentication oracle.net.socks oracle.net.httpsproxy
          oracle.net.kerberos
          """);

  private static final Family MEASUREMENT =
      Family.of(
          "changes what is measured",
          """
          # pgjdbc: the simple protocol prepares nothing and quotes in the driver
          preferquerymode
          """);

  private static final List<Family> FAMILIES = List.of(CODE, FILES, OTHER_PLACES, MEASUREMENT);

  private static final Pattern SECRET = Pattern.compile(".*(password|pwd|secret|token)\\d?");

  private ForbiddenProperties() {}

  /// Why a property is refused; empty where it is not.
  ///
  /// A refused property may still be given the value that our own defaults give it: that changes
  /// nothing.
  static Optional<String> reason(JdbcDriver driver, String name, String value) {
    if (value.equalsIgnoreCase(driver.defaults().getOrDefault(name, " "))) {
      return Optional.empty();
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (SECRET.matcher(lower).matches()) {
      return Optional.of("holds a secret, and driver properties are shown with the result");
    }
    return FAMILIES.stream().filter(family -> family.holds(lower)).map(Family::why).findFirst();
  }
}
