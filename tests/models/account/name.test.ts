import { expect, test } from "vitest";
import { signUpInput } from "~/models/account/account-schema";
import { isNameAllowed, isSurnameAllowed, NAME_MESSAGE } from "~/models/account/name";

test.each([
  ...[
    "Anne-Marie",
    "Jean Luc",
    "O'Connor",
    "María José",
    "Nguyễn",
    "Zoë",
    "李小龙",
    "Ólafur",
    "J. R.",
    "Jr.",
  ],
  ...[
    "Moda",
    "Sadmin",
    "Adminka",
    "Supporta",
    "Дмитрий",
    "Αλέξανδρος",
    "Софья",
    "Łukasz",
    "أحمد",
    "Dot",
    "X Æ A-12",
  ],
  ...[
    "Mod",
    "Staffan",
    "Ömer",
    "Ngũgĩ wa Thiong’o",
    "St. John",
    "Ashleigh",
    "Beside",
    "B",
    "Noé",
    "Formerly",
    "Gal·la",
    "Io",
    "Instance",
    "Ma.Teresa",
    "MA.TERESA",
    "Juan Ma.Garcia",
    "St.John",
    "St.John-Smith",
    "Ste.Marie",
    "Dr.Who",
    "J.Robert",
    "J.R.Tolkien",
    "Jr.Walker",
    "PJ.Harvey",
    "Mary.Ann",
    "Al.Bert",
    "Mary.Ann Smith",
    "Anna.Lena.Sofie",
    "Ana.María",
    "Éva.Mária",
    "Anna.Ólafsdóttir",
    "Md.Rahman",
    "MD.RAHMAN",
    "Mohd.Ali",
    "Abd.Rahman",
    "Sk.Hasan",
    "Fco.Javier",
    "Sto.Tomas",
    "Mc.Donald",
    "Th.Müller",
    "Chr.Andersen",
    "Hans-J.Müller",
    "А.С.Пушкин",
    "Св.Иван",
    "Ма.Тереза",
    "מ.כהן",
    "د.أحمد",
    "ก.ไก่",
  ],
])("a name: %s", (name) => {
  expect(isNameAllowed(name)).toBe(true);
});

test.each([
  ...[
    "Pay me at evil.example or else",
    "evil.com",
    "ada@example.org",
    "https://t",
    "www evil",
    "t.me/x",
    "evil。com",
  ],
  ...[
    "evil dot com",
    "evil(dot)com",
    "evil dоt cоm",
    "evil·com",
    "evil .example",
    "5_5_5_0_1",
    "5·5·5",
    "5️⃣5️⃣5️⃣",
    "Ada insta adaxx",
    "Теlegram ada",
    "ｅｖｉｌ．ｃｏｍ",
    "ev\u200bil.c\u200dom",
    "T.Me",
    "X.Com",
    "St.Live",
    "st.example",
    "Ada.Example",
    "Evil.St.Example",
    "Ma.teresa",
    "Mary.ann",
    "mary.ann",
    "buy.now.com",
    "Buy.Now.Com",
    "Buy.Now",
    "Example.Com",
    "Linktr.Ee",
    "Mary.Ann.com",
    "Mary.Ann/x",
    "Mary.Ann:8080",
    "www.Mary.Ann",
    "Mary.Test",
    "Mary.Casino",
    "Ada 0770090",
    "0 7 7",
    "Call 555-0199",
    "٠٧٧٠",
  ],
  ...[
    "Support",
    "B-Side",
    "B Side Team",
    "BSide",
    "Former member",
    "Moderator Ada",
    "Admin",
    "Official Ada",
    "STAFF",
  ],
  ...[
    "Аdmin",
    "Ѕupport",
    "Suρρort",
    "ｓｕｐｐｏｒｔ",
    "5upp0rt",
    "adm1n",
    "@dmin",
    "Offlcial",
    "Админ",
    "Модератор",
  ],
  ...[
    "S u p p o r t",
    "s.u.p.p.o.r.t",
    "Sup Port",
    "ad-min",
    "su\u00adpport",
    "Ádmín",
    "Ada a d m i n",
    "Fоrmer Mеmber",
  ],
])("no name: %s", (name) => {
  expect(isNameAllowed(name)).toBe(false);
});

test.each(["Staff", "staff", "Staff-Jones", "Meyer-Staff", "Support-Staff", "B-Side-Staff", "Staff Team"])(
  "of %s as a surname",
  (name) => {
    expect(isSurnameAllowed(name)).toBe(!/support|side|team/i.test(name));
    expect(isNameAllowed(name)).toBe(false);
  },
);

test("sign-up refuses such names at their fields, and first names of more than 40 characters", () => {
  const person = { email: "ada@example.org", password: "listen closely", adult: "on" };
  const refused = (firstName: string, lastName: string) =>
    signUpInput.safeParse({ ...person, firstName, lastName }).error?.flatten().fieldErrors;
  expect(refused("Support", "evil.example")).toEqual({ firstName: [NAME_MESSAGE], lastName: [NAME_MESSAGE] });
  expect(refused("a".repeat(41), "b".repeat(60))).toEqual({ firstName: ["Use at most 40 characters"] });
  expect(refused("María José", "O'Connor")).toBeUndefined();
  expect(refused("Ma.Teresa", "Cruz")).toBeUndefined();
  expect(refused("Sebastian", "St.John")).toBeUndefined();
  expect(refused("Ann", "Staff")).toBeUndefined();
  expect(refused("Staff", "Ann")).toEqual({ firstName: [NAME_MESSAGE] });
});
