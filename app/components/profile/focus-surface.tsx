// A photo with a ring on its focal point, fetched by focus-field.tsx once scripts run.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { t } from "~/language/text";
import { type Focus, focusStyle, formatFocus } from "~/models/picture-focus";

const STEP = 5;
// Not translated: classes.
const CROP = "mr-2 border bg-inset object-cover";
const steps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** The ring is dragged or moved with the arrow keys; beside the photo are previews of its crops. */
export default function FocusSurface({
  id,
  name,
  url,
  initial,
}: {
  id: string;
  name: string;
  url: string;
  initial: Focus;
}) {
  const { focus, surface, ring, takeRing, ringHandlers } = useFocalPoint(initial);
  const { x, y } = focus;
  const [isPicture, setPicture] = useState(true);

  // The server also refuses pictures that the browser can't show.
  if (!isPicture) return null;
  return (
    <div>
      <p className="field-label">{t("Keep in view")}</p>
      <p id={`${id}-hint`} className="small-print mb-1">
        {t("Drag the ring to what every crop should show, or move it with the arrow keys.")}
      </p>
      <div className="flex flex-wrap items-start">
        <div ref={surface} className="focus-surface relative mb-4 mr-4">
          <img
            src={url}
            alt=""
            className="max-h-80 cursor-crosshair rounded border"
            draggable={false}
            onPointerDown={takeRing}
            onError={() => setPicture(false)}
          />
          <span
            ref={ring}
            role="slider"
            tabIndex={0}
            aria-label={t("Focal point")}
            aria-describedby={`${id}-hint`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={y}
            aria-valuetext={t("{x}% from the left, {y}% from the top", { x, y })}
            className="absolute -ml-6 -mt-6 h-12 w-12 cursor-grab rounded-full border-[3px] border-paper [box-shadow:0_0_0_2px_var(--ink),inset_0_0_0_2px_var(--ink)] [touch-action:none]"
            style={{ left: `${x}%`, top: `${y}%` }}
            {...ringHandlers}
          />
        </div>
        <div className="flex items-end" aria-hidden="true">
          <img src={url} alt="" className={`${CROP} h-12 w-12 rounded-full`} style={focusStyle(focus)} />
          <img src={url} alt="" className={`${CROP} h-20 w-20 rounded`} style={focusStyle(focus)} />
          <img src={url} alt="" className={`${CROP} h-[100px] w-20 rounded`} style={focusStyle(focus)} />
        </div>
      </div>
      <input type="hidden" name={name} value={formatFocus(focus)} />
    </div>
  );
}

/** The focal point, and the handlers that move it. */
function useFocalPoint(initial: Focus) {
  const [focus, setFocus] = useState(initial);
  const surface = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLSpanElement>(null);

  function moveTo({ clientX, clientY }: PointerEvent) {
    const area = surface.current?.getBoundingClientRect();
    if (!area?.width || !area.height) return;
    setFocus({
      x: toPercent((100 * (clientX - area.left)) / area.width),
      y: toPercent((100 * (clientY - area.top)) / area.height),
    });
  }

  /** From anywhere on the photo, the ring comes to the pointer and follows it. */
  function takeRing(event: PointerEvent) {
    event.preventDefault();
    ring.current?.focus();
    ring.current?.setPointerCapture(event.pointerId);
    moveTo(event);
  }

  function hold(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function drag(event: PointerEvent<HTMLElement>) {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event);
  }

  function step(event: KeyboardEvent) {
    const [across, down] = steps[event.key] ?? [];
    if (across === undefined || down === undefined) return;
    event.preventDefault();
    setFocus({ x: toPercent(focus.x + across), y: toPercent(focus.y + down) });
  }

  const ringHandlers = { onPointerDown: hold, onPointerMove: drag, onKeyDown: step };
  return { focus, surface, ring, takeRing, ringHandlers };
}

function toPercent(value: number): number {
  return Math.round(Math.min(100, Math.max(0, value)));
}
