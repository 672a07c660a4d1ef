// @ts-check
/** Phases in words, for people. Pure. */

/** @typedef {import("../types.js").PhaseRequest} PhaseRequest */

/** A phase in a line. @param {PhaseRequest} phase */
export function phaseWords({ phase, duration, threads, rate, arrivals, think, mix }) {
  return [
    `${phase} for ${duration}`,
    threads === undefined ? "" : `${threads} threads of each agent`,
    rate === undefined ? "" : rateWords(rate),
    arrivals === "poisson" ? "Poisson arrivals" : "",
    think ? `think time ${think}` : "",
    ...Object.entries(mix ?? {}).map(([name, value]) => `${name} = ${value}`),
  ]
    .filter(Boolean)
    .join(", ");
}

/** @param {NonNullable<PhaseRequest["rate"]>} rate */
function rateWords(rate) {
  return typeof rate === "object"
    ? `a rate in the shape of ${Object.keys(rate)[0]}`
    : `${rate} per second`;
}
