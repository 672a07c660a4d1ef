package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Problem;
import dev.broadside.jobs.igenoltp.Igenoltp;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.PostgreSqlServer;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Key;
import java.security.KeyStore;
import java.sql.Connection;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a user is told of a database that wants encrypted connections, or has a certificate that
/// nobody trusts.
class EncryptionTest {
  @BeforeAll
  static void makeUsers() throws Exception {
    Target target = Target.of(job(LiveTarget.MARIADB).values());
    try (Connection connection = target.connect(Target.Purpose.SET_UP)) {
      for (String host : List.of("%", "localhost")) {
        Rows.run(
            connection,
            "create or replace user 'secretive'@'%s' identified by 's' require ssl"
                .formatted(host));
        Rows.run(connection, "grant all on test.* to 'secretive'@'" + host + "'");
      }
    }
  }

  private static JobTester job(LiveTarget live) {
    return live.target(JobTester.of(new Igenoltp())).with("scale", "0.01");
  }

  private static Problem onlyProblem(JobTester job) throws Exception {
    List<Problem> problems = job.trial();
    assertEquals(1, problems.size(), problems::toString);
    return problems.getFirst();
  }

  private static String encryption(LiveTarget live) {
    return live == LiveTarget.MARIADB ? "sslMode=trust" : "sslMode=REQUIRED";
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POSTGRESQL") // which says so itself
  void aUserWhoHasToConnectEncryptedIsSaidToBeOne(LiveTarget live) throws Exception {
    JobTester job = job(live).with("user", "secretive").with("password", "s");
    Problem problem = onlyProblem(job);
    assertTrue(
        problem.what().startsWith("the database accepts this user only on an encrypted connection"),
        problem::sentence);
    assertEquals("add the driver property " + encryption(live), problem.mend());
    assertEquals(List.of(), job.with("driver-properties", encryption(live)).trial());
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = "POSTGRESQL") // which trusts the loopback here
  void aWrongPasswordIsStillSaidToBeOne(LiveTarget live) throws Exception {
    Problem problem = onlyProblem(job(live).with("user", "secretive").with("password", "wrong"));
    assertEquals("give the right user and password", problem.mend(), problem::sentence);
  }

  /// MariaDB Connector/J itself trusts a server that knows the user's password.
  @ParameterizedTest
  @EnumSource(names = "MARIADB_BY_CONNECTOR_J")
  void aCertificateThatIsNotTrustedIsSaidToBeOne(LiveTarget live) throws Exception {
    Problem problem = onlyProblem(job(live).with("driver-properties", "sslMode=VERIFY_CA"));
    assertTrue(
        problem.what().startsWith("the certificate of the database is not trusted here ("),
        problem::sentence);
    assertEquals(
        "have the agent's Java trust its authority (keytool -importcert -cacerts), or set"
            + " sslMode=REQUIRED, which encrypts and trusts any certificate",
        problem.mend());
  }

  @Test
  void postgreSqlsCertificateThatIsNotTrustedIsSaidToBeOne(@TempDir Path folder) throws Exception {
    makeCertificate(folder);
    PostgreSqlServer server =
        PostgreSqlServer.start(
            "ssl=on",
            "ssl_cert_file=" + folder.resolve("cert.pem"),
            "ssl_key_file=" + folder.resolve("key.pem"));
    JobTester job =
        JobTester.of(new Igenoltp())
            .with("scale", "0.01")
            .with("url", server.url())
            .with("user", PostgreSqlServer.USER)
            .with("driver-properties", "sslmode=verify-full");
    Problem problem = onlyProblem(job);
    assertTrue(
        problem.what().startsWith("the certificate of the database is not trusted here ("),
        problem::sentence);
    assertEquals(List.of(), job.with("driver-properties", "sslmode=require").trial());
  }

  private static void makeCertificate(Path folder) throws Exception {
    Path store = folder.resolve("store.p12");
    String command =
        "-genkeypair -alias a -keyalg RSA -dname CN=nobody -storetype PKCS12 -storepass changeit"
            + " -keystore "
            + store;
    List<String> words = new java.util.ArrayList<>(List.of(command.split(" ")));
    words.addFirst(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    assertEquals(0, new ProcessBuilder(words).inheritIO().start().waitFor());
    KeyStore keys = KeyStore.getInstance("PKCS12");
    char[] password = "changeit".toCharArray();
    keys.load(new ByteArrayInputStream(Files.readAllBytes(store)), password);
    Key key = keys.getKey("a", password);
    pem(folder.resolve("key.pem"), "PRIVATE KEY", key.getEncoded());
    pem(folder.resolve("cert.pem"), "CERTIFICATE", keys.getCertificate("a").getEncoded());
    Files.setPosixFilePermissions(
        folder.resolve("key.pem"), PosixFilePermissions.fromString("rw-------"));
  }

  private static void pem(Path file, String what, byte[] bytes) throws Exception {
    String text = Base64.getMimeEncoder().encodeToString(bytes);
    Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, text, what));
  }
}
