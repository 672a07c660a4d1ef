// @ts-check
/** Who keeps something in use. */
import { html } from "../html.js";
import { jobHref } from "../lib/router.js";
import { useJobNames } from "./reason.js";

/** @param {{ids: string[]}} props jobs, studies and members of groups that are not over; the page of a job knows the way to the others */
export function Users({ ids }) {
  const names = useJobNames(ids.length > 0, ids.join());
  return ids.length === 0
    ? html`<span class="muted nowrap">nobody</span>`
    : ids.map((id, i) => html`${i > 0 && ", "}<a href=${jobHref(id)} title=${id}>${names.get(id) ?? id}</a>`);
}
