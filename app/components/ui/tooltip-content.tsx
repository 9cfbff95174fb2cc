// Radix's tooltip, fetched by tooltip.tsx when it is first needed.
import * as Tooltip from "@radix-ui/react-tooltip";
import { useEffect, useState } from "react";

export type TooltipContentProps = { text: string; focused: boolean };

const DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

// Shared by the tooltips of all icon buttons: when the last one closed.
let closedAt = 0;

/** Shows after 700 ms, or at once when another closed less than 300 ms ago, and at once on keyboard focus. */
export function TooltipContent({ text, focused }: TooltipContentProps) {
  const [open, setOpen] = useState(focused);
  const [delay, setDelay] = useState(startDelay);

  useEffect(() => setOpen(focused), [focused]);

  function change(next: boolean) {
    if (!next) closedAt = Date.now();
    setOpen(next);
  }

  return (
    <Tooltip.Provider delayDuration={delay} skipDelayDuration={SKIP_DELAY_MS}>
      <Tooltip.Root open={open} onOpenChange={change} disableHoverableContent>
        <Tooltip.Trigger asChild onPointerEnter={() => setDelay(startDelay())}>
          <span className="cover" />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content className="tooltip" sideOffset={6} collisionPadding={8}>
            {text}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}

function startDelay() {
  return Date.now() - closedAt < SKIP_DELAY_MS ? 0 : DELAY_MS;
}
