// The head of every document has the community's name for scripts, and the stylesheet of its color.
import { COMMUNITY_COLOR, COMMUNITY_NAME, communityFile } from "~/community";

/** Must come after the app's stylesheet. */
export function CommunityHead() {
  return (
    <>
      <meta name="application-name" content={COMMUNITY_NAME} data-color={COMMUNITY_COLOR} />
      {COMMUNITY_COLOR ? (
        <link rel="stylesheet" href={communityFile(COMMUNITY_COLOR.slice(1), "css")} />
      ) : null}
    </>
  );
}
