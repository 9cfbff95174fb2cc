// How strong the new password is, shown while it is typed.
import { useEffect, useState } from "react";
import { estimateStrength, STRENGTHS } from "~/models/account/sign-in/password-strength";

/** Watches the field with the id `field`. */
export function PasswordStrength({ field }: { field: string }) {
  const [password, setPassword] = useState("");
  useEffect(() => {
    const input = document.getElementById(field) as HTMLInputElement | null;
    const read = () => setPassword(input?.value ?? "");
    read();
    input?.addEventListener("input", read);
    return () => input?.removeEventListener("input", read);
  }, [field]);
  const strength = password ? estimateStrength(password) : undefined;
  return (
    <p className="cluster small-print min-h-6">
      {strength ? (
        // Red while weak, yellow while fair.
        <meter
          aria-hidden="true"
          max={STRENGTHS.length}
          low={1.5}
          high={STRENGTHS.length - 0.5}
          optimum={STRENGTHS.length}
          value={STRENGTHS.indexOf(strength) + 1}
        />
      ) : null}
      <span role="status">{strength ? `Password strength: ${strength}` : ""}</span>
    </p>
  );
}
