// The design tokens as Tailwind's theme; every color reads a variable of app/styles/tokens.css, which has both themes.
import type { Config } from "tailwindcss";
import { spacing } from "tailwindcss/defaultTheme";
import plugin from "tailwindcss/plugin";

/** What the look has no use for: words of the code, such as `filter`, would be classes, and set sixty variables on every element. */
const unused = [
  "container",
  "filter",
  "blur",
  "brightness",
  "contrast",
  "dropShadow",
  "grayscale",
  "hueRotate",
  "invert",
  "saturate",
  "sepia",
  "backdropFilter",
  "backdropBlur",
  "backdropBrightness",
  "backdropContrast",
  "backdropGrayscale",
  "backdropHueRotate",
  "backdropInvert",
  "backdropOpacity",
  "backdropSaturate",
  "backdropSepia",
  "boxShadow",
  "boxShadowColor",
  "ringWidth",
  "ringColor",
  "ringOpacity",
  "ringOffsetColor",
  "ringOffsetWidth",
  "borderSpacing",
  "contain",
  "columns",
  "gradientColorStops",
  "scrollSnapType",
  "touchAction",
  "backgroundOpacity",
  "borderOpacity",
  "textOpacity",
  "placeholderOpacity",
  // Chrome 64 and Safari 12 have no gap between flexible boxes.
  "gap",
];

export default {
  content: ["./app/**/*.{ts,tsx}"],
  corePlugins: Object.fromEntries(unused.map((name) => [name, false])),
  theme: {
    screens: { sm: "480px", md: "720px", lg: "1000px" },
    // Tailwind's steps, in pixels: large letters leave the room around them as it is.
    spacing: Object.fromEntries(
      Object.entries(spacing).map(([step, size]) => [
        step,
        size.endsWith("rem") ? `${Number.parseFloat(size) * 16}px` : size,
      ]),
    ),
    colors: {
      transparent: "transparent",
      current: "currentColor",
      paper: "var(--paper)",
      card: "var(--card)",
      inset: "var(--inset)",
      ink: "var(--ink)",
      soft: "var(--soft)",
      edge: "var(--edge)",
      rule: "var(--rule)",
      line: "var(--line)",
      red: { DEFAULT: "var(--red)", press: "var(--red-press)" },
      "on-red": "var(--on-red)",
      // A community's bright color fills a button, inside an edge of the shade that can be read.
      fill: { DEFAULT: "var(--fill, var(--red))", press: "var(--fill-press, var(--red-press))" },
      "on-fill": "var(--on-fill, var(--on-red))",
      green: "var(--green)",
      "on-green": "var(--on-green)",
      yellow: "var(--yellow)",
      "ink-always": "var(--ink-always)",
      vinyl: { DEFAULT: "var(--vinyl)", groove: "var(--vinyl-groove)" },
    },
    fontFamily: {
      sans: "var(--text)",
      display: "var(--display)",
    },
    fontSize: {
      sm: ["0.875rem", "1.25rem"],
      base: ["1rem", "1.5rem"],
      xl: ["1.25rem", "1.5rem"],
      "3xl": ["2rem", "2.25rem"],
      "5xl": ["2.75rem", "3rem"],
      poster: ["var(--poster)", "1"],
    },
    borderRadius: { none: "0", DEFAULT: "6px", full: "9999px" },
    borderColor: ({ theme }) => ({ ...theme("colors"), DEFAULT: "var(--rule)" }),
    zIndex: {
      raised: "var(--layer-raised)",
      sticky: "var(--layer-sticky)",
      name: "var(--layer-name)",
      flash: "var(--layer-flash)",
      "bottom-bar": "var(--layer-bottom-bar)",
      menu: "var(--layer-menu)",
      "top-bar": "var(--layer-top-bar)",
      dialog: "var(--layer-dialog)",
      "song-menu": "var(--layer-song-menu)",
      toast: "var(--layer-toast)",
      "skip-link": "var(--layer-skip-link)",
      progress: "var(--layer-progress)",
    },
    transitionDuration: { DEFAULT: "var(--motion)" },
    extend: {
      maxWidth: { dialog: "500px", form: "440px" },
      minHeight: { target: "44px" },
      minWidth: { target: "44px" },
    },
  },
  plugins: [
    // For grids only: the property's name in Firefox 60 and Chrome 64, which all others accept too.
    plugin(({ matchUtilities, theme }) => {
      matchUtilities({ gap: (value: string) => ({ "grid-gap": value }) }, { values: theme("spacing") });
    }),
  ],
} satisfies Config;
