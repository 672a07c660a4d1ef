/// Studies and groups: work with members, each of which is an ordinary job or study. They lie above
/// the coordinator and are its clients.
///
/// [dev.broadside.server.campaign.Campaigns] is the entry; what comes next is decided by
/// [dev.broadside.core.campaign.Campaign#next].
@NullMarked
package dev.broadside.server.campaign;

import org.jspecify.annotations.NullMarked;
