// What a page's own form was refused with.
import { useActionData } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { NoticeContent } from "~/models/notice";
import { Notice } from "./notice";
import { announce } from "./toaster";

/** Stands at the head of a screen with a form: in the page when the refusal came with it, else as a toast. */
export function RefusedNotice() {
  const notice = useActionData<{ notice?: NoticeContent }>()?.notice;
  const [first] = useState(notice);
  useEffect(() => {
    if (notice && notice.id !== first?.id) announce(notice);
  }, [notice, first]);
  return first && first.id === notice?.id ? <Notice notice={first} /> : null;
}
