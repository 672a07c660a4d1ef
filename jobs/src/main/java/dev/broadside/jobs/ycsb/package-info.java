/// The core workloads of YCSB: [dev.broadside.jobs.ycsb.Ycsb] is their outline,
/// [dev.broadside.jobs.ycsb.Records] what a record looks like, and each kind of request a class.
@NullMarked
package dev.broadside.jobs.ycsb;

import org.jspecify.annotations.NullMarked;
