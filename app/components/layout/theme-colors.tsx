// The color of the browser's own interface around the page.

/** As --paper in tokens.css. */
export const paperColors = { light: "#f3ecdd", dark: "#131110" };

/** One color for a chosen theme, else one for each theme of the system. */
export function ThemeColors({ theme }: { theme: string | undefined }) {
  if (theme === "light" || theme === "dark") return <meta name="theme-color" content={paperColors[theme]} />;
  return (
    <>
      <meta name="theme-color" content={paperColors.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={paperColors.dark} media="(prefers-color-scheme: dark)" />
    </>
  );
}
