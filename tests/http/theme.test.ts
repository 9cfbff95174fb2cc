import { expect, test } from "vitest";
import { getTheme, setTheme } from "~/http/theme.server";

const page = (cookie = "") => new Request("http://localhost/", { headers: { Cookie: cookie } });
const theme = async (chosen: unknown) => getTheme(page((await setTheme(chosen)).split(";")[0]));

test("a chosen theme is kept, and any other value follows the system", async () => {
  expect(await getTheme(page())).toBeNull();
  expect([await theme("dark"), await theme("light")]).toEqual(["dark", "light"]);
  expect([await theme("system"), await theme(undefined), await theme(7)]).toEqual([null, null, null]);
  expect(await setTheme("system")).toContain("Max-Age=0");
});

test.each(["theme=nonsense", `theme=${btoa('"sepia"')}`, "theme=%ff", "theme="])(
  "a cookie that holds no theme follows the system: %s",
  async (cookie) => {
    expect(await getTheme(page(cookie))).toBeNull();
  },
);
