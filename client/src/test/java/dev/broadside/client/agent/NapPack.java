package dev.broadside.client.agent;

import dev.broadside.client.pack.PackBuilder;
import dev.broadside.core.work.JobClass;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/// A real pack that holds [NapJob].
///
/// @param sha256 its name
record NapPack(byte[] bytes, String sha256) {

  static NapPack build(Path folder) throws Exception {
    Path jar = folder.resolve("nap-jobs.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (String name : List.of("NapJob", "NapJob$Napper", "NapJob$1")) {
        String entry = NapJob.class.getPackageName().replace('.', '/') + "/" + name + ".class";
        out.putNextEntry(new JarEntry(entry));
        try (InputStream in = NapJob.class.getResourceAsStream("/" + entry)) {
          in.transferTo(out);
        }
      }
      out.putNextEntry(new JarEntry("META-INF/services/" + JobClass.class.getName()));
      out.write(NapJob.class.getName().getBytes(StandardCharsets.UTF_8));
    }
    Path pack = folder.resolve("nap-pack.jar");
    new PackBuilder().build(jar, pack);
    byte[] bytes = Files.readAllBytes(pack);
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
    return new NapPack(bytes, HexFormat.of().formatHex(digest));
  }
}
