/// Shared by the tests of sysbench 0.4 and of sysbench 1.0: their operations, the SQL of these, and
/// the table sbtest.
@NullMarked
package dev.broadside.jobs.sbtest;

import org.jspecify.annotations.NullMarked;
