// Every icon, drawn on a 24 px grid. Icons are decorative; the buttons and links around them carry the names.

const drawings = {
  home: "M3 11.5 12 4l9 7.5M5.5 10v10h13V10M12 20v-5",
  discover: "M3 8h18v12H3zM6 8V5h12v3M9 12h6",
  matches: "M9 6a6 6 0 1 0 0 12A6 6 0 1 0 9 6M15 6a6 6 0 1 1 0 12 6 6 0 1 1 0-12",
  messages: "M4 5h16v11H11l-4.5 4v-4H4zM8 9h8M8 12h5",
  records:
    "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6M12 12h.01M6.5 12A5.5 5.5 0 0 1 12 6.5",
  playlists: "M4 6h11M4 11h11M4 16h6M18 17V8l3 1M15.5 15.5a2 2 0 1 0 0 4 2 2 0 1 0 0-4M17.5 17.5V8",
  /* A cup. */
  trivia:
    "M7.5 4h9v6a4.5 4.5 0 0 1-9 0zM7.5 6H4c0 3 1.2 5 3.7 5.3M16.5 6H20c0 3-1.2 5-3.7 5.3M12 14.5V18M8 20h8M9.5 18h5v2h-5z",
  /* A ticket. */
  shows: "M3 7h18v3a2 2 0 0 0 0 4v3H3v-3a2 2 0 0 0 0-4zM14.5 8v1.5M14.5 11.25v1.5M14.5 14.5V16",
  calendar: "M4 6h16v14H4zM4 10.5h16M8 3v5M16 3v5M8 14h3M8 17h6",
  profile: "M12 4a4 4 0 1 0 0 8 4 4 0 1 0 0-8M4.5 20.5c.6-4 3.5-6 7.5-6s6.9 2 7.5 6",
  connections: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  bell: "M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 1.5h-15zM10 21h4",
  menu: "M4 7h16M4 12h16M4 17h16",
  more: "M5 11.5h1v1H5zM11.5 11.5h1v1h-1zM18 11.5h1v1h-1z",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.5 10 17.5 19.5 7",
  alert: "M12 4 2.5 20h19zM12 10v4.5M12 17.3h.01",
  plus: "M12 5v14M5 12h14",
  edit: "M4 20l1-4.5L16 4.5 19.5 8 8.5 19zM13.5 7 17 10.5",
  trash: "M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5",
  back: "M20 12H5M11 6l-6 6 6 6",
  forward: "M4 12h15M13 6l6 6-6 6",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13M15.5 15.5 21 21",
  send: "M3.5 12 3 4l18 8-18 8 .5-8zM3.5 12H12",
  music:
    "M9 18V5.5L19 4v12M6.5 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5M16.5 13.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5",
  video: "M3 5h18v14H3zM10 9l5 3-5 3z",
  like: "M12 20C7 16.5 3.5 13.3 3.5 9.3 3.5 6.5 5.5 4.5 8 4.5c1.7 0 3.2.9 4 2.4.8-1.5 2.3-2.4 4-2.4 2.5 0 4.5 2 4.5 4.8 0 4-3.5 7.2-8.5 10.7z",
  pass: "M5 5v14l10-7zM18.5 5v14",
  undo: "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10H9",
  upload: "M12 16V4M7 9l5-5 5 5M4 16v4h16v-4",
  camera: "M3 7h5l1.5-2.5h5L16 7h5v12H3zM12 9.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7",
  mic: "M12 3a3 3 0 0 0-3 3v5a3 3 0 1 0 6 0V6a3 3 0 0 0-3-3M5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21M8.5 21h7",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4.2 4.2 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6 0l-3 3a4.2 4.2 0 0 0 6 6l1.5-1.5",
  place: "M12 21c-4.5-5-6.5-8.2-6.5-11a6.5 6.5 0 1 1 13 0c0 2.8-2 6-6.5 11zM12 8a2 2 0 1 0 0 4 2 2 0 1 0 0-4",
  /* Faders. */
  settings: "M6 4v16M12 4v16M18 4v16M3.5 15h5M9.5 8h5M15.5 13h5",
  logout: "M10 4H4v16h6M9.5 12H20M15.5 7.5 20 12l-4.5 4.5",
  shield: "M12 3 4.5 6v5.5c0 4.5 3 7.7 7.5 9.5 4.5-1.8 7.5-5 7.5-9.5V6z",
  laugh:
    "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M7 10.5 8.5 9l1.5 1.5M14 10.5 15.5 9l1.5 1.5M7.5 13.5h9a4.5 4.5 0 0 1-9 0z",
  wow: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M8.5 9.5h.01M15.5 9.5h.01M12 12.5a2 2.5 0 1 0 0 5 2 2.5 0 1 0 0-5",
  tear: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M8.5 9.5h.01M15.5 9.5h.01M8.5 16.5c1-1.6 3.3-2 5-1M7.5 12v3",
  dancer:
    "M14 2.5a2 2 0 1 0 0 4 2 2 0 1 0 0-4M13 8l-3 6 4 2.5-1 5M10 14l-1.5 4-4 .5M12.5 9 8 8.5 5 5.5M13 8l4 4 4-2",
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 5h3v14H7zM14 5h3v14h-3z",
} as const;

export type IconName = keyof typeof drawings;

/** One icon, 24 px by default, in the color of the surrounding text. */
export function Icon({ name, size = 24, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={className ? `icon ${className}` : "icon"}
      width={size}
      height={size}
      viewBox="0 0 24 24"
    >
      <path d={drawings[name]} />
    </svg>
  );
}
