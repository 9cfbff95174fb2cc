// The menu that downloads a playlist as a file.

import { PLAYLIST_FORMATS, playlistFormatNames } from "~/models/playlist/file/playlist-file";
import { playlistPath } from "~/models/playlist/playlist";
import { Disclosure } from "~/ui/disclosure";
import { Icon } from "~/ui/icon";

/** Offers every format, and says who reads it. */
export function DownloadMenu({ playlistId, name }: { playlistId: string; name: string }) {
  return (
    <Disclosure label={`Download ${name}`} icon={<Icon name="down" />} className="options-menu">
      <ul>
        {PLAYLIST_FORMATS.map((format) => (
          <li key={format}>
            <a href={`${playlistPath(playlistId)}/export/${format}`} className="nav-link">
              <span>
                <span className="sr-only">Download as </span>
                {playlistFormatNames[format].name}
                <span className="block small-print">{playlistFormatNames[format].readers}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
