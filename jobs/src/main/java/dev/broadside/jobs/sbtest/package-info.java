/// What the tests of sysbench 0.4 and of sysbench 1.0 share: their operations, the SQL of these,
/// and the table sbtest. What only one of them knows stays in its own package.
@NullMarked
package dev.broadside.jobs.sbtest;

import org.jspecify.annotations.NullMarked;
