// A list of artists whose order counts, with buttons that move and remove them.
import { type RefObject, useEffect, useRef } from "react";
import { useDragOrder } from "~/browser/use-drag-order";
import { ArtistLink } from "~/components/artist/artist-link";
import { type RowButton, useRows } from "~/forms/field-array-form";
import { t } from "~/language/text";
import { IconButton } from "~/ui/button";
import { DragHandle } from "~/ui/drag-handle";

type Move = { from: number; to: number };
type Row = { text: string };

/**
 * The list `name` of the surrounding form, favorites first; `label` is its accessible name, and `empty` is shown if there are
 * none. Without scripts the page opens with the focus on the button that has moved an artist.
 */
export function FavoriteList({ name: list, label, empty }: { name: string; label: string; empty: string }) {
  const { rows, buttonProps, move, moved } = useRows(list);
  const order = useDragOrder((dragged, before) => {
    const from = Number(dragged);
    const next = before === "" ? rows.length : Number(before);
    move(from, next > from ? next - 1 : next);
  });
  const last = rows.length - 1;
  const focused = moved && focusedButton(moved, last);
  const keepFocus = useMoveFocus(order.list, rows);

  if (!rows.length) return <p className="mt-3 text-soft">{empty}</p>;
  return (
    <ol ref={order.list} className="card divided favorite-list mt-3" aria-label={label}>
      {rows.map(({ key, text: name, field }, index) => {
        const mover = (button: "up" | "down", isAtEnd: boolean) => (
          <IconButton
            name={button === "up" ? t("Move {name} up", { name }) : t("Move {name} down", { name })}
            icon={button}
            disabled={isAtEnd}
            onClick={() => keepFocus({ name, from: index, button })}
            autoFocus={index === moved?.to && button === focused}
            {...buttonProps(button, index)}
          />
        );
        return (
          <li
            key={key}
            data-row={index}
            className={`${order.classOf(String(index), index === last)} flex items-center pl-3`}
          >
            {field}
            {/* A long name breaks beside its number; large letters move the buttons below it. */}
            <span
              className="flex min-w-0 flex-[1_1_4.5rem] items-baseline py-2 font-semibold [&>:last-child]:ml-1.5"
              dir="auto"
            >
              {index + 1}. <ArtistLink name={name} />
            </span>
            <div className="ml-auto flex">
              {last > 0 ? <DragHandle {...order.handleOf(String(index))} /> : null}
              {mover("up", index === 0)}
              {mover("down", index === last)}
              <IconButton
                name={t("Remove {name}", { name })}
                icon="close"
                {...buttonProps("remove", index)}
              />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** The button of a moved row that can be used again. */
function focusedButton({ from, to }: Move, last: number): RowButton {
  return to === last || (to < from && to > 0) ? "up" : "down";
}

/** Returns the focus to the button that moved a row, which loses it then. */
function useMoveFocus(list: RefObject<HTMLElement>, rows: Row[]) {
  const moving = useRef<{ name: string; from: number; button: RowButton }>();

  useEffect(() => {
    if (!moving.current) return;
    const { name, from, button } = moving.current;
    const index = rows.findIndex((row) => row.text === name);
    if (index === from) return;
    moving.current = undefined;
    const [up, down] = list.current?.children[index]?.querySelectorAll("button") ?? [];
    const pressed = button === "up" ? up : down;
    (pressed?.disabled ? (button === "up" ? down : up) : pressed)?.focus();
  });

  return (move: { name: string; from: number; button: RowButton }) => {
    moving.current = move;
  };
}
