// Suggestions for the fields of a form that take an artist's name.
import { useEffect, useRef, useState } from "react";

/** The `list` attribute of such fields. */
export const ARTIST_SUGGESTIONS = "artist-suggestions";

/** Names, and the text they were found for. */
type Found = { names: string[]; text: string };

const NOTHING: Found = { names: [], text: "" };

const PAUSE_MS = 150;
const MIN_LETTERS = 2;

/**
 * The names that fit the text being typed in any field of the surrounding form with this `list`. Without scripts it is empty. A
 * request that fails leaves the list as it is.
 */
export function ArtistSuggestions() {
  const list = useRef<HTMLDataListElement>(null);
  const [typed, setTyped] = useState("");
  const found = useArtistNames(typed);

  // The fields belong to several form libraries, which may replace them.
  useEffect(() => {
    const form = list.current?.closest("form");
    function readField({ target }: Event) {
      if (target instanceof HTMLInputElement && target.getAttribute("list") === ARTIST_SUGGESTIONS)
        setTyped(target.value.trim());
    }
    form?.addEventListener("input", readField);
    return () => form?.removeEventListener("input", readField);
  }, []);

  return (
    <datalist ref={list} id={ARTIST_SUGGESTIONS}>
      {found.names.map((name) => (
        <option key={name} value={name} label={labelOf(name, found.text)} />
      ))}
    </datalist>
  );
}

/** Names that begin with the typed text, from the second letter on, and the text they were found for. */
export function useArtistNames(typed: string): Found {
  const [found, setFound] = useState(NOTHING);

  useEffect(() => {
    if (typed.length < MIN_LETTERS) return setFound(NOTHING);
    const request = new AbortController();
    const pause = setTimeout(async () => {
      const names = await fetchNames(typed, request.signal).catch(() => undefined);
      if (names && !request.signal.aborted) setFound({ names, text: typed });
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
      request.abort();
    };
  }, [typed]);

  return found;
}

async function fetchNames(typed: string, signal: AbortSignal): Promise<string[] | undefined> {
  const response = await fetch(`/api/artists?q=${encodeURIComponent(typed)}`, { signal });
  return response.ok ? await response.json() : undefined;
}

/** Browsers offer only options that contain the text, and "Björk" doesn't contain "bjork". */
function labelOf(name: string, text: string) {
  return name.toLowerCase().includes(text.toLowerCase()) ? undefined : `${name} (${text})`;
}
