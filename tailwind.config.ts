// The design tokens as utility classes; every color reads a variable of app/styles/tokens.css.
import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";

const steps = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14, 16, 20, 24, 32, 40, 48, 56, 64, 80, 96];

export default {
  content: ["./app/**/*.{ts,tsx}"],
  // The utilities in use. Tailwind takes any word in the code for a class, even `blur` and `filter`, and each of these kinds
  // sets a dozen variables on every element.
  corePlugins: [
    "accessibility",
    "margin",
    "lineClamp",
    "display",
    "height",
    "maxHeight",
    "width",
    "minWidth",
    "maxWidth",
    "flex",
    "gridTemplateColumns",
    "flexWrap",
    "alignItems",
    "justifyContent",
    "overflow",
    "textOverflow",
    "whitespace",
    "borderRadius",
    "borderWidth",
    "borderColor",
    "backgroundColor",
    "objectFit",
    "padding",
    "textAlign",
    "fontFamily",
    "fontSize",
    "fontWeight",
    "textTransform",
    "textColor",
  ],
  theme: {
    screens: { sm: "480px", md: "720px", lg: "1000px" },
    spacing: Object.fromEntries([["px", "1px"], ...steps.map((step) => [step, `${step * 4}px`])]),
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
      red: "var(--red)",
      "on-red": "var(--on-red)",
      green: "var(--green)",
      "on-green": "var(--on-green)",
    },
    fontFamily: {
      display: "var(--display)",
      text: "var(--text)",
    },
    fontSize: {
      note: ["0.875rem", "1.25rem"],
      body: ["1rem", "1.5rem"],
      lead: ["1.25rem", "1.5rem"],
      title: ["2rem", "2.25rem"],
      poster: ["var(--poster)", "1"],
    },
    borderRadius: { none: "0", DEFAULT: "6px", full: "9999px" },
    borderColor: ({ theme }) => ({ ...theme("colors"), DEFAULT: "var(--rule)" }),
    boxShadow: { none: "none" },
    transitionDuration: { DEFAULT: "var(--motion)" },
    extend: {
      maxWidth: { page: "1120px", prose: "65ch", dialog: "500px", form: "440px" },
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
