package dev.broadside.jobs.igenoltp;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.kit.draw.KeyDistribution;
import java.util.random.RandomGenerator;

/// Draws the keys that a transaction asks for, from 1.
///
/// @param customers over all customers
/// @param products over all products
/// @param regions over all regions
record OrderKeys(KeyDistribution customers, KeyDistribution products, KeyDistribution regions) {

  static OrderKeys of(ParameterValues values, Scale scale) {
    return new OrderKeys(
        IgenoltpParameters.keys(values, scale.customers()),
        IgenoltpParameters.keys(values, scale.products()),
        IgenoltpParameters.keys(values, Scale.REGIONS));
  }

  long customer(RandomGenerator random) {
    return 1 + customers.next(random);
  }

  long product(RandomGenerator random) {
    return 1 + products.next(random);
  }

  long region(RandomGenerator random) {
    return 1 + regions.next(random);
  }
}
