// Whom members would like to meet, packed into one number per member, so that a search tests both sides at once.
//
// The packed number is 0 for members who have said nothing:
//   bits 0–7    the least age to meet; 0 for all ages
//   bits 8–15   100 minus the greatest age to meet
//   bits 16–19  the member's gender, one bit each
//   bit  20     set if the member has said a gender
//   bits 21–24  the genders that the member would not meet
//   bit  25     set if the member would not meet those who haven't said a gender
//   bits 26–27  the member is here only for dating, only for friends
import { GENDERS } from "db/column-types";

const MAX_AGE = 100;
const AGE_BITS = 8;
const GENDER_SHIFT = 16;
const HAS_GENDER = 1 << 20;
const REFUSED_SHIFT = 21;
const REFUSES_UNSAID = 1 << 25;
const ONLY_DATING = 1 << 26;
const ONLY_FRIENDS = 1 << 27;

const ALL_GENDERS = (1 << GENDERS.length) - 1;
/** The bits from GENDER_SHIFT on. */
const FLAGS = (1 << 28) - (1 << GENDER_SHIFT);
/** The highest bits of both ages, which stay 0 in a packed number. */
const AGES_FIT = (1 << (AGE_BITS - 1)) | (1 << (2 * AGE_BITS - 1));

/** The packed wishes of the row's `member`, as an SQL expression. */
export const sqlWishes = `(
  coalesce(meet_age_min, 0) + ((${MAX_AGE} - coalesce(meet_age_max, ${MAX_AGE})) << ${AGE_BITS})
  + case gender ${GENDERS.map((gender, bit) => `when '${gender}' then ${HAS_GENDER | (1 << (GENDER_SHIFT + bit))}`).join(" ")} else 0 end
  + iif(meets is null or instr(meets, '"everyone"'), 0, iif(instr(meets, '"unsaid"'), 0, ${REFUSES_UNSAID}) + ${GENDERS.map(
    (gender, bit) => `iif(instr(meets, '"${gender}"'), 0, ${1 << (REFUSED_SHIFT + bit)})`,
  ).join(" + ")})
  + case purpose when 'dating' then ${ONLY_DATING} when 'friends' then ${ONLY_FRIENDS} else 0 end)`;

/**
 * The bits of the wishes that a group keeps: woman, man, any gender said; wouldn't meet women, men, or those who haven't said
 * theirs.
 */
const GROUP_BITS = (0b11 << GENDER_SHIFT) | HAS_GENDER | (0b11 << REFUSED_SHIFT) | REFUSES_UNSAID;

/** A group also has an age band, in the bits above the wishes. Each band but the first starts at one of these ages. */
const BANDS = [25, 36, 46];
const BAND_SHIFT = 28;

/** The group of a member with these packed wishes and this age. It alone rules out most of those who don't fit a viewer. */
export function groupOf(wishes: number, age: number): number {
  return (bandOf(age) << BAND_SHIFT) | (wishes & GROUP_BITS);
}

/** False if nobody of a group can fit the viewer of `fitParameters()` and be of an age from `from` to `to`. */
export function mayFit(
  group: number,
  { minuend, fitMask, fit, from, to }: ReturnType<typeof fitParameters> & { from: number; to: number },
): boolean {
  const band = group >> BAND_SHIFT;
  if (band < bandOf(from) || band > bandOf(to)) return false;
  return ((minuend - group) & fitMask & GROUP_BITS) === (fit & GROUP_BITS);
}

function bandOf(age: number): number {
  let band = 0;
  for (const from of BANDS) if (age >= from) band++;
  return band;
}

/**
 * What members have to be to fit a viewer with these packed wishes, in both directions: those with
 * `((minuend - wishes) & fitMask) === fit`. Subtracting from all ones inverts the flags, and
 * subtracting ages leaves the highest bit of each field set if the viewer's age is within the range. A viewer without an
 * age fits only members who would meet all ages.
 */
export function fitParameters(wishes: number, age: number | null) {
  const years = age ?? 0;
  const ages = (128 + years) | ((128 + MAX_AGE - years) << AGE_BITS);
  const refused = (wishes >> REFUSED_SHIFT) & ALL_GENDERS;
  const own = (wishes >> GENDER_SHIFT) & ALL_GENDERS;
  const mustBeUnset =
    (refused << GENDER_SHIFT) |
    (own ? own << REFUSED_SHIFT : REFUSES_UNSAID) |
    (wishes & ONLY_DATING ? ONLY_FRIENDS : 0) |
    (wishes & ONLY_FRIENDS ? ONLY_DATING : 0);
  const mustBeSet = wishes & REFUSES_UNSAID ? HAS_GENDER : 0;
  return {
    minuend: FLAGS | ages,
    fitMask: AGES_FIT | mustBeUnset | mustBeSet,
    fit: AGES_FIT | mustBeUnset,
  };
}

/** True if the wishes of one row of `candidate` let its member meet that of the other, by the names of the rows, as an SQL expression. */
export function sqlAccepts(one: string, other: string): string {
  const greatest = `${MAX_AGE} - ((${one}.wishes >> ${AGE_BITS}) & 255)`;
  return `(${other}.age >= (${one}.wishes & 255) and (${other}.age <= ${greatest} or ${greatest} = ${MAX_AGE})
    and (${one}.wishes >> ${REFUSED_SHIFT}) & (${other}.wishes >> ${GENDER_SHIFT}) & ${ALL_GENDERS} = 0
    and (${one}.wishes & ${REFUSES_UNSAID} = 0 or ${other}.wishes & ${HAS_GENDER} <> 0)
    and (${one}.wishes & ${ONLY_DATING} = 0 or ${other}.wishes & ${ONLY_FRIENDS} = 0))`;
}

/**
 * The packed wishes of the same person if they would also meet people who haven't said a gender; undefined if they already
 * would.
 */
export function includeUnsaid(wishes: number): number | undefined {
  return wishes & REFUSES_UNSAID ? wishes & ~REFUSES_UNSAID : undefined;
}

/** The packed wishes of the same person if they wouldn't meet people who haven't said a gender. */
export function excludeUnsaid(wishes: number): number {
  return wishes | REFUSES_UNSAID;
}

/** The ages that a member with these packed wishes would meet, both inclusive. */
export function agesToMeet(wishes: number): { from: number; to: number } {
  const to = MAX_AGE - ((wishes >> AGE_BITS) & 0xff);
  return { from: wishes & 0xff, to: to === MAX_AGE ? 1000 : to };
}
