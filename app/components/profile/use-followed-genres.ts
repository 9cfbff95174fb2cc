// The genres of the first run's form, which follow from its artists until the member chooses others.
import { useActionData, useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useRows, useSelectedValues } from "~/forms/field-array-form";
import { stepPath } from "~/models/member/welcome";

export const FAVORITES_FORM = "favorites";

type Followed = { followedGenres: string; suggestions: string[] };

/**
 * Asks the server after each change of artists or genres. The suggestions stay while artists are picked from them; new ones
 * come for other genres, and for an artist who isn't among them.
 */
export function useFollowedGenres(opened: Followed): Followed {
  const answer = useActionData<Partial<Followed>>();
  const follower = useFetcher<Partial<Followed>>();
  const artists = useRows("topArtists").rows.map(({ text }) => text);
  const genres = useSelectedValues("favoriteGenres").sort().join();
  const [{ followedGenres, suggestions }, setFollowed] = useState({ ...opened, ...readFollowed(answer) });
  const isFollowing = genres === followedGenres.split(",").sort().join();
  const asked = useRef({ artists: artists.join("\n"), genres });
  const wantsOthers = useRef(false);
  // The genres that follow from the checked boxes: React updates its state, and the form's field, a moment after the boxes.
  const followed = useRef(followedGenres);

  useEffect(() => {
    const next = readFollowed(answer);
    if (!next) return;
    followed.current = next.followedGenres;
    setFollowed(next);
  }, [answer]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is asked about once
  useEffect(() => {
    const before = asked.current;
    const current = { artists: artists.join("\n"), genres };
    asked.current = current;
    const hasOtherArtists = before.artists !== current.artists;
    const hasOtherGenres = before.genres !== genres && !isFollowing;
    if (!hasOtherArtists && !hasOtherGenres) return;
    const known = [...suggestions, ...before.artists.split("\n")];
    if (hasOtherGenres || artists.some((name) => !known.includes(name))) wantsOthers.current = true;
    const form = readFavorites();
    form.set("followedGenres", followed.current);
    form.set("__intent__", JSON.stringify({ type: "validate", payload: { name: "favoriteGenres" } }));
    follower.submit(form, { method: "post", action: stepPath("music") });
  }, [artists.join("\n"), genres]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is handled once
  useEffect(() => {
    const next = readFollowed(follower.data);
    if (!next) return;
    if (isFollowing) {
      const chosen = next.followedGenres.split(",");
      // The form library checks the boxes before React sets the state below: that is not a choice to ask about.
      asked.current.genres = [...chosen].sort().join();
      followed.current = next.followedGenres;
      chooseGenres(chosen);
    }
    setFollowed({
      followedGenres: isFollowing ? next.followedGenres : followedGenres,
      suggestions: wantsOthers.current ? next.suggestions : suggestions,
    });
    wantsOthers.current = false;
  }, [follower.data]);

  return { followedGenres, suggestions };
}

/** The genres in a reply; undefined if the server hasn't answered. */
function readFollowed(reply: Partial<Followed> | undefined): Followed | undefined {
  const { followedGenres, suggestions } = reply ?? {};
  return followedGenres !== undefined && suggestions ? { followedGenres, suggestions } : undefined;
}

/** Checks these genres and no others, and tells the form library. */
function chooseGenres(genres: string[]) {
  const form = document.getElementById(FAVORITES_FORM);
  const boxes = form?.querySelectorAll<HTMLInputElement>("[name=favoriteGenres]") ?? [];
  for (const box of boxes) box.checked = genres.includes(box.value);
  boxes[0]?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The form as it would be sent. */
export function readFavorites(): FormData {
  const form = document.getElementById(FAVORITES_FORM);
  return new FormData(form instanceof HTMLFormElement ? form : undefined);
}
