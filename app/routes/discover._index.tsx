import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { ButtonLink } from "~/components/button";
import { DiscoverFilters } from "~/components/discover-filters";
import { Invite } from "~/components/invite";
import { MemberCard } from "~/components/member-card";
import { PageHead } from "~/components/page-head";
import { ProfilePrompt } from "~/components/profile-prompt";
import { EmptyState, Placeholders } from "~/components/sleeve";
import { WiderSearches } from "~/components/wider-searches";
import { env } from "~/env.server";
import { page, requireMember } from "~/http/member.server";
import { discover } from "~/matching/discover.server";
import { WIDEST_SEARCH } from "~/models/discover-bounds";
import { describeFilters, discoverAddress, readFilters } from "~/models/discover-screen";
import { describeWidening } from "~/models/discovery";
import { cardFace } from "~/models/member-card";
import { isAlone } from "~/models/member-card.server";
import { getPreferences } from "~/models/preferences.server";

const TOP_ARTISTS = 3;
const PLACEHOLDERS = 4;

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Discover · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const params = new URL(request.url).searchParams;
  const preferences = await getPreferences(member.id);
  const missing = { music: preferences === null, age: member.age === null };
  const { filters, fields, errors } = readFilters(params);
  if (errors) return data({ missing, fields, errors, found: null }, { status: 400 });

  const cursor = params.get("cursor") || undefined;
  const { members, next, wider } = await page(() => discover(member.id, filters, cursor));
  const alone = members.length === 0 && (await isAlone(member.id));
  return data({
    missing,
    fields,
    errors,
    found: {
      summary: describeFilters(filters),
      faces: members.map((card) => cardFace(card, TOP_ARTISTS)),
      isWidest: discoverAddress(filters) === WIDEST_SEARCH,
      firstPage: cursor ? discoverAddress(filters) : null,
      nextPage: next === null ? null : discoverAddress(filters, next),
      wider: wider.map((widening) => ({
        to: discoverAddress(widening.filters),
        text: describeWidening(widening),
      })),
      invitation: alone ? env.origin : null,
    },
  });
}

export default function Discover() {
  const { missing, fields, errors, found } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { location: coming } = useNavigation();
  const isSearching = coming?.pathname === "/discover" && coming.search !== search;
  return (
    <>
      <PageHead title="Discover" catalogue="Side A · 2" />
      <ProfilePrompt {...missing} />
      <div className="discover">
        <DiscoverFilters
          fields={fields}
          errors={errors}
          summary={found?.summary ?? "Some of the filters cannot be used."}
          version={search}
        />
        <div className="discover-found">
          <p role="status" className="sr-only">
            {found && !isSearching ? `${found.faces.length} members on this page` : ""}
          </p>
          {isSearching ? (
            <div className="discover-grid">
              <Placeholders count={PLACEHOLDERS} className="member-room" />
            </div>
          ) : null}
          {found && !isSearching ? <Found {...found} search={search} /> : null}
          {found || isSearching ? null : (
            <EmptyState
              title="Nothing was searched"
              text="One of the filters is out of its bounds."
              action={{ to: "/discover", label: "Start with the usual filters" }}
            />
          )}
        </div>
      </div>
    </>
  );
}

type FoundMembers = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["found"]>;

function Found({
  faces,
  isWidest,
  firstPage,
  nextPage,
  wider,
  invitation,
  search,
}: FoundMembers & { search: string }) {
  return (
    <>
      {faces.length === 0 ? (
        <EmptyState
          title="No users to discover"
          text="Check back later for new potential matches!"
          action={
            invitation || wider.length || isWidest ? undefined : { to: WIDEST_SEARCH, label: "Show everyone" }
          }
        >
          {invitation ? <Invite address={invitation} /> : <WiderSearches searches={wider} />}
        </EmptyState>
      ) : (
        <ul className="discover-grid">
          {faces.map((face, place) => (
            <MemberCard
              key={face.id}
              face={face}
              search={search}
              nextId={(faces[place + 1] ?? faces[place - 1])?.id}
            />
          ))}
        </ul>
      )}
      {faces.length > 0 ? <WiderSearches searches={wider} /> : null}
      {firstPage || nextPage ? (
        <nav aria-label="Pages" className="cluster mt-6">
          {firstPage ? <ButtonLink to={firstPage}>First page</ButtonLink> : null}
          {nextPage ? <ButtonLink to={nextPage}>Next page</ButtonLink> : null}
        </nav>
      ) : null}
    </>
  );
}
