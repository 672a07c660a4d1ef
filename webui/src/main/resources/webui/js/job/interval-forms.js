// @ts-check
// Made from IntervalForm. Do not edit.
/** @type {[label: string, tail: string, help: string][]} */
export const INTERVAL_FORMS = [
  ["CSV", "/intervals.csv", "each interval"],
  ["Influx lines", "/intervals.influx", "each interval, for InfluxDB"],
  ["OTLP lines", "/intervals.otlp", "each interval, for OpenTelemetry"],
];
