// @ts-check
/** Other values of parameters for a load that goes on, as they are written. Pure. */

/** @typedef {Pick<import("../types.js").ParameterDescriptor, "name" | "preset">} Declared */

/** What may be written, by its default. @param {Declared[]} declared those that may change, at least one */
export function mixExample(declared) {
  const { name, preset } = declared.find((one) => one.preset) ?? declared[0];
  return `${name}=${preset || "…"}`;
}

/** `reads=70, mix=45,43,4,4,4`: a value may have commas, too. @param {string} text @returns {Record<string, string>} */
export function mixOf(text) {
  return Object.fromEntries(
    text.split(/,(?=[^,=]*=)/).map((part) => {
      const [name = "", ...value] = part.split("=");
      return [name.trim(), value.join("=").trim()];
    }),
  );
}
