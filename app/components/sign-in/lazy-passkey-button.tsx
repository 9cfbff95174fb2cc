// The button for passkeys in a chunk of its own, for pages that are shown without it first.
import { type ComponentProps, lazy, Suspense } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { PasskeyButton } from "./passkey-button";

const Button = lazy(async () => ({ default: (await import("./passkey-button")).PasskeyButton }));

export function LazyPasskeyButton(props: ComponentProps<typeof PasskeyButton>) {
  if (!useHydrated()) return null;
  return (
    <Suspense>
      <Button {...props} />
    </Suspense>
  );
}
