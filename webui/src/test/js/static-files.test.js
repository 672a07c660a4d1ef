import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const ROOT = new URL("../../main/resources/webui/", import.meta.url);

function filesBelow(folder) {
  return readdirSync(new URL(folder, ROOT), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      `${entry.parentPath ?? entry.path}/${entry.name}`
        .split("/resources/webui/")[1]
        .replaceAll("//", "/"),
    );
}

const text = (file) => readFileSync(new URL(file, ROOT), "utf8");

test("vendored files are byte for byte those that are listed", () => {
  const listed = Object.fromEntries(
    text("vendor/SHA256SUMS")
      .trim()
      .split("\n")
      .map((line) => line.split("  ").reverse()),
  );
  const found = filesBelow("vendor/")
    .map((file) => file.replace("vendor/", ""))
    .filter((file) => !/^(README.md|SHA256SUMS)$/.test(file));
  assert.deepEqual(found.sort(), Object.keys(listed).sort());
  for (const file of found) {
    const sum = createHash("sha256")
      .update(readFileSync(new URL(`vendor/${file}`, ROOT)))
      .digest("hex");
    assert.equal(sum, listed[file], file);
  }
});

/** Templates drop what is blank and holds a line break; a word behind an element needs ${" "}. */
test("no word runs into the element on the next line", () => {
  for (const file of filesBelow("js/")) {
    assert.doesNotMatch(text(file), /\w\n +<(a|b|code|em|small|span|strong)[ >]/, file);
  }
});

test("the types of every own script are checked", () => {
  for (const file of filesBelow("js/")) {
    assert.match(text(file), /^\/\/ @ts-check\n/, file);
  }
});

test("own code makes no markup from text and no code from text", () => {
  for (const file of filesBelow("js/")) {
    assert.doesNotMatch(
      text(file),
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/,
      file,
    );
  }
});

test("the page holds nothing inline that its content security policy forbids", () => {
  assert.doesNotMatch(text("index.html"), /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
  for (const file of filesBelow("js/")) {
    assert.doesNotMatch(text(file), /\sstyle="/, file);
  }
});

test("nothing is loaded from another host", () => {
  for (const file of ["index.html", ...filesBelow("js/"), ...filesBelow("css/")]) {
    assert.doesNotMatch(
      text(file).replaceAll("http://www.w3.org/2000/svg", ""),
      /(https?:)?\/\/[a-z0-9.-]+\.[a-z]{2,}\//i,
      file,
    );
  }
});
