// A list of artists whose order counts, with buttons that move and remove them.
import { type ButtonHTMLAttributes, type ReactNode, useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useDragOrder } from "~/browser/use-drag-order";
import { IconButton } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";

type Press = "up" | "down" | "remove";
type PressProps = { field: string; value?: ButtonHTMLAttributes<HTMLButtonElement>["value"] };

/**
 * Favorites first. `press` names and fills the field that a button is sent as, `fieldAt` renders the field of an artist, and
 * with scripts `onMove` is called when a row was dragged to another index. Without scripts the page opens with the focus on the button that has `moved` an artist.
 */
export function FavoriteList({
  names,
  keys = names,
  label,
  press,
  fieldAt,
  onMove,
  moved,
}: {
  names: string[];
  keys?: string[];
  label: string;
  press: (button: Press, index: number) => PressProps;
  fieldAt: (index: number) => ReactNode;
  onMove: (from: number, to: number) => void;
  moved?: { from: number; to: number };
}) {
  const hydrated = useHydrated();
  const order = useDragOrder((dragged, before) => {
    const from = Number(dragged);
    const next = before === "" ? names.length : Number(before);
    onMove(from, next > from ? next - 1 : next);
  });
  const { list } = order;
  const moving = useRef<{ name: string; from: number; button: Press }>();
  const last = names.length - 1;
  const isUp = moved && (moved.to === last || (moved.to < moved.from && moved.to > 0));
  const focused = isUp ? "up" : "down";

  // A button loses its focus when its row moves.
  useEffect(() => {
    if (!moving.current) return;
    const { name, from, button } = moving.current;
    const index = names.indexOf(name);
    if (index === from) return;
    moving.current = undefined;
    const [up, down] = list.current?.children[index]?.querySelectorAll("button") ?? [];
    const pressed = button === "up" ? up : down;
    (pressed?.disabled ? (button === "up" ? down : up) : pressed)?.focus();
  });

  return (
    <ol ref={list} className="card divided" aria-label={label}>
      {names.map((name, index) => {
        const mover = (button: "up" | "down", isAtEnd: boolean) => (
          <IconButton
            name={`Move ${name} ${button}`}
            icon={button}
            disabled={isAtEnd}
            onClick={() => {
              moving.current = { name, from: index, button };
            }}
            autoFocus={index === moved?.to && button === focused}
            {...press(button, index)}
          />
        );
        return (
          <li
            key={keys[index] ?? name}
            data-row={index}
            className={`${order.classOf(String(index), index === last)} flex items-center pl-3`}
          >
            {fieldAt(index)}
            <span className="min-w-0 flex-1 py-2 font-semibold" dir="auto">
              {index + 1}. {name}
            </span>
            {hydrated && last > 0 ? (
              <div className="icon-button drag-handle" aria-hidden="true" {...order.handleOf(String(index))}>
                <Icon name="menu" />
              </div>
            ) : null}
            {mover("up", index === 0)}
            {mover("down", index === last)}
            <IconButton name={`Remove ${name}`} icon="close" {...press("remove", index)} />
          </li>
        );
      })}
    </ol>
  );
}
