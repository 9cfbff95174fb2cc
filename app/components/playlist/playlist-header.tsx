// The header of an open playlist.

import { COMMUNITY_NAME } from "~/community";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { PLAYLIST_FORMATS, playlistFormatNames } from "~/models/playlist/file/playlist-file";
import {
  describeSongs,
  type PlaylistDetail,
  playlistPath,
  type SongPage,
  songPagePath,
} from "~/models/playlist/playlist";
import { reportPath } from "~/models/safety/report";
import { ButtonLink, IconLink } from "~/ui/button";
import { Badge } from "~/ui/card";
import { DialogLink, opensDialog } from "~/ui/dialog/dialog-link";
import { Disclosure } from "~/ui/disclosure";
import { Icon } from "~/ui/icon";
import { COVER_PENDING, Sleeve } from "~/ui/sleeve";

type PlaylistHeaderProps = { playlist: PlaylistDetail & { page: SongPage }; isCoverPending: boolean };

/** Shows name, description, members, and what the viewer's role allows. */
export function PlaylistHeader({ playlist, isCoverPending }: PlaylistHeaderProps) {
  const { id, name, description, role, owner, collaborator, isPublic } = playlist;
  const dialog = (verb: string) => songPagePath(id, playlist.page.cursor, verb);
  const by = role === "owner" ? "" : t("by {name}", { name: owner.firstName });
  const collaboration =
    role !== "collaborator" && collaborator ? t("with {name}", { name: collaborator.firstName }) : "";
  const report = { label: t("Report", { as: "button" }), to: reportPath("playlist", id) };
  const copy = { label: t("Copy"), to: dialog("copy"), ...opensDialog(t("Copy Playlist")) };
  const options = {
    owner: [
      { label: t("Edit"), to: dialog("edit"), ...opensDialog(t("Edit Playlist")) },
      { label: t("Delete"), to: dialog("delete"), ...opensDialog(name) },
    ],
    collaborator: [copy, { label: t("Leave"), to: dialog("leave"), ...opensDialog(name) }, report],
    reader: [copy, report],
  }[role];
  return (
    <>
      <IconLink name={t("Back to playlists")} icon="back" to="/playlists" className="-ml-2" />
      <header className="mb-6 grid grid-cols-[104px_minmax(0,1fr)] items-start gap-[8px_16px] border-b border-line pb-6 pt-3 md:grid-cols-[200px_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:gap-[8px_24px]">
        <div className="md:row-[1_/_span_2]">
          <Sleeve artist="" title={name} url={playlist.coverImageUrl} />
        </div>
        <div className="min-w-0">
          <h1 dir="auto">{name}</h1>
          {description ? (
            <p className="mt-1 max-w-prose whitespace-pre-line" dir="auto">
              {description}
            </p>
          ) : null}
          <p className="mt-1 text-soft">
            {[describeSongs(playlist.songCount), by, collaboration].filter(Boolean).join(" · ")}
          </p>
          <p className="cluster mt-1">
            {collaborator ? <Badge>{t("Collaborative")}</Badge> : null}
            {role === "collaborator" ? <Badge tone="green">{t("Shared")}</Badge> : null}
          </p>
          {isPublic ? (
            <p className="small-print">
              {t("Anyone on {community} with the link can view it", { community: COMMUNITY_NAME })}
            </p>
          ) : null}
          {isCoverPending ? <p className="small-print">{t(COVER_PENDING)}</p> : null}
        </div>
        <div className="cluster col-span-full md:col-[2]">
          {role === "reader" ? null : (
            <ButtonLink to={dialog("add")} variant="primary" icon="plus" {...opensDialog(t("Add Song"))}>
              {t("Add Song")}
            </ButtonLink>
          )}
          {playlist.songCount ? <DownloadMenu playlistId={id} name={name} /> : null}
          <Disclosure
            label={t("More options for {name}", { name })}
            icon={<Icon name="more" />}
            className="options-menu"
          >
            <ul>
              {options.map(({ label, ...link }) => (
                <li key={label}>
                  <DialogLink {...link} className="nav-link">
                    {label} <span className="sr-only">{name}</span>
                  </DialogLink>
                </li>
              ))}
            </ul>
          </Disclosure>
        </div>
      </header>
    </>
  );
}

/** Lists every format, with the programs that read it. */
function DownloadMenu({ playlistId, name }: { playlistId: string; name: string }) {
  return (
    <Disclosure label={t("Download {name}", { name })} icon={<Icon name="down" />} className="options-menu">
      <ul>
        {PLAYLIST_FORMATS.map((format) => (
          <li key={format}>
            <a href={`${playlistPath(playlistId)}/export/${format}`} className="nav-link">
              <span>
                <Trans
                  text="<hidden>Download as </hidden>{format}"
                  values={{ format: playlistFormatNames[format].name }}
                  tags={{ hidden: <span className="sr-only" /> }}
                />
                <span className="block small-print">{t(playlistFormatNames[format].readers)}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
