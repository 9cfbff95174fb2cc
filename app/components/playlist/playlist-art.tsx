// The drawn cover of a playlist.

/** Draws a sleeve with a track list in a square, for playlists without a cover. */
export function PlaylistArt() {
  return (
    <div className="square bg-inset">
      <svg aria-hidden="true" viewBox="0 0 200 200">
        <circle cx="128" cy="100" r="62" fill="var(--vinyl)" />
        <circle cx="128" cy="100" r="46" fill="none" stroke="var(--vinyl-groove)" strokeWidth="1.5" />
        <circle cx="128" cy="100" r="20" fill="var(--red)" />
        <path d="M22 38h104v124H22z" fill="var(--card)" stroke="var(--edge)" strokeWidth="1.5" />
        <path d="M36 58h44v8H36z" fill="var(--red)" />
        <path d="M36 84h62M36 100h76M36 116h54M36 132h70" fill="none" stroke="var(--soft)" strokeWidth="4" />
      </svg>
    </div>
  );
}
