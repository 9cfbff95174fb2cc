import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { ButtonLink } from "~/components/button";
import { MatchCard, type MatchFace } from "~/components/match-card";
import { PageHead } from "~/components/page-head";
import { Badge, EmptyState, Placeholders } from "~/components/sleeve";
import { parseInput } from "~/http/api.server";
import { page, requireMember } from "~/http/member.server";
import { matchPage } from "~/models/match";
import { countMutualMatches, listMatches } from "~/models/match.server";
import type { Member } from "~/models/member.server";
import { cardFace } from "~/models/member-card";
import { relativeTime } from "~/models/relative-time";

const TOP_ARTISTS = 2;
const SECTION = 24;
const PLACEHOLDERS = 6;

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Matches · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const params = new URL(request.url).searchParams;
  const [count, mutual, liked] = await page(() =>
    Promise.all([
      countMutualMatches(member.id),
      listSection(member, true, params, "mutual"),
      listSection(member, false, params, "liked"),
    ]),
  );
  return { count, mutual, liked };
}

/** A part of the member's matches, and the addresses where it goes on and begins; `name` holds its place in them. */
async function listSection(member: Member, mutual: boolean, params: URLSearchParams, name: string) {
  const typed = params.get(name) || undefined;
  const { cursor } = parseInput(matchPage, { cursor: typed });
  const { matches, next } = await listMatches(member, { mutual, after: cursor, limit: SECTION });
  const now = new Date();
  const faces: MatchFace[] = matches.map(({ targetUser, createdAt, mutual }) => {
    const since = relativeTime(new Date(createdAt), now);
    return { ...cardFace(targetUser, TOP_ARTISTS), bio: "", mutual, createdAt, since };
  });
  return {
    faces,
    firstPage: typed ? addressWith(params, name, null) : null,
    nextPage: next ? addressWith(params, name, next.cursor) : null,
  };
}

function addressWith(params: URLSearchParams, name: string, cursor: string | null) {
  const changed = new URLSearchParams(params);
  if (cursor) changed.set(name, cursor);
  else changed.delete(name);
  return `/matches?${changed}#${name}`;
}

export default function Matches() {
  const { count, mutual, liked } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Your Matches"
        catalogue="Side A · 3"
        beside={<Badge tone="green">{count} Mutual</Badge>}
      />
      <Section
        id="mutual"
        title="Mutual Matches"
        {...mutual}
        empty={{
          title: "No mutual matches yet",
          text: "Keep swiping and liking profiles to find mutual connections!",
        }}
      />
      <Section
        id="liked"
        title="People You Liked"
        {...liked}
        empty={{
          title: "No likes yet",
          text: "Start discovering people and like profiles that interest you!",
        }}
      />
    </>
  );
}

type SectionProps = {
  id: string;
  title: string;
  faces: MatchFace[];
  firstPage: string | null;
  nextPage: string | null;
  empty: { title: string; text: string };
};

function Section({ id, title, faces, firstPage, nextPage, empty }: SectionProps) {
  const { search } = useLocation();
  const { location: coming } = useNavigation();
  const isLoading =
    coming?.pathname === "/matches" &&
    new URLSearchParams(coming.search).get(id) !== new URLSearchParams(search).get(id);
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="mb-3">
        {title}
      </h2>
      {isLoading ? (
        <div className="match-grid">
          <Placeholders count={PLACEHOLDERS} className="match-room" />
        </div>
      ) : null}
      {!isLoading && faces.length === 0 ? (
        <EmptyState level="h3" {...empty} action={{ to: "/discover", label: "Discover" }} />
      ) : null}
      {!isLoading && faces.length > 0 ? (
        <ul className="match-grid">
          {faces.map((face) => (
            <MatchCard key={face.id} match={face} />
          ))}
        </ul>
      ) : null}
      {firstPage || nextPage ? (
        <nav aria-label={`Pages of ${title}`} className="cluster mt-4">
          {firstPage ? <ButtonLink to={firstPage}>First page</ButtonLink> : null}
          {nextPage ? <ButtonLink to={nextPage}>Next page</ButtonLink> : null}
        </nav>
      ) : null}
    </section>
  );
}
