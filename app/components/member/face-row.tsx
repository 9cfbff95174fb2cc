// A row of a list that leads somewhere about a member: face and name.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Face } from "~/models/public-member";
import { Avatar } from "~/ui/avatar";

/** The text stands below the name; `end` stands at the end of the row. */
export function FaceRow({
  to,
  face,
  name,
  end,
  children,
}: {
  to: string;
  face: Face;
  name: string;
  end?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Link to={to} className="flex items-center py-2 hover:text-red">
      <Avatar face={face} round />
      <span className="ml-3 min-w-0 flex-1">
        <b className="block">
          <bdi>{name}</bdi>
        </b>
        {children}
      </span>
      {end}
    </Link>
  );
}
