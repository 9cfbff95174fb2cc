// Detects images that fail to load, so that a drawing can replace them.
import { useState } from "react";

/** Pass `image` as the ref of the `<img>` of `url`; `isBroken` once it failed to load, even before scripts ran. */
export function useBrokenImage(url: string | null) {
  const [failed, setFailed] = useState<string>();

  function check(image: HTMLImageElement | null) {
    if (image?.complete && image.naturalWidth === 0) setFailed(image.getAttribute("src") ?? undefined);
  }

  return {
    isBroken: url !== null && url === failed,
    image: { ref: check, onError: () => setFailed(url ?? undefined) },
  };
}
