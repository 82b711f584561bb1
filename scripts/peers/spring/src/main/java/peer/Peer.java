package peer;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationConverter;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The measured operation behind Spring Security, on the servlet stack. */
@SpringBootApplication
@RestController
public class Peer {
  private static final Instant STARTED = Instant.now();

  /** Returns deployment information. */
  public record Info(String version, Instant timestamp, String environment, String uptime) {}

  public static void main(String[] arguments) {
    SpringApplication.run(Peer.class, arguments);
  }

  @GetMapping("/deployment/info")
  public Info info(@RequestParam(defaultValue = "1") @Min(0) @Max(9) int verbosity) {
    Instant now = Instant.now();
    return new Info("1.0.0", now, "production", Duration.between(STARTED, now).toSeconds() + "s");
  }

  @Bean
  SecurityFilterChain chain(HttpSecurity http) throws Exception {
    var roles = new JwtAuthenticationConverter();
    roles.setJwtGrantedAuthoritiesConverter(
        token -> List.of(new SimpleGrantedAuthority("ROLE_" + token.getClaimAsString("role"))));
    return http.csrf(csrf -> csrf.disable())
        .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .authorizeHttpRequests(requests -> requests.anyRequest().hasAnyRole("visitor", "operator"))
        .oauth2ResourceServer(server ->
            server.jwt(jwt -> jwt.jwtAuthenticationConverter(roles)))
        .build();
  }

  @Bean
  JwtDecoder decoder(@Value("${JWT_SECRET}") String secret) {
    var decoder =
        NimbusJwtDecoder.withSecretKey(
                new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"))
            .build();
    decoder.setJwtValidator(
        new DelegatingOAuth2TokenValidator<>(
            JwtValidators.createDefault(),
            new JwtClaimValidator<String>("iss", "gatehouse"::equals),
            new JwtClaimValidator<List<String>>("aud", all -> all != null && all.contains("gatehouse"))));
    return decoder;
  }
}
