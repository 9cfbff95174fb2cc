// The field for a photo's focal point: a surface to drag on, or nine points without scripts.
import { lazy, Suspense } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { type Message, msg, t } from "~/language/text";
import { DEFAULT_FOCUS, type Focus, formatFocus } from "~/models/picture-focus";
import { FieldGroup } from "~/ui/field";
import { WithoutScripts } from "~/ui/without-scripts";

const FocusSurface = lazy(() => import("./focus-surface"));

const NAME = "focus";
/** The choices without scripts, row by row. */
const points: { label: Message; focus: Focus }[] = [
  { label: msg("Top left"), focus: { x: 0, y: 0 } },
  { label: msg("Top center"), focus: { x: DEFAULT_FOCUS.x, y: 0 } },
  { label: msg("Top right"), focus: { x: 100, y: 0 } },
  { label: msg("Middle left"), focus: { x: 0, y: DEFAULT_FOCUS.y } },
  { label: msg("Middle center"), focus: DEFAULT_FOCUS },
  { label: msg("Middle right"), focus: { x: 100, y: DEFAULT_FOCUS.y } },
  { label: msg("Bottom left"), focus: { x: 0, y: 100 } },
  { label: msg("Bottom center"), focus: { x: DEFAULT_FOCUS.x, y: 100 } },
  { label: msg("Bottom right"), focus: { x: 100, y: 100 } },
];

/**
 * With scripts it shows the photo at `url`, and nothing before there is one; `id` distinguishes several of these fields on a
 * page. Without scripts, the point nearest to `focus` is preselected.
 */
export function FocusField({
  id,
  url,
  focus,
  error,
}: {
  id: string;
  url: string | undefined;
  focus: Focus;
  error?: string;
}) {
  const isHydrated = useHydrated();
  if (!isHydrated)
    return (
      <WithoutScripts>
        <FocusPoints id={id} focus={focus} error={error} />
      </WithoutScripts>
    );
  if (!url) return null;
  return (
    <Suspense>
      <FocusSurface key={url} id={id} name={NAME} url={url} initial={focus} />
    </Suspense>
  );
}

function FocusPoints({ id, focus, error }: { id: string; focus: Focus; error?: string }) {
  const nearest = formatFocus(nearestPoint(focus));
  return (
    <FieldGroup
      legend={t("Keep in view")}
      id={id}
      hint={t("Small pictures show only part of it.")}
      error={error}
    >
      <div className="grid grid-cols-3 gap-[0_8px]">
        {points.map((point) => {
          const value = formatFocus(point.focus);
          return (
            <label key={value} className="check-field">
              <input type="radio" name={NAME} value={value} defaultChecked={value === nearest} />
              <span className="min-w-0">{t(point.label)}</span>
            </label>
          );
        })}
      </div>
    </FieldGroup>
  );
}

/** The point without scripts that is nearest to a focal point. */
function nearestPoint(focus: Focus): Focus {
  const distance = (other: Focus) => Math.hypot(other.x - focus.x, other.y - focus.y);
  return points
    .map((point) => point.focus)
    .reduce((nearest, other) => (distance(other) < distance(nearest) ? other : nearest));
}
