// What is still missing before matching can work for a member.
import { ButtonLink } from "./button";
import { Sleeve } from "./sleeve";

/** Asks for music preferences and for an age, whichever is missing; nothing when both are there. */
export function ProfilePrompt({ music, age }: { music: boolean; age: boolean }) {
  if (!music && !age) return null;
  return (
    <Sleeve className="mb-6">
      <h2>{music ? "Complete Your Music Profile" : "Tell us your age"}</h2>
      {music ? (
        <p className="mt-1 max-w-prose text-soft">
          Name the artists and genres you love: they are what you are matched by.
        </p>
      ) : null}
      {age ? (
        <p className="mt-1 max-w-prose text-soft">Until your age is set, nobody can discover you.</p>
      ) : null}
      <div className="cluster mt-3">
        {music ? (
          <ButtonLink to="/profile?tab=music" look="primary">
            Add your music
          </ButtonLink>
        ) : null}
        {age ? <ButtonLink to="/profile?tab=profile">Set your age</ButtonLink> : null}
      </div>
    </Sleeve>
  );
}
