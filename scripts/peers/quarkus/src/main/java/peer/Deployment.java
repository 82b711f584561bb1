package peer;

import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.time.Instant;

/** The measured operation. It runs on the event loop, because it reads only memory. */
@Path("/deployment/info")
public class Deployment {
  private static final Instant STARTED = Instant.now();

  /** Returns deployment information. */
  public record Info(String version, Instant timestamp, String environment, String uptime) {}

  @GET
  @Produces(MediaType.APPLICATION_JSON)
  @RolesAllowed({"visitor", "operator"})
  @io.smallrye.common.annotation.NonBlocking
  public Info info(@QueryParam("verbosity") @DefaultValue("1") @Min(0) @Max(9) int verbosity) {
    Instant now = Instant.now();
    return new Info("1.0.0", now, "production", Duration.between(STARTED, now).toSeconds() + "s");
  }
}
