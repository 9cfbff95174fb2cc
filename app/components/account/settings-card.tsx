// A group of the settings: links to its pages, each with what is set there.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Card } from "~/components/ui/card";

/** A card of the settings; `children` are SettingsLinks, or what else belongs to the group. */
export function SettingsCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <ul className="divided">{children}</ul>
    </Card>
  );
}

/** A page of the settings; `text` says what is set there now, or what the page is for. */
export function SettingsLink({ to, label, text }: { to: string; label: string; text: string }) {
  return (
    <li className="py-1">
      <Link to={to} className="link inline-block py-2 font-semibold">
        {label}
      </Link>
      <p className="pb-2 text-soft">{text}</p>
    </li>
  );
}
